// Encodes one macroblock: transforms and writes its residual, and reconstructs it as a decoder does.
import type { BitWriter, Format } from './bit-stream'
import { writeResidual } from './cavlc'
import {
  type Area,
  addResidual,
  at,
  copyArea,
  createWorkspace,
  type Frame,
  predictMean,
  subtract,
  type Workspace,
} from './planes'
import {
  dequantize,
  dequantizeDc,
  hadamard,
  inverseTransform,
  type Quantizer,
  quantize,
  quantizeDc,
  smallHadamard,
  transform,
  zigzag,
} from './transform'

/** State of the current frame that later macroblocks need. */
export interface FrameState {
  readonly format: Format
  readonly quantizer: Quantizer
  readonly source: Frame
  /** As a decoder reconstructs it. */
  readonly current: Frame
  readonly writer: BitWriter
  /** Coefficients of each 4×4 block: luma, then the chroma planes. */
  readonly counts: readonly [Uint8Array, Uint8Array, Uint8Array]
}

export interface Macroblock {
  readonly frame: FrameState
  readonly column: number
  readonly row: number
}

/** Raster positions of the 16 luma blocks in coding order. */
const codingOrder = [0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15] as const

/** coded_block_pattern of predicted macroblocks by its codeword (Table 9-4). */
const interPatterns = [
  0, 16, 1, 2, 4, 8, 32, 3, 5, 10, 12, 15, 47, 7, 11, 13, 14, 6, 9, 31, 35, 37, 42, 44, 33, 34, 36, 40, 39,
  43, 45, 46, 17, 18, 20, 24, 19, 21, 26, 28, 23, 27, 29, 30, 22, 25, 38, 41,
]

// Macroblocks are encoded one after the other, so they share their workspace.
const luma = createWorkspace(16)
const chroma = [createWorkspace(8), createWorkspace(8)] as const
const scan = new Int32Array(16)

function lumaArea({ column, row }: Macroblock): Area {
  return { x: column * 16, y: row * 16, side: 16 }
}

function chromaArea({ column, row }: Macroblock): Area {
  return { x: column * 8, y: row * 8, side: 8 }
}

export function encodeIntra(macroblock: Macroblock): void {
  const { quantizer, writer, source, current } = macroblock.frame
  const area = lumaArea(macroblock)
  predictMean({ plane: current[0], ...area }, luma.prediction)
  subtract(source[0], area, luma)
  const coded = quantizeBlocks(luma, { quantizer, rounding: quantizer.intra, separateDc: true })
  hadamard(luma.dc)
  quantizeDc(luma.dc, { quantizer, rounding: quantizer.intra, halved: true })
  for (const [index, space] of chroma.entries()) {
    predictMean({ plane: current[index + 1] ?? current[1], ...chromaArea(macroblock) }, space.prediction)
  }
  const pattern = quantizeChroma(macroblock, quantizer.intra)
  // Intra 16×16 whose prediction is the mean (Table 7-11).
  writer.ue(3 + 4 * pattern + (coded > 0 ? 12 : 0))
  writer.ue(0)
  writer.se(0)
  readScan(luma.dc, { from: 0, first: 0 })
  writeResidual(writer, { levels: scan, length: 16, context: predictCount(macroblock, 0, 0) })
  for (const block of codingOrder)
    writeBlock(macroblock, luma, { plane: 0, block, first: 1, skip: coded === 0 })
  writeChroma(macroblock, pattern)
  hadamard(luma.dc)
  dequantizeDc(luma.dc, quantizer, false)
  reconstruct(luma, quantizer, true)
  addResidual(current[0], area, luma)
  reconstructChroma(macroblock)
}

/** Returns false if the macroblock is skipped because it is unchanged. */
export function encodeInter(macroblock: Macroblock, reference: Frame, skipped: number): boolean {
  const { quantizer, writer, source, current } = macroblock.frame
  const area = lumaArea(macroblock)
  copyArea(reference[0], area, luma.prediction)
  subtract(source[0], area, luma)
  quantizeBlocks(luma, { quantizer, rounding: quantizer.inter, separateDc: false })
  for (const [index, space] of chroma.entries()) {
    copyArea(reference[index + 1] ?? reference[1], chromaArea(macroblock), space.prediction)
  }
  const chromaPattern = quantizeChroma(macroblock, quantizer.inter)
  const pattern = readLumaPattern() | (chromaPattern << 4)
  if (pattern > 0) {
    writer.ue(skipped)
    writer.ue(0)
    writer.se(0)
    writer.se(0)
    writer.ue(interPatterns.indexOf(pattern))
    writer.se(0)
  }
  for (const block of codingOrder) {
    const quarter = (block >> 3) * 2 + ((block >> 1) & 1)
    writeBlock(macroblock, luma, { plane: 0, block, first: 0, skip: (pattern & (1 << quarter)) === 0 })
  }
  writeChroma(macroblock, chromaPattern)
  reconstruct(luma, quantizer, false)
  addResidual(current[0], area, luma)
  reconstructChroma(macroblock)
  return pattern > 0
}

/** Copies the macroblock from the previous frame. Its counts remain 0. */
export function repeatMacroblock(macroblock: Macroblock, reference: Frame): void {
  const { current } = macroblock.frame
  for (const [index, plane] of current.entries()) {
    const { x, y, side } = index === 0 ? lumaArea(macroblock) : chromaArea(macroblock)
    const from = reference[index]?.samples ?? plane.samples
    for (let start = y * plane.width + x; start < (y + side) * plane.width; start += plane.width) {
      plane.samples.set(from.subarray(start, start + side), start)
    }
  }
}

/** One bit for each quarter of the luma that has any coefficient. */
function readLumaPattern(): number {
  let pattern = 0
  for (let index = 0; index < 256; index += 1) {
    const block = index >> 4
    if (at(luma.residual, index) !== 0) pattern |= 1 << ((block >> 3) * 2 + ((block >> 1) & 1))
  }
  return pattern
}

/**
 * Returns the number of nonzero coefficients. `separateDc` moves DC values to `dc`, without counting them.
 */
function quantizeBlocks(
  { residual, dc }: Workspace,
  { quantizer, rounding, separateDc }: { quantizer: Quantizer; rounding: number; separateDc: boolean },
): number {
  let count = 0
  const first = separateDc ? 1 : 0
  for (let from = 0; from < residual.length; from += 16) {
    transform(residual, from)
    if (separateDc) {
      dc[from >> 4] = at(residual, from)
      residual[from] = 0
    }
    count += quantize(residual, from, { quantizer, first, rounding })
  }
  return count
}

/** 0: no chroma is coded, 1: only its DC values, 2: all of it. */
function quantizeChroma(macroblock: Macroblock, rounding: number): 0 | 1 | 2 {
  const { quantizer, source } = macroblock.frame
  let [dcCount, acCount] = [0, 0]
  for (const [index, space] of chroma.entries()) {
    subtract(source[index + 1] ?? source[1], chromaArea(macroblock), space)
    acCount += quantizeBlocks(space, { quantizer, rounding, separateDc: true })
    smallHadamard(space.dc)
    dcCount += quantizeDc(space.dc, { quantizer, rounding, halved: false })
  }
  if (acCount > 0) return 2
  return dcCount > 0 ? 1 : 0
}

function writeChroma(macroblock: Macroblock, pattern: 0 | 1 | 2): void {
  const { writer } = macroblock.frame
  if (pattern > 0) for (const { dc } of chroma) writeResidual(writer, { levels: dc, length: 4, context: -1 })
  for (const [index, space] of chroma.entries()) {
    for (let block = 0; block < 4; block += 1) {
      writeBlock(macroblock, space, { plane: index + 1, block, first: 1, skip: pattern < 2 })
    }
  }
}

function reconstruct({ residual, dc }: Workspace, quantizer: Quantizer, separateDc: boolean): void {
  for (let from = 0; from < residual.length; from += 16) {
    dequantize(residual, from, { quantizer, first: separateDc ? 1 : 0 })
    if (separateDc) residual[from] = at(dc, from >> 4)
    inverseTransform(residual, from)
  }
}

function reconstructChroma(macroblock: Macroblock): void {
  const { quantizer, current } = macroblock.frame
  for (const [index, space] of chroma.entries()) {
    smallHadamard(space.dc)
    dequantizeDc(space.dc, quantizer, true)
    reconstruct(space, quantizer, true)
    addResidual(current[index + 1] ?? current[1], chromaArea(macroblock), space)
  }
}

interface Block {
  readonly plane: number
  /** Raster position within the macroblock. */
  readonly block: number
  /** 1 if DC is coded separately. */
  readonly first: number
  readonly skip: boolean
}

/** Writes a 4×4 block, and stores its count for the neighbors. */
function writeBlock(
  macroblock: Macroblock,
  { residual }: Workspace,
  { plane, block, first, skip }: Block,
): void {
  const counts = macroblock.frame.counts[plane] ?? macroblock.frame.counts[0]
  const position = locate(macroblock, plane, block)
  if (skip) {
    counts[position.index] = 0
    return
  }
  readScan(residual, { from: block * 16, first })
  counts[position.index] = writeResidual(macroblock.frame.writer, {
    levels: scan,
    length: 16 - first,
    context: predictCount(macroblock, plane, block),
  })
}

function readScan(levels: Int32Array, { from, first }: { from: number; first: number }): void {
  for (let index = first; index < 16; index += 1)
    scan[index - first] = at(levels, from + (zigzag[index] ?? 0))
}

function locate({ frame: coding, column, row }: Macroblock, plane: number, block: number) {
  const blocksPerRow = plane === 0 ? 4 : 2
  const width = coding.format.columns * blocksPerRow
  const x = column * blocksPerRow + (block % blocksPerRow)
  const y = row * blocksPerRow + Math.floor(block / blocksPerRow)
  return { x, y, width, index: y * width + x }
}

/** The number of coefficients predicted from the blocks to the left and above (§9.2.1). */
function predictCount(macroblock: Macroblock, plane: number, block: number): number {
  const counts = macroblock.frame.counts[plane] ?? macroblock.frame.counts[0]
  const { x, y, width, index } = locate(macroblock, plane, block)
  if (x === 0) return y === 0 ? 0 : at(counts, index - width)
  if (y === 0) return at(counts, index - 1)
  return (at(counts, index - 1) + at(counts, index - width) + 1) >> 1
}
