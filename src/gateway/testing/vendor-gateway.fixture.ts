// A listening gateway with the vendor upstream and the fake vendor APIs.
import { defaultLimits, type Limits } from '../ports'
import { createVendorUpstream } from '../upstreams/vendor'
import { type FakeVendor, type FakeVendorOptions, openFakeVendor } from './fake-vendor/fake-vendor.fixture'
import { openOutbound, openTestGateway, type TestGateway } from './test-gateway.fixture'

export interface VendorGateway {
  readonly vendor: FakeVendor
  readonly gateway: TestGateway
  readonly close: () => Promise<void>
}

interface VendorGatewayOptions {
  readonly vendor?: FakeVendorOptions
  readonly limits?: Partial<Limits>
}

export async function openVendorGateway(settings: VendorGatewayOptions = {}): Promise<VendorGateway> {
  const vendor = await openFakeVendor(settings.vendor)
  const limits = { ...defaultLimits, ...settings.limits }
  const outbound = openOutbound(limits)
  const { geminiUrl, openAiUrl, geminiKey, openAiKey } = vendor
  const upstream = createVendorUpstream({ geminiUrl, openAiUrl, geminiKey, openAiKey, aliases: [] }, outbound)
  const gateway = await openTestGateway({ upstream, limits })
  return {
    vendor,
    gateway,
    close: async () => {
      await gateway.close()
      await outbound.close()
      await vendor.close()
    },
  }
}
