// The way out to upstreams as the settings have it: over which proxy, trusting whom, and how patient.
import { readCertificates } from '#gateway/outbound/certificates'
import { createDispatcher, type RetiringOutbound } from '#gateway/outbound/dispatch'
import type { FindProxy, Outbound } from '#gateway/outbound/outbound'
import type { ProxyLogin } from '#gateway/outbound/proxy'
import { proxyFromEnvironment, proxyFromSettings } from '#gateway/outbound/proxy'
import { addCredentials } from './add-credentials'
import { type GatewayNetwork, type GatewaySettings, toProxyLogin } from './gateway-settings'
import { limitPatience } from './system-network/limit-patience'

/** What the settings may choose from beside a proxy of their own. */
export interface WaysOut {
  readonly systemProxy: (login: ProxyLogin | null) => FindProxy
  /** The desktop's own network stack; absent where there is none. */
  readonly systemStack?: Outbound
}

/** Without a window the usual variables are the system's answer. */
export const waysWithoutWindow: WaysOut = {
  systemProxy: (login) => addCredentials(proxyFromEnvironment(process.env), login),
}

type WayOutSettings = Pick<GatewaySettings, 'network' | 'limits'>

interface WayOut extends Outbound {
  readonly configure: (settings: WayOutSettings) => void
}

/** Counts from the next call on: what is under way goes on over the way that it began with. */
export function openWayOut(first: WayOutSettings, ways: WaysOut): WayOut {
  let current = choose(first, ways)
  let from = fingerprint(first)
  const left = new Set<Way>()
  return {
    sendTo: (origin) => (call) => current.sendTo(origin)(call),
    configure: (next) => {
      if (fingerprint(next) === from) return
      from = fingerprint(next)
      const old = current
      current = choose(next, ways)
      if (!old.retire) return
      left.add(old)
      void old.retire().finally(() => left.delete(old))
    },
    close: async () => {
      await Promise.all([current, ...left].map((outbound) => outbound.close()))
      await ways.systemStack?.close()
    },
  }
}

/** The system's network stack outlives every setting; a dispatcher is retired once another way is chosen. */
type Way = Outbound & Partial<RetiringOutbound>

function fingerprint({ network, limits }: WayOutSettings): string {
  return JSON.stringify([network, limits.upstreamSeconds])
}

function choose({ network, limits }: WayOutSettings, ways: WaysOut): Way {
  const patience = {
    headersTimeout: limits.upstreamSeconds * 1000,
    bodyTimeout: network.silenceSeconds * 1000,
  }
  if (network.systemStack && ways.systemStack) return limitPatience(ways.systemStack, patience)
  return openLate(() => {
    const certificates = readCertificates(network.certificatesFile)
    const findProxy = chooseProxy(network, ways)
    return createDispatcher({
      connectTimeout: network.connectSeconds * 1000,
      ...patience,
      ...(certificates ? { certificates } : {}),
      ...(findProxy ? { findProxy } : {}),
    })
  })
}

function chooseProxy(network: GatewayNetwork, ways: WaysOut): FindProxy | undefined {
  const { proxyMode, proxyUrl: url, bypass } = network
  if (proxyMode === 'none') return undefined
  const login = toProxyLogin(network)
  return proxyMode === 'custom' ? proxyFromSettings({ url, login, bypass }) : ways.systemProxy(login)
}

/** Opened by the first call, and tried again by each call until it can be: a missing file may come back. */
function openLate(open: () => RetiringOutbound): RetiringOutbound {
  let opened: RetiringOutbound | undefined
  return {
    sendTo: (origin) => async (call) => {
      opened ??= open()
      return opened.sendTo(origin)(call)
    },
    close: async () => opened?.close(),
    retire: async () => opened?.retire(),
  }
}
