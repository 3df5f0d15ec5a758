// The upstreams by the names people read.
import type { ApplicationStatus } from '#shared/schemas/application-status'

export const nameUpstream: Readonly<Record<ApplicationStatus['upstream']['kind'], string>> = {
  demo: 'Demo',
  service: 'Service',
  vendor: 'Vendor',
}
