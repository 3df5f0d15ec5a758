// A listening gateway with the demo service, without delays, for tests in other folders.

import { defaultGatewayLimits } from '#shared/schemas/fixed-values'
import { defaultNetwork } from '#shared/schemas/network'
import type { GatewayHandle } from '../../main/gateway-host/gateway-settings'
import { openGateway } from '../../main/gateway-host/open-gateway'

export function openDemoGateway(localKey: string): Promise<GatewayHandle> {
  const settings = {
    port: 0,
    localKey,
    active: 'demo',
    upstreams: [{ kind: 'demo', id: 'demo' }],
    models: [],
    network: { ...defaultNetwork, proxyMode: 'none', proxyCredentials: null },
    allowedOrigins: [],
    limits: defaultGatewayLimits,
    demoPace: 'instant',
    version: '0.0.0',
  } as const
  return openGateway(settings, () => undefined)
}
