// The transport to upstreams with the proxy, certificates and timeouts of the settings.
import { readCertificates } from '#gateway/outbound/certificates'
import type { RetiringOutbound } from '#gateway/outbound/dispatch'
import { type ProxyLogin, proxyFromEnvironment, proxyFromSettings, withLogin } from '#gateway/outbound/proxy'
import type { FindProxy, Outbound, ProxyRoute } from '#gateway/ports'
import { type GatewayNetwork, type GatewaySettings, toProxyLogin } from './gateway-settings'
import { withTimeouts } from './with-timeouts'

/** The system's networking, which the settings can use. */
export interface SystemNetworking {
  readonly systemProxy: (login: ProxyLogin | null) => FindProxy
  /** The desktop's network stack; absent in the headless gateway. */
  readonly systemStack?: Outbound
}

/** The headless gateway finds proxies in environment variables. */
export const headlessNetworking: SystemNetworking = {
  systemProxy: (login) => addCredentials(proxyFromEnvironment(process.env), login),
}

type OutboundSettings = Pick<GatewaySettings, 'network' | 'limits'>

interface ConfigurableOutbound extends Outbound {
  readonly configure: (settings: OutboundSettings) => void
}

/** Changes take effect with the next request. Requests in flight stay on their transport. */
export function openConfigurableOutbound(
  first: OutboundSettings,
  systemNetworking: SystemNetworking,
): ConfigurableOutbound {
  let current = openTransport(first, systemNetworking)
  let currentSettings = fingerprint(first)
  const retired = new Set<Route>()
  return {
    send: (origin, call) => current.send(origin, call),
    configure: (next) => {
      if (fingerprint(next) === currentSettings) return
      currentSettings = fingerprint(next)
      const old = current
      current = openTransport(next, systemNetworking)
      if (!old.retire) return
      retired.add(old)
      void old.retire().finally(() => retired.delete(old))
    },
    close: async () => {
      await Promise.all([current, ...retired].map((outbound) => outbound.close()))
      await systemNetworking.systemStack?.close()
    },
  }
}

/** A dispatcher is retired when the settings change. The system's network stack is not. */
type Route = Outbound & Partial<RetiringOutbound>

function fingerprint({ network, limits }: OutboundSettings): string {
  return JSON.stringify([network, limits.upstreamSeconds])
}

function openTransport({ network, limits }: OutboundSettings, systemNetworking: SystemNetworking): Route {
  const timeouts = {
    headersTimeout: limits.upstreamSeconds * 1000,
    bodyTimeout: network.silenceSeconds * 1000,
  }
  if (network.systemStack && systemNetworking.systemStack)
    return withTimeouts(systemNetworking.systemStack, timeouts)
  return lazyOutbound(async () => {
    const certificates = readCertificates(network.certificatesFile)
    const findProxy = chooseProxy(network, systemNetworking)
    const { createDispatcher } = await import('#gateway/outbound/dispatch')
    return createDispatcher({
      connectTimeout: network.connectSeconds * 1000,
      ...timeouts,
      ...(certificates ? { certificates } : {}),
      ...(findProxy ? { findProxy } : {}),
    })
  })
}

function chooseProxy(network: GatewayNetwork, systemNetworking: SystemNetworking): FindProxy | undefined {
  const { proxyMode, proxyUrl: url, bypass } = network
  if (proxyMode === 'none') return undefined
  const login = toProxyLogin(network)
  return proxyMode === 'custom'
    ? proxyFromSettings({ url, login, bypass })
    : systemNetworking.systemProxy(login)
}

/** Opens at the first request, and retries at each request, because a missing file may return. */
export function lazyOutbound(open: () => Promise<RetiringOutbound>): RetiringOutbound {
  let opened: RetiringOutbound | undefined
  let opening: Promise<RetiringOutbound> | undefined
  const openOnce = () => {
    opening ??= open().finally(() => {
      opening = undefined
    })
    return opening
  }
  /** Undefined if there was no request, or none could be sent. */
  const whenOpened = async () => opened ?? (await opening?.catch(() => undefined))
  const sendFirst: Outbound['send'] = async (origin, call) => {
    opened ??= await openOnce()
    return opened.send(origin, call)
  }
  return {
    // Later requests wait for no further promise.
    send: (origin, call) => opened?.send(origin, call) ?? sendFirst(origin, call),
    close: async () => (await whenOpened())?.close(),
    retire: async () => (await whenOpened())?.retire(),
  }
}

/** `login` null: use the credentials in the proxy's URL, if any. */
function addCredentials(find: FindProxy, login: ProxyLogin | null): FindProxy {
  if (login === null) return find
  const add = (route: ProxyRoute): ProxyRoute => (route.kind === 'direct' ? route : withLogin(route, login))
  return (origin) => {
    const route = find(origin)
    return route instanceof Promise ? route.then(add) : add(route)
  }
}
