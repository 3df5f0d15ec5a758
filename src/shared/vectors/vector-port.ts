// Messages of the port that streams a set's vectors to the page in chunks, so that no process has them twice.
import type { ErrorCode } from '../schemas/api-error'

/** The page requests a port by this name, followed by a question mark. */
export const vectorsChannel = 'vectors-port'

/** The page's first message. */
export interface VectorsRequest {
  readonly id: string
  /** Numbers in each vector. */
  readonly dimensions: number
}

/** The page's message after each chunk, so that only a few are in transit. */
export const chunkAck = 'taken'

/** First the size of the block (`vector-block`), then its bytes in order; or an error. */
export type VectorsMessage =
  | { readonly type: 'size'; readonly byteLength: number }
  | { readonly type: 'piece'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'failure'; readonly code: ErrorCode; readonly message: string }
