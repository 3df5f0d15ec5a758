// Every key and password that a gateway's settings contain.
import { getSecret } from '#gateway/upstreams/require-key'
import type { GatewaySettings } from './gateway-settings'

export function listSecrets({ localKey, upstreams, network }: GatewaySettings): readonly string[] {
  const credentials = network.proxyCredentials ?? ''
  const keys = upstreams.flatMap((upstream) => {
    if (upstream.kind === 'demo') return []
    return upstream.kind === 'service' ? [upstream.key] : [upstream.geminiKey, upstream.openAiKey]
  })
  return [
    localKey,
    ...keys.map((key) => getSecret(key) ?? ''),
    credentials,
    credentials.slice(credentials.indexOf(':') + 1),
  ].filter((secret) => secret !== '')
}
