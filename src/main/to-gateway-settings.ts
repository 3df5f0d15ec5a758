// From what the user has set, and the vault's keys, to what the gateway is told.
import type { Settings } from '#shared/schemas/settings'
import { toUpstreamId } from '#shared/schemas/upstream'
import type { GatewaySettings } from './gateway-settings'
import type { Vault } from './vault/vault'

export interface GatewayHost {
  /** Overrides the setting; 0 takes any free port. */
  readonly gatewayPort: number | undefined
  readonly demoPace: string | null
  readonly version: string
  readonly namingKey: string
}

/** Every upstream that is known goes along, so that switching between them loses nothing. */
export function toGatewaySettings(
  settings: Settings,
  readKey: Vault['read'],
  { gatewayPort, demoPace, version, namingKey }: GatewayHost,
): GatewaySettings {
  const { services, vendor, aliases, network } = settings
  return {
    port: gatewayPort ?? settings.gatewayPort,
    localKey: readKey('local')?.secret ?? '',
    namingKey,
    active: toUpstreamId(settings.upstream),
    upstreams: [
      { kind: 'demo', id: 'demo' },
      ...services.map(({ id, baseUrl, apiBaseUrl }) => {
        return { kind: 'service', id, baseUrl, apiBaseUrl, key: readKey(id) } as const
      }),
      {
        kind: 'vendor',
        id: 'vendor',
        ...vendor,
        geminiKey: readKey('gemini'),
        openAiKey: readKey('openai'),
        aliases,
      },
    ],
    models: settings.models,
    network: {
      ...network,
      proxyCredentials: readKey('proxy')?.secret ?? null,
      proxyHosts: settings.proxyHosts ?? [],
    },
    allowedOrigins: settings.allowedOrigins,
    limits: settings.limits,
    demoPace,
    version,
  }
}
