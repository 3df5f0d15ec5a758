// Starts and reconfigures the gateway for the application, and reports its URL, its problems and its last latency.
import type { Exchange, RefusalCounts } from '#shared/schemas/exchange'
import type { GatewayAddress, GatewayHandle, GatewaySettings } from './gateway-settings'

interface GatewayEvents {
  readonly onExchange: (exchange: Exchange) => void
  /** All that were counted since the gateway was started. */
  readonly onRefusals: (counts: RefusalCounts) => void
  /** The gateway died. Another one has been started, unless its address rejects. */
  readonly onRestart: (reason: string, error?: unknown) => void
}

export type StartGateway = (
  settings: GatewaySettings,
  events: GatewayEvents,
) => GatewayHandle | Promise<GatewayHandle>

export interface GatewayController {
  /** Rejects where the gateway cannot listen. */
  readonly address: () => Promise<GatewayAddress>
  readonly state: () => {
    readonly url: string | null
    readonly notice: string | null
    readonly lastLatency: number | null
    readonly refusals: RefusalCounts
  }
  readonly reconfigure: () => Promise<void>
  readonly retryPort: GatewayHandle['retryPort']
  readonly check: GatewayHandle['check']
  readonly close: (grace: number) => Promise<void>
}

export interface GatewayControllerPorts {
  readonly start: StartGateway
  readonly settings: () => GatewaySettings
  readonly onExchange: (exchange: Exchange) => void
  readonly onChange: () => void
}

export async function openGatewayController(ports: GatewayControllerPorts): Promise<GatewayController> {
  let url: string | null = null
  let notice: string | null = null
  let lastLatency: number | null = null
  let refusals: RefusalCounts = []

  const note = async (answer: Promise<GatewayAddress>) => {
    try {
      const address = await answer
      url = address.url
      notice = address.notice
    } catch (error) {
      notice = error instanceof Error ? error.message : String(error)
      // A setting that was refused leaves the old address; a gateway that died has none.
      url = await gateway.address().then(
        (address) => address.url,
        () => null,
      )
    }
    ports.onChange()
  }
  const gateway = await ports.start(ports.settings(), {
    onExchange: (exchange) => {
      lastLatency = exchange.times.firstByte ?? lastLatency
      ports.onExchange(exchange)
      ports.onChange()
    },
    onRefusals: (counts) => {
      refusals = counts
      ports.onChange()
    },
    onRestart: () => void note(gateway.address()),
  })
  void note(gateway.address())
  return {
    address: gateway.address,
    state: () => ({ url, notice, lastLatency, refusals }),
    reconfigure: () => note(gateway.configure(ports.settings())),
    retryPort: async () => {
      const address = await gateway.retryPort()
      await note(Promise.resolve(address))
      return address
    },
    check: gateway.check,
    close: gateway.close,
  }
}
