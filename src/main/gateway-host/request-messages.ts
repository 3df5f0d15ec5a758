// Messages between two threads about requests that one of them sends for the other; bodies flow as far as the receiver gives credit.
import { ChunkQueue } from '#gateway/outbound/chunk-queue'
import { errorCodeOf } from '#gateway/outbound/transport-error'
import { ApiError, type ErrorCode } from '#shared/schemas/api-error'
import type { HttpBody, HttpHeaders } from '#shared/wire/http'

/** Buffered bytes, none, or `stream`: it comes in chunks as far as the other side has given credit. */
type MessageBody = Uint8Array | null | 'stream'

/** Bytes that may be in flight between the threads before the receiving side gives credit for more. */
const initialCredit = 262_144

/** A body in chunks; the same in both directions. */
export type BodyMessage =
  | { readonly type: 'chunk'; readonly id: number; readonly chunk: Uint8Array }
  | { readonly type: 'end'; readonly id: number }
  | { readonly type: 'credit'; readonly id: number; readonly bytes: number }

export interface RequestHead {
  readonly type: 'call'
  readonly id: number
  readonly origin: string
  readonly method: string
  readonly path: string
  readonly headers: HttpHeaders
  readonly body: MessageBody
}

export type RequestMessage =
  | RequestHead
  | BodyMessage
  /** The client has canceled the request, or its body broke off. */
  | { readonly type: 'abort'; readonly id: number }

export type ResponseMessage =
  | {
      readonly type: 'answer'
      readonly id: number
      readonly status: number
      readonly headers: HttpHeaders
      readonly body: MessageBody
    }
  | BodyMessage
  | { readonly type: 'failed'; readonly id: number; readonly failure: Failure }

/** An `ApiError` as it crosses: without what cannot be cloned. */
interface Failure {
  readonly code: ErrorCode
  readonly message: string
  /** The code of its cause: `ECONNREFUSED`, `ERR_NAME_NOT_RESOLVED`; empty if it has none. */
  readonly causeCode: string
}

export function toFailure({ code, message, cause }: ApiError): Failure {
  return { code, message, causeCode: errorCodeOf(cause) }
}

export function fromFailure({ code, message, causeCode }: Failure): ApiError {
  return new ApiError(code, message, { cause: Object.assign(new Error(causeCode), { code: causeCode }) })
}

/** The body as its first message has it, with what is transferred; the chunks of a stream are sent by `BodyChannel`. */
export function toMessageBody(body: HttpBody): {
  readonly body: MessageBody
  readonly transfer: ArrayBuffer[]
} {
  if (body === null) return { body, transfer: [] }
  if (!(body instanceof Uint8Array)) return { body: 'stream', transfer: [] }
  const copy = copyExactly(body)
  return { body: copy, transfer: [copy.buffer] }
}

type PostBodyMessage = (message: BodyMessage, transfer?: ArrayBuffer[]) => void

/** Bytes for which one message of credit is worth its cost; fewer than a sender may have in flight. */
const minGrant = 65_536

/** The bodies of one request in both directions: chunks are sent as far as the other side has given credit. */
export class BodyChannel {
  readonly incoming: ChunkQueue
  readonly #id: number
  readonly #post: PostBodyMessage
  /** Bytes that the other side still takes. */
  #credit = initialCredit
  #wake: (() => void) | undefined
  /** Bytes received for which no credit was given yet. */
  #owed = 0
  #isClosed = false

  /** `onCancel` runs when the reader of `incoming` stops before its end. */
  constructor(id: number, post: PostBodyMessage, onCancel: () => void = () => {}) {
    this.#id = id
    this.#post = post
    this.incoming = new ChunkQueue(onCancel)
  }

  handle(message: BodyMessage): void {
    if (message.type === 'credit') this.#addCredit(message.bytes)
    if (message.type === 'end') this.incoming.end()
    if (message.type !== 'chunk') return
    this.#owed += message.chunk.length
    const hasRoom = this.incoming.push(message.chunk, this.#giveCredit)
    if (hasRoom && this.#owed >= minGrant) this.#giveCredit()
  }

  /** Rejects as the body does. Stops early if the channel is closed. */
  async send(body: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of body) {
      await this.#spend(chunk.length)
      if (this.#isClosed) return
      const copy = copyExactly(chunk)
      this.#post({ type: 'chunk', id: this.#id, chunk: copy }, [copy.buffer])
    }
    if (!this.#isClosed) this.#post({ type: 'end', id: this.#id })
  }

  /** Nothing more is sent. */
  close(): void {
    this.#isClosed = true
    this.#wake?.()
  }

  /** Resolves once there is any credit: a chunk larger than what is left overdraws it. */
  async #spend(bytes: number): Promise<void> {
    while (this.#credit <= 0 && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    this.#credit -= bytes
  }

  #addCredit(bytes: number): void {
    this.#credit += bytes
    if (this.#credit > 0) this.#wake?.()
  }

  readonly #giveCredit = (): void => {
    this.#post({ type: 'credit', id: this.#id, bytes: this.#owed })
    this.#owed = 0
  }
}

/** A message takes along a view's whole buffer, and a pooled one must not be given away. */
function copyExactly(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}
