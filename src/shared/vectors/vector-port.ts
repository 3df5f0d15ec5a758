// What is said over the port by which a set's vectors come to the page, piece by piece: nobody holds them twice.
import type { ErrorCode } from '../schemas/api-error'

/** The page asks for such a port by this name, with a question mark. */
export const vectorsChannel = 'vectors-port'

/** The first that the page says. */
export interface VectorsRequest {
  readonly id: string
  /** Numbers in each vector. */
  readonly dimensions: number
}

/** After each piece, so that only a few are on their way at a time. */
export const chunkAck = 'taken'

/** First how long the whole block is (`vector-block`), then its bytes in their order; or why there are none. */
export type VectorsMessage =
  | { readonly type: 'size'; readonly byteLength: number }
  | { readonly type: 'piece'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'failure'; readonly code: ErrorCode; readonly message: string }
