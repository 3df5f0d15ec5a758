// Moves the gateway's listener to another port without downtime, one move at a time.
import type { Gateway } from '#gateway/server/gateway'
import { type Listening, listen } from '#gateway/server/listen'
import { createOneAtATime } from '#workspace/one-at-a-time'
import type { GatewayAddress } from './gateway-settings'

interface RebindableListener {
  /** Once every move that was asked for is done. */
  readonly address: () => Promise<GatewayAddress>
  /** Rejects where no port can be opened; it listens where it did then. */
  readonly moveTo: (port: number) => Promise<GatewayAddress>
  /** Moves back to the port that was asked for last. Rejects with UNAVAILABLE, and stays, if it is still taken. */
  readonly retryPort: () => Promise<GatewayAddress>
  /** Finishes what is under way, at ports that were left too, for at most `grace` milliseconds. */
  readonly close: (grace: number) => Promise<void>
}

/** What is under way at a port that is left may take this long, in milliseconds: nobody asked for its end. */
const drainTimeout = 86_400_000

export async function openRebindableListener(gateway: Gateway, first: number): Promise<RebindableListener> {
  let current = await listen(gateway, { port: first })
  let asked = first
  const inTurn = createOneAtATime()
  const left = new Set<Listening>()

  async function move(port: number): Promise<GatewayAddress> {
    if (port === current.port) current = { ...current, notice: null }
    else if (port !== asked) replace(await listen(gateway, { port }))
    asked = port
    return toAddress(current)
  }

  function replace(next: Listening): void {
    const old = current
    current = next
    left.add(old)
    void old.close(drainTimeout).finally(() => left.delete(old))
  }

  async function retryPort(): Promise<GatewayAddress> {
    if (current.notice !== null) replace(await listen(gateway, { port: asked, isFixed: true }))
    return toAddress(current)
  }

  return {
    address: () => inTurn(async () => toAddress(current)),
    moveTo: (port) => inTurn(() => move(port)),
    retryPort: () => inTurn(retryPort),
    close: async (grace) => {
      await inTurn(async () => undefined)
      await Promise.all([current, ...left].map((listening) => listening.close(grace)))
    },
  }
}

/** A message: what listens has functions that cannot cross to another thread. */
function toAddress({ url, notice }: GatewayAddress): GatewayAddress {
  return { url, notice }
}
