// What two threads say to each other about calls that one of them carries for the other.
import { codeOf } from '#gateway/outbound/transport-error'
import { ApiError, type ErrorCode } from '#shared/schemas/api-error'
import type { Headers } from '#shared/wire/call'

/** Bytes at hand, none, or `flows`: they come in chunks as far as the other side has given credit. */
type MessageBody = Uint8Array | null | 'flows'

/** Bytes that may be under way between the threads before the receiving side gives credit for more. */
export const initialCredit = 262_144

/** A body in parts; the same words in both directions. */
type FlowMessage =
  | { readonly type: 'chunk'; readonly id: number; readonly chunk: Uint8Array }
  | { readonly type: 'end'; readonly id: number }
  | { readonly type: 'credit'; readonly id: number; readonly bytes: number }

export interface CallHead {
  readonly type: 'call'
  readonly id: number
  readonly origin: string
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: MessageBody
}

export type CallMessage =
  | CallHead
  | FlowMessage
  /** Nobody waits for the answer any more, or the body of the call broke off. */
  | { readonly type: 'abort'; readonly id: number }

export type AnswerMessage =
  | {
      readonly type: 'answer'
      readonly id: number
      readonly status: number
      readonly headers: Headers
      readonly body: MessageBody
    }
  | FlowMessage
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
