// Gateway settings with only the demo service and no proxy, which tests can vary.

import { defaultGatewayLimits } from '#shared/schemas/fixed-values'
import { defaultNetwork } from '#shared/schemas/network'
import type { GatewaySettings } from './gateway-settings'

export const demoSettings: GatewaySettings = {
  port: 0,
  localKey: 'local-key',
  active: 'demo',
  upstreams: [{ kind: 'demo', id: 'demo' }],
  models: [],
  network: { ...defaultNetwork, proxyMode: 'none', proxyCredentials: null },
  allowedOrigins: [],
  limits: defaultGatewayLimits,
  demoPace: 'instant',
  version: '0.0.0',
}
