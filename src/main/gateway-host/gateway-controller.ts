// Starts and reconfigures the gateway for the application, and reports its URL, its problems, and how the provider responds.
import type { EndedExchange, Exchange, ExchangeSummary, RefusalCounts } from '#shared/schemas/exchange'
import type { ExchangeReport } from './exchange-reporter'
import type { GatewayAddress, GatewayHandle, GatewaySettings } from './gateway-settings'
import { type ProviderResponses, readReport, readResponses, unknownHealth } from './provider-health'

export interface GatewayEvents {
  readonly onExchange: (exchange: EndedExchange) => void
  /** Instead of `onExchange`, from a gateway in another thread. */
  readonly onExchanges: (report: ExchangeReport) => void
  /** Counts since the gateway was started. */
  readonly onRefusals: (counts: RefusalCounts) => void
  /** A request without the local key. */
  readonly onRejectedExchange: (exchange: Exchange) => void
  /** All requests in progress; none after a restart. */
  readonly onRunning: (running: readonly ExchangeSummary[]) => void
  /** The gateway died. Another one was started, unless its `address` rejects. */
  readonly onRestart: (reason: string, error?: unknown) => void
}

export type StartGateway = (
  settings: GatewaySettings,
  events: GatewayEvents,
) => GatewayHandle | Promise<GatewayHandle>

export type GatewayController = Awaited<ReturnType<typeof openGatewayController>>

export interface GatewayControllerPorts {
  readonly start: StartGateway
  readonly settings: () => GatewaySettings
  /** Also called for requests that were rejected without the local key. */
  readonly onExchange: (exchange: EndedExchange) => void
  readonly onExchanges: GatewayEvents['onExchanges']
  readonly onRunning: GatewayEvents['onRunning']
  /** The gateway died, and with it all requests in progress. */
  readonly onRestart: () => void
  readonly onChange: () => void
}

export async function openGatewayController(ports: GatewayControllerPorts) {
  let url: string | null = null
  let notice: string | null = null
  let lastLatency: number | null = null
  const first = ports.settings()
  let provider = describeProvider(first)
  let health = unknownHealth
  let refusals: RefusalCounts = []

  const update = async (pending: Promise<GatewayAddress>): Promise<void> => {
    try {
      const address = await pending
      url = address.url
      notice = address.notice
    } catch (error) {
      notice = error instanceof Error ? error.message : String(error)
      // A rejected setting leaves the old address; a gateway that died has none.
      url = await gateway.address().then(
        (address) => address.url,
        () => null,
      )
    }
    ports.onChange()
  }
  const note = (responses: ProviderResponses) => {
    lastLatency = responses.latency ?? lastLatency
    // A job of another provider says nothing about the selected one, nor does a request from before the change.
    const last = provider.kind && responses.health.get(provider.kind)
    if (last && last.startedAt >= provider.since) health = last.health
    ports.onChange()
  }
  const gateway = await ports.start(first, {
    onExchange: (exchange) => {
      ports.onExchange(exchange)
      note(readResponses([exchange], Date.now()))
    },
    onExchanges: (report) => {
      ports.onExchanges(report)
      note(report.responses)
    },
    onRefusals: (counts) => {
      refusals = counts
      ports.onChange()
    },
    onRejectedExchange: ports.onExchange,
    onRunning: ports.onRunning,
    onRestart: () => {
      ports.onRestart()
      void update(gateway.address())
    },
  })
  void update(gateway.address())
  const { address, close } = gateway
  return {
    /** Rejects if the gateway cannot listen. */
    address,
    check: async (upstream: string, signal?: AbortSignal) => {
      const checked = provider
      const report = await gateway.check(upstream, signal)
      if (upstream === provider.id && checked === provider) {
        health = readReport(report, Date.now())
        ports.onChange()
      }
      return report
    },
    listModels: gateway.listModels,
    stop: gateway.stop,
    flush: gateway.flush,
    close,
    state: () => ({ url, notice, lastLatency, refusals, health }),
    reconfigure: () => {
      const settings = ports.settings()
      const changed = describeProvider(settings)
      if (changed.key !== provider.key) {
        provider = changed
        health = unknownHealth
        lastLatency = null
      }
      return update(gateway.configure(settings))
    },
    retryPort: async () => {
      const moved = await gateway.retryPort()
      await update(Promise.resolve(moved))
      return moved
    },
  }
}

/** The selected provider. Another `key` means that what is known about it is outdated. */
function describeProvider({ active, upstreams, network }: GatewaySettings) {
  const upstream = upstreams.find(({ id }) => id === active)
  return { id: active, kind: upstream?.kind, key: JSON.stringify([upstream, network]), since: Date.now() }
}
