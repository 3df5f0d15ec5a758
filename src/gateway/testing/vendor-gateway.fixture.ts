// A listening gateway with the vendor upstream before the double of both vendors.
import { defaultLimits, type Limits } from '../ports'
import { createVendorUpstream } from '../upstreams/vendor'
import { type FakeVendor, type FakeVendorOptions, openFakeVendor } from './fake-vendor/fake-vendor.fixture'
import { openOutbound, openTestGateway, type TestGateway } from './test-gateway.fixture'

export interface VendorGateway {
  readonly double: FakeVendor
  readonly scene: TestGateway
  readonly close: () => Promise<void>
}

export interface VendorGatewaySettings {
  readonly double?: FakeVendorOptions
  readonly limits?: Partial<Limits>
}

export async function openVendorGateway(settings: VendorGatewaySettings = {}): Promise<VendorGateway> {
  const double = await openFakeVendor(settings.double)
  const limits = { ...defaultLimits, ...settings.limits }
  const outbound = openOutbound(limits)
  const { geminiUrl, openAiUrl, geminiKey, openAiKey } = double
  const upstream = createVendorUpstream({ geminiUrl, openAiUrl, geminiKey, openAiKey, aliases: [] }, outbound)
  const scene = await openTestGateway({ upstream, limits })
  return {
    double,
    scene,
    close: async () => {
      await scene.close()
      await outbound.close()
      await double.close()
    },
  }
}
