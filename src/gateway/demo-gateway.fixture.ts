// A listening gateway with the demo service behind it, at once, for tests that come from outside.
import { defaultGatewayLimits } from '#shared/schemas/settings'
import { openGateway } from '../main/compose'
import type { GatewayHandle } from '../main/gateway-settings'

export function openDemoGateway(localKey: string): Promise<GatewayHandle> {
  const settings = {
    port: 0,
    localKey,
    upstream: { kind: 'demo' },
    upstreamKey: null,
    allowedOrigins: [],
    limits: defaultGatewayLimits,
    demoPace: 'instant',
    version: '0.0.0',
  } as const
  return openGateway(settings, () => undefined)
}
