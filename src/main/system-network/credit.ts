// How many bytes may be sent to a receiver that has not taken them yet.

export class Credit {
  #bytes: number
  #wake: (() => void) | undefined

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  grant(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes <= 0) return
    this.#wake?.()
    this.#wake = undefined
  }

  /** Resolves once there is any credit at all: a chunk larger than what is left overdraws it. */
  async spend(bytes: number): Promise<void> {
    while (this.#bytes <= 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    this.#bytes -= bytes
  }

  /** Nobody need wait any more. */
  cancel(): void {
    this.grant(Number.POSITIVE_INFINITY)
  }
}
