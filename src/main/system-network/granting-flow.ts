// Receives a body in chunks from another thread, and gives credit for more as they are taken.
import { ChunkFlow } from '#gateway/outbound/chunk-queue'

/** Bytes for which one message of credit is worth its cost; less than any sender may have under way. */
const worthTelling = 65_536

export class GrantingFlow {
  readonly body: ChunkFlow
  readonly #grant: (bytes: number) => void
  #owed = 0

  /** `onLeave` runs when the reader leaves before the end. */
  constructor(grant: (bytes: number) => void, onLeave: () => void) {
    this.#grant = grant
    this.body = new ChunkFlow(onLeave)
  }

  receive(chunk: Uint8Array): void {
    this.#owed += chunk.length
    const hasRoom = this.body.push(chunk, this.#settle)
    if (hasRoom && this.#owed >= worthTelling) this.#settle()
  }

  readonly #settle = (): void => {
    this.#grant(this.#owed)
    this.#owed = 0
  }
}
