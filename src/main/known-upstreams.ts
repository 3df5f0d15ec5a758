// The upstreams that a gateway knows, built from its settings; one whose own settings did not change stays the same.
import { createDemoService } from '#demo/demo'
import type { Upstream } from '#gateway/ports'
import type { Outbound } from '#gateway/upstreams/outbound'
import { createServiceUpstream } from '#gateway/upstreams/service'
import { createVendorUpstream } from '#gateway/upstreams/vendor'
import { catalogue, type ModelEntry } from '#shared/models/catalogue'
import type { GatewaySettings, GatewayUpstream } from './gateway-settings'

type UpstreamsOfSettings = Pick<GatewaySettings, 'upstreams' | 'demoPace'>

/** What the demo answers for, read at each request: its files and jobs outlive a change of it. */
type ReadModels = () => readonly ModelEntry[]

interface KnownUpstreams {
  readonly of: (id: string) => Upstream | undefined
  readonly configure: (settings: UpstreamsOfSettings) => void
}

/** Calls under way go on with the upstream that they began with, whatever becomes of its settings. */
export function openUpstreams(
  first: UpstreamsOfSettings,
  outbound: Outbound,
  readModels: ReadModels = () => catalogue,
): KnownUpstreams {
  let known = new Map<string, { readonly from: string; readonly upstream: Upstream }>()

  function configure({ upstreams, demoPace }: UpstreamsOfSettings): void {
    const next: typeof known = new Map()
    for (const settings of upstreams) {
      const from = JSON.stringify([settings, demoPace])
      const before = known.get(settings.id)
      const upstream =
        before?.from === from ? before.upstream : build(settings, { demoPace, outbound, readModels })
      next.set(settings.id, { from, upstream })
    }
    known = next
  }

  configure(first)
  return { of: (id) => known.get(id)?.upstream, configure }
}

interface BuildPorts {
  readonly demoPace: string | null
  readonly outbound: Outbound
  readonly readModels: ReadModels
}

function build(settings: GatewayUpstream, { demoPace, outbound, readModels }: BuildPorts): Upstream {
  switch (settings.kind) {
    case 'demo': {
      const send = createDemoService({ pace: demoPace ?? undefined, models: readModels })
      return { id: 'demo', kind: 'demo', send }
    }
    case 'service':
      return createServiceUpstream(settings, outbound)
    case 'vendor':
      return createVendorUpstream(settings, outbound)
  }
}
