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

interface Remembered {
  route: ProxyRoute | Promise<ProxyRoute>
  askedAt: number
  isAsking: boolean
}

export function cacheProxyRoutes(
  find: (origin: string) => Promise<ProxyRoute>,
  { now, network }: RouteCacheInputs = senses,
): FindProxy {
  const known = new Map<string, Remembered>()
  let seen = network()
  let lookedAt = now()

  function forgetWhereMoved(): void {
    if (now() - lookedAt < checkInterval) return
    lookedAt = now()
    const current = network()
    if (current !== seen) known.clear()
    seen = current
  }

  function ask(origin: string): Remembered {
    const answer = find(origin)
    const remembered: Remembered = { route: answer, askedAt: now(), isAsking: true }
    if (known.size >= maxOrigins) known.clear()
    known.set(origin, remembered)
    answer.then(
      (route) => Object.assign(remembered, { route, isAsking: false }),
      () => {
        if (known.get(origin) === remembered) known.delete(origin)
      },
    )
    return remembered
  }

  /** Requests take the old route until the new one is known. */
  function askAgain(origin: string, remembered: Remembered): void {
    remembered.isAsking = true
    find(origin).then(
      (route) => Object.assign(remembered, { route, askedAt: now(), isAsking: false }),
      () => Object.assign(remembered, { isAsking: false }),
    )
  }

  return (origin) => {
    forgetWhereMoved()
    const remembered = known.get(origin)
    if (!remembered || now() - remembered.askedAt > maxAge) return ask(origin).route
    if (!remembered.isAsking && now() - remembered.askedAt > staleAfter) askAgain(origin, remembered)
    return remembered.route
  }
}
