// A listening gateway with the vendor upstream before the double of both vendors.
import { defaultLimits, type Limits } from '../ports'
import { createVendorUpstream } from '../upstreams/vendor'
import {
  openVendorDouble,
  type VendorDouble,
  type VendorDoubleOptions,
} from './fake-vendor/vendor-double.fixture'
import { openOutbound, openScene, type Scene } from './test-gateway.fixture'

export interface VendorGateway {
  readonly double: VendorDouble
  readonly scene: Scene
  readonly close: () => Promise<void>
}

export interface VendorGatewaySettings {
  readonly double?: VendorDoubleOptions
  readonly limits?: Partial<Limits>
}

export async function openVendorGateway(settings: VendorGatewaySettings = {}): Promise<VendorGateway> {
  const double = await openVendorDouble(settings.double)
  const limits = { ...defaultLimits, ...settings.limits }
  const outbound = openOutbound(limits)
  const { geminiUrl, openAiUrl, geminiKey, openAiKey } = double
  const upstream = createVendorUpstream({ geminiUrl, openAiUrl, geminiKey, openAiKey, aliases: [] }, outbound)
  const scene = await openScene({ upstream, limits })
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
