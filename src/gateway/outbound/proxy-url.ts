// Reads the address of a proxy as environments and people write it.
import type { ProxyServer } from './proxy-tunnel'

interface Credentials {
  readonly name: string
  readonly password: string
}

/** A name and password, and the proxies that they were entered for. */
export interface ProxyLogin {
  /** `name:password`. */
  readonly credentials: string
  /** `host:port` of each; absent if they are for any proxy. */
  readonly hosts?: readonly string[] | undefined
}

/** The proxy with the login, if that was entered for it. */
export function withLogin(proxy: ProxyServer, login: ProxyLogin | null): ProxyServer {
  if (!login || (login.hosts && !login.hosts.includes(toProxyHost(proxy)))) return proxy
  return { ...proxy, credentials: readCredentials(login.credentials) }
}

export function toProxyHost({ host, port }: Pick<ProxyServer, 'host' | 'port'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

const schemes: Readonly<Record<string, { readonly kind: ProxyServer['kind']; readonly port: number }>> = {
  'http:': { kind: 'http', port: 80 },
  'https:': { kind: 'https', port: 443 },
  'socks:': { kind: 'socks5', port: 1080 },
  'socks4:': { kind: 'socks4', port: 1080 },
  'socks4a:': { kind: 'socks4', port: 1080 },
  'socks5:': { kind: 'socks5', port: 1080 },
  'socks5h:': { kind: 'socks5', port: 1080 },
}

/** `host:8080` is an HTTP proxy. Undefined where it is no address of a proxy. */
export function readProxyUrl(text: string): ProxyServer | undefined {
  const trimmed = text.trim()
  try {
    const url = new URL(/^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`)
    const scheme = schemes[url.protocol]
    const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
    if (!scheme || host === '' || url.search !== '' || url.hash !== '') return undefined
    const credentials = { name: decode(url.username), password: decode(url.password) }
    const route = { kind: scheme.kind, host, port: Number(url.port) || scheme.port }
    return credentials.name || credentials.password ? { ...route, credentials } : route
  } catch {
    return undefined
  }
}

/** `name:password`; the password may hold colons. */
function readCredentials(text: string): Credentials {
  const colon = text.indexOf(':')
  return colon < 0
    ? { name: text, password: '' }
    : { name: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** A stray `%` is meant as it stands. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
