// Starts and reconfigures the gateway for the application, and reports its URL, its problems and its last latency.
import type { Exchange, RefusalCounts } from '#shared/schemas/exchange'
import type { GatewayAddress, GatewayHandle, GatewaySettings } from './gateway-settings'

interface GatewayEvents {
  readonly onExchange: (exchange: Exchange) => void
  /** Counts since the gateway was started. */
  readonly onRefusals: (counts: RefusalCounts) => void
  /** The gateway died. Another one was started, unless its `address` rejects. */
  readonly onRestart: (reason: string, error?: unknown) => void
}

export type StartGateway = (
  settings: GatewaySettings,
  events: GatewayEvents,
) => GatewayHandle | Promise<GatewayHandle>

export type GatewayController = Awaited<ReturnType<typeof openGatewayController>>

interface GatewayControllerPorts {
  readonly start: StartGateway
  readonly settings: () => GatewaySettings
  readonly onExchange: (exchange: Exchange) => void
  readonly onChange: () => void
}

export async function openGatewayController(ports: GatewayControllerPorts) {
  let url: string | null = null
  let notice: string | null = null
  let lastLatency: number | null = null
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
    onRestart: () => void update(gateway.address()),
  })
  void update(gateway.address())
  const { address, check, close } = gateway
  return {
    /** Rejects if the gateway cannot listen. */
    address,
    check,
    close,
    state: () => ({ url, notice, lastLatency, refusals }),
    reconfigure: () => update(gateway.configure(ports.settings())),
    retryPort: async () => {
      const moved = await gateway.retryPort()
      await update(Promise.resolve(moved))
      return moved
    },
  }
}
