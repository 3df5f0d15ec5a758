// Lets a long pass over a body give way to other requests: streams must not wait for it.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds for which one pass may hold the event loop. */
const maxHoldMs = 10

export class LoopShare {
  #began = performance.now()

  /** True when it is time to wait for `yield`. */
  get isUsedUp(): boolean {
    return performance.now() - this.#began > maxHoldMs
  }

  async yield(): Promise<void> {
    await nextTurn()
    this.#began = performance.now()
  }
}

/** `length`: of all chunks together. */
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
