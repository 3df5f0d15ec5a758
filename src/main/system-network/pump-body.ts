// Sends a flowing body to another thread in chunks, no faster than it is taken there.
import type { Credit } from './credit'

interface Pump {
  readonly credit: Credit
  /** The other side wants no more. */
  readonly isOver: () => boolean
  readonly send: (chunk: Uint8Array<ArrayBuffer>) => void
}

/** Rejects as the body does. Leaves the body early where the other side has left. */
export async function pumpBody(body: AsyncIterable<Uint8Array>, pump: Pump): Promise<void> {
  for await (const chunk of body) {
    if (pump.isOver()) return
    await pump.credit.spend(chunk.length)
    if (pump.isOver()) return
    pump.send(copyExactly(chunk))
  }
}

/** A message takes a view's whole buffer along, and a pooled one must not be given away. */
export function copyExactly(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}
