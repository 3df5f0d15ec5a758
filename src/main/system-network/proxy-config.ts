// The proxy settings in Chromium's words.
import type { NetworkSettings } from '#shared/schemas/network'

/** What `session.setProxy` takes. */
export interface ProxyConfig {
  readonly mode: 'direct' | 'fixed_servers'
  readonly proxyRules?: string
  readonly proxyBypassRules?: string
}

type ProxyChoice = Pick<NetworkSettings, 'proxyMode' | 'proxyUrl' | 'bypass'>

/** For a proxy of one's own, or none; the system's is in force without being told. */
export function toProxyConfig({ proxyMode, proxyUrl, bypass }: ProxyChoice): ProxyConfig {
  if (proxyMode !== 'custom') return { mode: 'direct' }
  return {
    mode: 'fixed_servers',
    // Chromium's SOCKS 5 leaves the names to the proxy in any case, and has no other word for it.
    proxyRules: proxyUrl
      .replace(/^socks5h:/, 'socks5:')
      .replace(/^socks:/, 'socks5:')
      .replace(/\/$/, ''),
    proxyBypassRules: bypass.flatMap(toRules).join(','),
  }
}

/** A name alone means also what is below it; in Chromium's words only the name with a dot before it does. */
function toRules(entry: string): readonly string[] {
  const isName = /^[a-z\d_-][a-z\d._-]*(:\d+)?$/i.test(entry) && !/^[\d.]+(:\d+)?$/.test(entry)
  return isName ? [entry, `.${entry}`] : [entry]
}
