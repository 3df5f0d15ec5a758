// Encodes pictures as H.264: macroblocks predicted from their neighbors or from the frame before, residuals by CAVLC.
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
import {
  type Area,
  at,
  convertPixels,
  createFrame,
  type Frame,
  type Mode,
  type Plane,
  possibleModes,
  predict,
} from './planes'
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
      await codeFrame({ format, quantizer, source, current, writer, key, counts }, reference, maybeYield)
      picture += 1
      ;[current, reference] = [reference, current]
      return { key, unit: toNal(key ? 0x65 : 0x61, writer.finish()) }
    },
  }
}

async function codeFrame(coding: Coding, reference: Frame, maybeYield: YieldToEventLoop): Promise<void> {
  const { format, key, writer } = coding
  let skipped = 0
  for (let row = 0; row < format.rows; row += 1) {
    await maybeYield()
    for (let column = 0; column < format.columns; column += 1) {
      const macroblock: Macroblock = { coding, column, row }
      const skip = key ? false : tryInter(macroblock, reference, skipped)
      if (skip === true) {
        skipped += 1
        continue
      }
      if (skip === undefined) writer.ue(skipped)
      if (key || skip === undefined) codeIntra(macroblock, chooseMode(macroblock).mode)
      skipped = 0
    }
  }
  if (skipped > 0) writer.ue(skipped)
}

/** True: nothing had to be written. False: it was written. Undefined: the neighbors predict it better. */
function tryInter(macroblock: Macroblock, reference: Frame, skipped: number): boolean | undefined {
  const { coding } = macroblock
  const difference = compare(coding.source, reference, macroblock)
  if (difference < unseen && compareChroma(coding.source, reference, macroblock) < unseen) {
    repeatMacroblock(macroblock, reference)
    return true
  }
  if (difference > 1200 && chooseMode(macroblock).difference + 300 < difference) return undefined
  return codeInter(macroblock, reference, skipped)
}

/** Differences over a macroblock that nobody sees: a quarter of a step for each sample. */
const unseen = 64

/** Sum of absolute differences of luma. */
function compare([source]: Frame, [reference]: Frame, place: Place): number {
  return compareArea(source, reference, { x: place.column * 16, y: place.row * 16, side: 16 })
}

function compareChroma(source: Frame, reference: Frame, { column, row }: Place): number {
  const area = { x: column * 8, y: row * 8, side: 8 }
  return compareArea(source[1], reference[1], area) + compareArea(source[2], reference[2], area)
}

interface Place {
  readonly column: number
  readonly row: number
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

const trial = new Int32Array(256)

function chooseMode({ coding, column, row }: Macroblock): { mode: Mode; difference: number } {
  const square = { plane: coding.current[0], x: column * 16, y: row * 16, side: 16 }
  const [{ samples, width }] = coding.source
  let best: { mode: Mode; difference: number } = { mode: 'dc', difference: Number.POSITIVE_INFINITY }
  for (const mode of possibleModes(square)) {
    predict(square, mode, trial)
    let difference = 0
    for (let index = 0; index < 256; index += 1) {
      difference += Math.abs(
        at(samples, (square.y + (index >> 4)) * width + square.x + (index & 15)) - at(trial, index),
      )
    }
    if (difference < best.difference) best = { mode, difference }
  }
  return best
}
