// Where a gateway listens: moved to another port without a gap, one move after the other.
import type { Gateway } from '#gateway/gateway'
import { type Listening, listen } from '#gateway/listen'
import type { GatewayAddress } from './gateway-settings'

interface MovingListener {
  /** Once every move that was asked for is done. */
  readonly address: () => Promise<GatewayAddress>
  /** Rejects where no port can be opened; it listens where it did then. */
  readonly moveTo: (port: number) => Promise<GatewayAddress>
  /** Finishes what is under way, at ports that were left too, for at most `grace` milliseconds. */
  readonly close: (grace: number) => Promise<void>
}

/** What is under way at a port that is left may take this long, in milliseconds: nobody asked for its end. */
const farewell = 86_400_000

export async function openListener(gateway: Gateway, first: number): Promise<MovingListener> {
  let current = await listen(gateway, { port: first })
  let asked = first
  let moving: Promise<unknown> = Promise.resolve()
  const left = new Set<Listening>()

  async function move(port: number): Promise<GatewayAddress> {
    if (port === current.port) current = { ...current, notice: null }
    else if (port !== asked) {
      const old = current
      current = await listen(gateway, { port })
      left.add(old)
      void old.close(farewell).finally(() => left.delete(old))
    }
    asked = port
    return toAddress(current)
  }

  return {
    address: async () => {
      await moving
      return toAddress(current)
    },
    moveTo: (port) => {
      const moved = moving.then(() => move(port))
      moving = moved.catch(() => undefined)
      return moved
    },
    close: async (grace) => {
      await moving
      await Promise.all([current, ...left].map((listening) => listening.close(grace)))
    },
  }
}

/** A message: what listens has functions that cannot cross to another thread. */
function toAddress({ url, notice }: GatewayAddress): GatewayAddress {
  return { url, notice }
}
