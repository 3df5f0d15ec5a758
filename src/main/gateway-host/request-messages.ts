// Messages between two threads about requests that one of them sends for the other; bodies flow as far as the receiver gives credit.

import { ChunkQueue } from '#gateway/outbound/chunk-queue'
import { codeOf } from '#gateway/outbound/transport-error'
import { ApiError, type ErrorCode } from '#shared/schemas/api-error'
import type { Headers } from '#shared/wire/call'

/** Bytes at hand, none, or `flows`: they come in chunks as far as the other side has given credit. */
type MessageBody = Uint8Array | null | 'flows'

/** Bytes that may be under way between the threads before the receiving side gives credit for more. */
export const initialCredit = 262_144

/** A body in parts; the same words in both directions. */
type BodyMessage =
  | { readonly type: 'chunk'; readonly id: number; readonly chunk: Uint8Array }
  | { readonly type: 'end'; readonly id: number }
  | { readonly type: 'credit'; readonly id: number; readonly bytes: number }

export interface RequestHead {
  readonly type: 'call'
  readonly id: number
  readonly origin: string
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: MessageBody
}

export type RequestMessage =
  | RequestHead
  | BodyMessage
  /** Nobody waits for the answer any more, or the body of the call broke off. */
  | { readonly type: 'abort'; readonly id: number }

export type ResponseMessage =
  | {
      readonly type: 'answer'
      readonly id: number
      readonly status: number
      readonly headers: Headers
      readonly body: MessageBody
    }
  | BodyMessage
  | { readonly type: 'failed'; readonly id: number; readonly failure: Failure }

/** An `ApiError` as it crosses: what a thread cannot clone is left behind. */
interface Failure {
  readonly code: ErrorCode
  readonly message: string
  /** The code of its cause: `ECONNREFUSED`, `ERR_NAME_NOT_RESOLVED`; empty where it has none. */
  readonly causeCode: string
}

export function toFailure({ code, message, cause }: ApiError): Failure {
  return { code, message, causeCode: codeOf(cause) }
}

export function fromFailure({ code, message, causeCode }: Failure): ApiError {
  return new ApiError(code, message, { cause: Object.assign(new Error(causeCode), { code: causeCode }) })
}

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

/** Bytes for which one message of credit is worth its cost; less than any sender may have under way. */
const minGrant = 65_536

export class CreditedChunkQueue {
  readonly body: ChunkQueue
  readonly #grant: (bytes: number) => void
  #owed = 0

  /** `onLeave` runs when the reader leaves before the end. */
  constructor(grant: (bytes: number) => void, onLeave: () => void) {
    this.#grant = grant
    this.body = new ChunkQueue(onLeave)
  }

  receive(chunk: Uint8Array): void {
    this.#owed += chunk.length
    const hasRoom = this.body.push(chunk, this.#settle)
    if (hasRoom && this.#owed >= minGrant) this.#settle()
  }

  readonly #settle = (): void => {
    this.#grant(this.#owed)
    this.#owed = 0
  }
}

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
