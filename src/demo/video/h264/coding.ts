// The frame under way, as the coding of its macroblocks sees it.
import type { BitWriter, Format } from './bit-stream'
import type { Frame } from './planes'
import type { Quantizer } from './transform'

/** What of the frame under way later macroblocks need. */
export interface Coding {
  readonly format: Format
  readonly quantizer: Quantizer
  readonly source: Frame
  /** As a decoder will have it. */
  readonly current: Frame
  readonly writer: BitWriter
  readonly key: boolean
  /** Coefficients of each 4×4 block: luma, then the chroma planes. */
  readonly counts: readonly [Uint8Array, Uint8Array, Uint8Array]
}
