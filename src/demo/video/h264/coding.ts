// The frame under way, as the coding of its macroblocks sees it.
import type { BitWriter } from './bit-writer'
import type { Format } from './parameter-sets'
import type { Frame } from './plane'
import type { Quantiser } from './transform'

/** What of the frame under way later macroblocks need. */
export interface Coding {
  readonly format: Format
  readonly quantiser: Quantiser
  readonly source: Frame
  /** As a decoder will have it. */
  readonly current: Frame
  readonly writer: BitWriter
  readonly key: boolean
  /** Coefficients of each 4×4 block: luma, then the chroma planes. */
  readonly counts: readonly [Uint8Array, Uint8Array, Uint8Array]
}
