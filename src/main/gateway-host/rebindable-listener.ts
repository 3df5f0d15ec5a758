// Moves the gateway's listener to another port without downtime, one move at a time.
import { type ListeningServer, listen, type ServedGateway } from '#gateway/server/listen'
import { createSerialQueue } from '#workspace/concurrency/locks'
import type { GatewayAddress, GatewaySettings } from './gateway-settings'

interface RebindableListener {
  /** Resolves after all requested moves. */
  readonly address: () => Promise<GatewayAddress>
  /** Rejects, and stays on the old port, if no port can be opened. */
  readonly moveTo: (port: number) => Promise<GatewayAddress>
  /** Moves back to the last requested port. Rejects with UNAVAILABLE, and stays, if it is still in use. */
  readonly retryPort: () => Promise<GatewayAddress>
  /** Finishes requests in flight, on old ports too, for at most `graceMs` milliseconds. */
  readonly close: (graceMs: number) => Promise<void>
}

/** Milliseconds that requests in flight on an old port may take. A day, because nothing requires them to end. */
const drainTimeout = 86_400_000

export async function openRebindableListener(
  gateway: ServedGateway,
  first: Pick<GatewaySettings, 'port' | 'isPortFixed'>,
): Promise<RebindableListener> {
  let current = await listen(gateway, first.port, first.isPortFixed)
  let requested = first.port
  const inTurn = createSerialQueue()
  const draining = new Set<ListeningServer>()

  async function move(port: number): Promise<GatewayAddress> {
    if (port === current.port) current = { ...current, notice: null }
    else if (port !== requested) replace(await listen(gateway, port))
    requested = port
    return toAddress(current)
  }

  function replace(next: ListeningServer): void {
    const old = current
    current = next
    draining.add(old)
    void old.close(drainTimeout).finally(() => draining.delete(old))
  }

  async function retryPort(): Promise<GatewayAddress> {
    if (current.notice !== null) replace(await listen(gateway, requested, true))
    return toAddress(current)
  }

  return {
    address: () => inTurn(async () => toAddress(current)),
    moveTo: (port) => inTurn(() => move(port)),
    retryPort: () => inTurn(retryPort),
    close: async (graceMs) => {
      await inTurn(async () => undefined)
      await Promise.all([current, ...draining].map((listening) => listening.close(graceMs)))
    },
  }
}

/** A plain message, because a server has functions, which cannot be sent to another thread. */
function toAddress({ url, notice }: GatewayAddress): GatewayAddress {
  return { url, notice }
}
