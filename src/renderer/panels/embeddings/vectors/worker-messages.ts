// What the page and the worker of vectors tell one another.
import type { ErrorCode } from '#shared/schemas/api-error'
import type { CallName, Gives, Progress, Takes } from './vector-calls'

export type ToWorker =
  | {
      [N in CallName]: {
        readonly type: 'call'
        readonly id: number
        readonly name: N
        readonly input: Takes<N>
      }
    }[CallName]
  | { readonly type: 'cancel'; readonly id: number }

export type FromWorker =
  | { readonly type: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly type: 'answer'; readonly id: number; readonly answer: Gives<CallName> }
  /** A cancelled call has no code: aborting is not an error. */
  | {
      readonly type: 'failure'
      readonly id: number
      readonly code: ErrorCode | null
      readonly message: string
    }

/** Before any answer: where the vectors come from. */
export interface GivenPort {
  readonly type: 'port'
  readonly port: MessagePort
}

/** One end of a channel: a worker, or a port. */
export interface Channel<Out> {
  postMessage(message: Out, transfer: Transferable[]): void
}
