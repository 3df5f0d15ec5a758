// Finds the proxies that a name and password are entered for: they are sent to no other one.
import { listPacProxies, readProxyUrl, toProxyHost } from '#gateway/outbound/proxy'
import type { Settings } from '#shared/schemas/settings'
import { readBaseUrl } from '#shared/wire/base-url'
import type { ResolveProxy } from '../system-network/proxy-questions'

/** `host:port` of the proxy in the settings, or of each one that the system names for an upstream. */
export async function findProxyHosts(settings: Settings, resolve: ResolveProxy): Promise<string[]> {
  const { proxyMode, proxyUrl } = settings.network
  if (proxyMode !== 'system') {
    const proxy = readProxyUrl(proxyUrl)
    return proxy ? [toProxyHost(proxy)] : []
  }
  const answers = await Promise.all(
    listOrigins(settings).map((origin) => resolve(`${origin}/`).catch(() => '')),
  )
  return [...new Set(answers.flatMap(listPacProxies).map(toProxyHost))]
}

function listOrigins({ services, vendor }: Settings): string[] {
  const urls = services.flatMap(({ baseUrl, apiBaseUrl }) => [baseUrl, apiBaseUrl || baseUrl])
  return [...new Set([...urls, vendor.geminiUrl, vendor.openAiUrl].map((url) => readBaseUrl(url).origin))]
}
