// Works on bytes of bodies, and lets a long loop over one yield to other requests, so that it doesn't delay their streams.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Returns the same memory with Node's methods. */
export function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Milliseconds for which a loop may block the event loop. */
const maxHoldMs = 10

export class LoopShare {
  #startedAt = performance.now()

  /** True when it is time to await `yield`. */
  get isUsedUp(): boolean {
    return performance.now() - this.#startedAt > maxHoldMs
  }

  async yield(): Promise<void> {
    await nextTurn()
    this.#startedAt = performance.now()
  }
}

/** `length` is the total length of all chunks. */
export async function joinChunks(chunks: readonly Uint8Array[], length: number): Promise<Buffer> {
  const share = new LoopShare()
  const whole = Buffer.allocUnsafeSlow(length)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
    if (share.isUsedUp) await share.yield()
  }
  return whole
}
