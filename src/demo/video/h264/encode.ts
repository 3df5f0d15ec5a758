// Encodes pictures as H.264: key frames predicted from their neighbors, others from the frame before, residuals by CAVLC.
import type { YieldToEventLoop } from '../../pace'
import {
  BitWriter,
  type Format,
  toNal,
  writePictureSet,
  writeSequenceSet,
  writeSliceHeader,
} from './bit-stream'
import { type Coding, codeInter, codeIntra, type Macroblock, repeatMacroblock } from './macroblock'
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
  /** The last frame as a decoder has it. */
  readonly reconstruction: () => Frame
}

/** A key frame every `keyEvery` frames; `qp` from 12 (fine) to 35 (coarse). */
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
      await codeFrame(
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

async function codeFrame(coding: Coding, reference: Frame | undefined, maybeYield: YieldToEventLoop) {
  const { format, writer } = coding
  let skipped = 0
  for (let row = 0; row < format.rows; row += 1) {
    await maybeYield()
    for (let column = 0; column < format.columns; column += 1) {
      const macroblock: Macroblock = { coding, column, row }
      if (!reference) codeIntra(macroblock)
      else if (codeChange(macroblock, reference, skipped)) skipped = 0
      else skipped += 1
    }
  }
  if (skipped > 0) writer.ue(skipped)
}

/** Returns false if nothing had to be written but that it is the same as before. */
function codeChange(macroblock: Macroblock, reference: Frame, skipped: number): boolean {
  const { source } = macroblock.coding
  const isUnchanged =
    compare(source, reference, macroblock) < unseen && compareChroma(source, reference, macroblock) < unseen
  if (isUnchanged) repeatMacroblock(macroblock, reference)
  return !isUnchanged && codeInter(macroblock, reference, skipped)
}

/** Differences over a macroblock that nobody sees: a quarter of a step for each sample. */
const unseen = 64

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
  const before = reference.samples
  let sum = 0
  for (let start = y * width + x; start < (y + side) * width; start += width) {
    for (let index = start; index < start + side; index += 1)
      sum += Math.abs(at(samples, index) - at(before, index))
  }
  return sum
}
