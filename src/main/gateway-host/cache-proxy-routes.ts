// Caches the proxies found for origins, so that finding them again delays no request, until the network changes.
import { networkInterfaces } from 'node:os'
import type { FindProxy, ProxyRoute } from '#gateway/outbound/outbound'

/** Milliseconds after which a route is resolved again in the background; requests still take the old one. */
const staleAfter = 30_000
/** Milliseconds after which a route is resolved again before any request takes it. */
const maxAge = 300_000
/** Milliseconds between two checks of the network. */
const checkInterval = 2_000
const maxOrigins = 500

export interface RouteCacheInputs {
  /** Milliseconds. */
  readonly now: () => number
  /** Another text is another network: a cable, a Wi-Fi, a VPN came or went. */
  readonly network: () => string
}

const senses: RouteCacheInputs = {
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

export function cacheProxyRoutes(
  find: (origin: string) => Promise<ProxyRoute>,
  { now, network }: RouteCacheInputs = senses,
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
