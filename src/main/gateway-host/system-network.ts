// The desktop's network for a gateway in another thread: its proxy settings, and requests over Chromium's stack.
import { networkInterfaces } from 'node:os'
import { readPacAnswer } from '#gateway/outbound/proxy'
import type { PortCalls } from '#gateway/port-calls'
import type { FindProxy, Outbound, ProxyRoute } from '#gateway/ports'
import { ApiError } from '#shared/schemas/api-error'
import type { NetworkSettings } from '#shared/schemas/network'
import type { SystemNetworking } from './configurable-outbound'
import type { GatewayNetwork } from './gateway-settings'
import { type RequestFunctions, requestFunctions, sendOverPort } from './requests-over-port'

/** Resolves to the proxies of a URL in PAC syntax. */
export type ResolveProxy = (url: string) => Promise<string>

export interface SystemNetwork {
  /** Applies to later requests over `stack`. */
  readonly configure: (network: GatewayNetwork) => void
  readonly resolveProxy: ResolveProxy
  readonly stack: Pick<Outbound, 'send'>
}

/** Functions of the main thread for the gateway's thread. */
export type NetworkFunctions = RequestFunctions & {
  resolveProxy(url: string): Promise<string>
}

export function networkFunctions({ resolveProxy, stack }: SystemNetwork): NetworkFunctions {
  return { ...requestFunctions(stack), resolveProxy }
}

/** Opens the main thread's network in a thread that can call its `NetworkFunctions`. */
export function networkingOverPort(calls: PortCalls<NetworkFunctions>): SystemNetworking {
  const resolveProxy: ResolveProxy = (url) =>
    calls.call('resolveProxy', url).catch(() => {
      throw new ApiError(
        'UNAVAILABLE',
        'The system didn’t report which proxy to use. Check the proxy settings.',
        { reason: 'connection' },
      )
    })
  return {
    systemProxy: (login) =>
      cacheProxyRoutes(async (origin) => readPacAnswer(await resolveProxy(`${origin}/`), login)),
    // The main thread's own stack stays open.
    systemStack: { send: sendOverPort(calls), close: async () => {} },
  }
}

/** Milliseconds after which a route is resolved again in the background; requests still use the old one. */
const staleAfter = 30_000
/** Milliseconds after which a route is resolved again before it is used. */
const maxAge = 300_000
/** Milliseconds between two checks of the network. */
const checkInterval = 2_000
const maxOrigins = 500

interface RouteCacheInputs {
  /** Milliseconds since any fixed moment. */
  readonly now: () => number
  /** A text that changes with the network, such as cable, Wi-Fi or VPN. */
  readonly network: () => string
}

const systemInputs: RouteCacheInputs = {
  // Not the time of day: after the clock was set back, no change of the network would be noticed.
  now: () => performance.now(),
  network: () =>
    Object.entries(networkInterfaces())
      .map(([name, addresses = []]) => `${name} ${addresses.map(({ cidr }) => cidr).join(' ')}`)
      .join('\n'),
}

interface CachedRoute {
  route: ProxyRoute | Promise<ProxyRoute>
  resolvedAt: number
  isResolving: boolean
}

/** Caches the proxies of origins until the network changes, so that resolving them does not delay requests. */
export function cacheProxyRoutes(
  find: (origin: string) => Promise<ProxyRoute>,
  { now, network }: RouteCacheInputs = systemInputs,
): FindProxy {
  const cache = new Map<string, CachedRoute>()
  let lastNetwork = network()
  let checkedAt = now()

  function clearIfMoved(): void {
    if (now() - checkedAt < checkInterval) return
    checkedAt = now()
    const current = network()
    if (current !== lastNetwork) cache.clear()
    lastNetwork = current
  }

  /** Until the new route is known, requests use the old one, if there is one. */
  function resolve(origin: string, old?: CachedRoute): CachedRoute['route'] {
    const route = find(origin)
    const cached = old ?? { route, resolvedAt: now(), isResolving: true }
    cached.isResolving = true
    if (cache.size >= maxOrigins) cache.clear()
    cache.set(origin, cached)
    route.then(
      (found) => Object.assign(cached, { route: found, resolvedAt: now(), isResolving: false }),
      () => {
        cached.isResolving = false
        if (!old && cache.get(origin) === cached) cache.delete(origin)
      },
    )
    return cached.route
  }

  return (origin) => {
    clearIfMoved()
    const cached = cache.get(origin)
    const age = cached ? now() - cached.resolvedAt : maxAge + 1
    if (!cached || age > maxAge) return resolve(origin)
    return cached.isResolving || age <= staleAfter ? cached.route : resolve(origin, cached)
  }
}

/** Parameters of `session.setProxy`. */
interface ProxyConfig {
  readonly mode: 'direct' | 'fixed_servers'
  readonly proxyRules?: string
  readonly proxyBypassRules?: string
}

type ProxyChoice = Pick<NetworkSettings, 'proxyMode' | 'proxyUrl' | 'bypass'>

/** Only for a custom proxy or none; the system's needs no configuration. */
export function toProxyConfig({ proxyMode, proxyUrl, bypass }: ProxyChoice): ProxyConfig {
  if (proxyMode !== 'custom') return { mode: 'direct' }
  return {
    mode: 'fixed_servers',
    // Chromium has no `socks5h`: its `socks5` always resolves names at the proxy.
    proxyRules: proxyUrl
      .replace(/^socks5h:/, 'socks5:')
      .replace(/^socks:/, 'socks5:')
      .replace(/\/$/, ''),
    proxyBypassRules: bypass.flatMap(toRules).join(','),
  }
}

/** Here a name includes its subdomains; in Chromium's rules, only a name with a leading dot does. */
function toRules(entry: string): readonly string[] {
  const isName = /^[a-z\d_-][a-z\d._-]*(:\d+)?$/i.test(entry) && !/^[\d.]+(:\d+)?$/.test(entry)
  return isName ? [entry, `.${entry}`] : [entry]
}
