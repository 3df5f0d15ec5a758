// Encodes pictures as H.264: key frames are predicted from neighbors, others from the previous frame.
import type { YieldToEventLoop } from '../../pace'
import {
  BitWriter,
  type Format,
  toNal,
  writePictureSet,
  writeSequenceSet,
  writeSliceHeader,
} from './bit-stream'
import { encodeInter, encodeIntra, type FrameState, type Macroblock, repeatMacroblock } from './macroblock'
import { type Area, at, convertPixels, createFrame, type Frame, type Plane } from './planes'
import { createQuantizer } from './transform'

export interface EncodedFrame {
  readonly key: boolean
  /** One NAL unit. */
  readonly unit: Uint8Array
}

interface Encoder {
  readonly sequenceSet: Uint8Array
  readonly pictureSet: Uint8Array
  readonly encode: (
    pixels: { width: number; height: number; bytes: Uint8ClampedArray },
    maybeYield: YieldToEventLoop,
  ) => Promise<EncodedFrame>
  /** Shows the last frame for another frame. Returns undefined if a key frame must follow. */
  readonly repeat: () => EncodedFrame | undefined
  /** The last frame as a decoder reconstructs it. */
  readonly reconstruction: () => Frame
}

/** A key frame every `keyEvery` frames. `qp` ranges from 12 (fine) to 35 (coarse). */
export function createEncoder({
  width,
  height,
  qp,
  keyEvery,
}: {
  width: number
  height: number
  qp: number
  keyEvery: number
}): Encoder {
  const format: Format = { width, height, columns: Math.ceil(width / 16), rows: Math.ceil(height / 16), qp }
  const { columns, rows } = format
  const quantizer = createQuantizer(qp)
  const source = createFrame(columns, rows)
  let [current, reference] = [createFrame(columns, rows), createFrame(columns, rows)]
  let picture = 0
  return {
    sequenceSet: writeSequenceSet(format),
    pictureSet: writePictureSet(format),
    reconstruction: () => reference,
    repeat: () => {
      const number = picture % keyEvery
      if (number === 0) return undefined
      const writer = new BitWriter()
      writeSliceHeader(writer, { key: false, number, picture: picture / keyEvery })
      writer.ue(columns * rows)
      picture += 1
      return { key: false, unit: toNal(0x61, writer.finish()) }
    },
    encode: async (pixels, maybeYield) => {
      convertPixels(pixels, source)
      const number = picture % keyEvery
      const key = number === 0
      const writer = new BitWriter()
      writeSliceHeader(writer, { key, number, picture: picture / keyEvery })
      const counts = [
        new Uint8Array(columns * rows * 16),
        new Uint8Array(columns * rows * 4),
        new Uint8Array(columns * rows * 4),
      ] as const
      await encodeFrame(
        { format, quantizer, source, current, writer, counts },
        key ? undefined : reference,
        maybeYield,
      )
      picture += 1
      ;[current, reference] = [reference, current]
      return { key, unit: toNal(key ? 0x65 : 0x61, writer.finish()) }
    },
  }
}

async function encodeFrame(coding: FrameState, reference: Frame | undefined, maybeYield: YieldToEventLoop) {
  const { format, writer } = coding
  let skipped = 0
  for (let row = 0; row < format.rows; row += 1) {
    await maybeYield()
    for (let column = 0; column < format.columns; column += 1) {
      const macroblock: Macroblock = { frame: coding, column, row }
      if (!reference) encodeIntra(macroblock)
      else if (encodeChange(macroblock, reference, skipped)) skipped = 0
      else skipped += 1
    }
  }
  if (skipped > 0) writer.ue(skipped)
}

/** Returns false if the macroblock is skipped because it is unchanged. */
function encodeChange(macroblock: Macroblock, reference: Frame, skipped: number): boolean {
  const { source } = macroblock.frame
  const isUnchanged =
    compare(source, reference, macroblock) < maxInvisibleDifference &&
    compareChroma(source, reference, macroblock) < maxInvisibleDifference
  if (isUnchanged) repeatMacroblock(macroblock, reference)
  return !isUnchanged && encodeInter(macroblock, reference, skipped)
}

/** A difference over a macroblock that is not visible: a quarter of a step for each sample. */
const maxInvisibleDifference = 64

/** Sum of absolute differences of luma. */
function compare([source]: Frame, [reference]: Frame, { column, row }: Macroblock): number {
  return compareArea(source, reference, { x: column * 16, y: row * 16, side: 16 })
}

function compareChroma(source: Frame, reference: Frame, { column, row }: Macroblock): number {
  const area = { x: column * 8, y: row * 8, side: 8 }
  return compareArea(source[1], reference[1], area) + compareArea(source[2], reference[2], area)
}

function compareArea(source: Plane, reference: Plane, { x, y, side }: Area): number {
  const { samples, width } = source
  const referenceSamples = reference.samples
  let sum = 0
  for (let start = y * width + x; start < (y + side) * width; start += width) {
    for (let index = start; index < start + side; index += 1)
      sum += Math.abs(at(samples, index) - at(referenceSamples, index))
  }
  return sum
}
