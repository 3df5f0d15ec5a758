// Requests to another thread that have no response yet, by number.
import { ApiError } from '#shared/schemas/api-error'

interface Waiting {
  readonly resolve: (outcome: never) => void
  readonly reject: (error: Error) => void
}

export class PendingRequests {
  readonly #waiting = new Map<number, Waiting>()
  #requests = 0

  add<Outcome>(id: number): Promise<Outcome> {
    const answer = new Promise<Outcome>((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
    // The failure reaches those who await it; there may be none.
    answer.catch(() => undefined)
    return answer
  }

  /** Under the next number, starting with 1. */
  next<Outcome>(): { readonly id: number; readonly answer: Promise<Outcome> } {
    this.#requests += 1
    return { id: this.#requests, answer: this.add(this.#requests) }
  }

  /** The other side resolves each request with its own type of outcome. */
  resolve(id: number, outcome: unknown): void {
    this.#take(id)?.resolve(outcome as never)
  }

  reject(id: number, error: Error): void {
    this.#take(id)?.reject(error)
  }

  rejectAll(reason: string): void {
    for (const id of [...this.#waiting.keys()]) this.reject(id, new ApiError('INTERNAL', reason))
  }

  #take(id: number): Waiting | undefined {
    const one = this.#waiting.get(id)
    this.#waiting.delete(id)
    return one
  }
}
