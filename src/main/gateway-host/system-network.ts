// The desktop's own network for a gateway in another thread: its proxy settings, and requests over Chromium's stack.
import { networkInterfaces } from 'node:os'
import type { FindProxy, Outbound, ProxyRoute } from '#gateway/outbound/outbound'
import { readPacAnswer } from '#gateway/outbound/proxy'
import type { PortCalls } from '#gateway/port-calls'
import { ApiError } from '#shared/schemas/api-error'
import type { NetworkSettings } from '#shared/schemas/network'
import type { SystemNetworking } from './configurable-outbound'
import type { GatewayNetwork } from './gateway-settings'
import { type RequestFunctions, requestFunctions, sendOverPort } from './requests-over-port'

/** Resolves to the answer in the words of a PAC file. */
export type ResolveProxy = (url: string) => Promise<string>

export interface SystemNetwork {
  /** Applies to the requests over `stack` from now on. */
  readonly configure: (network: GatewayNetwork) => void
  readonly resolveProxy: ResolveProxy
  readonly stack: Pick<Outbound, 'send'>
}

/** What the main thread serves to the gateway's thread. */
export type NetworkFunctions = RequestFunctions & {
  resolveProxy(url: string): Promise<string>
}

export function networkFunctions({ resolveProxy, stack }: SystemNetwork): NetworkFunctions {
  return { ...requestFunctions(stack), resolveProxy }
}

/** The network of the main thread, in a thread that can call its `NetworkFunctions`. */
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

/** Milliseconds after which a route is resolved again in the background; requests still take the old one. */
const staleAfter = 30_000
/** Milliseconds after which a route is resolved again before any request takes it. */
const maxAge = 300_000
/** Milliseconds between two checks of the network. */
const checkInterval = 2_000
const maxOrigins = 500

interface RouteCacheInputs {
  /** Milliseconds. */
  readonly now: () => number
  /** Another text is another network: a cable, a Wi-Fi, a VPN came or went. */
  readonly network: () => string
}

const systemInputs: RouteCacheInputs = {
  now: Date.now,
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

/** Caches the proxies found for origins until the network changes, so that finding them again delays no request. */
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

  /** Requests take the old route, if there is one, until the new one is known. */
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

/** What `session.setProxy` takes. */
interface ProxyConfig {
  readonly mode: 'direct' | 'fixed_servers'
  readonly proxyRules?: string
  readonly proxyBypassRules?: string
}

type ProxyChoice = Pick<NetworkSettings, 'proxyMode' | 'proxyUrl' | 'bypass'>

/** For a custom proxy or none; the system's needs no configuration. */
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
