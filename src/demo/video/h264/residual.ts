// Writes the coefficients of a block by CAVLC (ITU-T H.264 §9.2).
import type { BitWriter } from './bit-writer'
import { chromaTokens, chromaTotalZeros, coefficientTokens, runsBefore, totalZeros } from './code-tables'
import { at } from './plane'

export interface Coefficients {
  /** In coding order, lowest frequency first. */
  readonly levels: Int32Array
  /** How many of them there are at most: 4, 15 or 16. */
  readonly length: number
  /** What the neighbouring blocks lead to expect; −1 for chroma DC. */
  readonly context: number
}

/** Tells how many coefficients are not zero. */
export function writeResidual(writer: BitWriter, { levels, length, context }: Coefficients): number {
  const places: number[] = []
  for (let index = length - 1; index >= 0; index -= 1) if (at(levels, index) !== 0) places.push(index)
  const ones = countTrailingOnes(levels, places)
  writeToken(writer, { total: places.length, ones, context })
  if (places.length === 0) return 0
  writeLevels(
    writer,
    places.map((place) => at(levels, place)),
    ones,
  )
  const [highest = 0] = places
  let zeros = highest + 1 - places.length
  if (places.length < length) {
    const table = context === -1 ? chromaTotalZeros : totalZeros
    writer.code(table[places.length - 1]?.[zeros] ?? '')
  }
  for (let index = 0; index + 1 < places.length && zeros > 0; index += 1) {
    const run = (places[index] ?? 0) - (places[index + 1] ?? 0) - 1
    writer.code(runsBefore[Math.min(zeros, 7) - 1]?.[run] ?? '')
    zeros -= run
  }
  return places.length
}

function countTrailingOnes(levels: Int32Array, places: readonly number[]): number {
  const end = places.findIndex((place) => Math.abs(at(levels, place)) !== 1)
  return Math.min(3, end < 0 ? places.length : end)
}

function writeToken(
  writer: BitWriter,
  { total, ones, context }: { total: number; ones: number; context: number },
): void {
  if (context >= 8) writer.bits(total === 0 ? 3 : ((total - 1) << 2) | ones, 6)
  else {
    const table = context === -1 ? chromaTokens : coefficientTokens[context < 2 ? 0 : context < 4 ? 1 : 2]
    writer.code(table?.[total]?.[ones] ?? '')
  }
}

/** Highest frequency first; the trailing ones by their signs alone. */
function writeLevels(writer: BitWriter, values: readonly number[], ones: number): void {
  for (const value of values.slice(0, ones)) writer.bits(value < 0 ? 1 : 0, 1)
  let suffix = values.length > 10 && ones < 3 ? 1 : 0
  for (const [index, value] of values.slice(ones).entries()) {
    const offset = index === 0 && ones < 3 ? 2 : 0
    writeLevel(writer, (value > 0 ? 2 * value - 2 : -2 * value - 1) - offset, suffix)
    if (suffix === 0) suffix = 1
    if (Math.abs(value) > 3 << (suffix - 1) && suffix < 6) suffix += 1
  }
}

function writeLevel(writer: BitWriter, code: number, suffix: number): void {
  if (suffix === 0 && code >= 14 && code < 30) {
    writer.bits(1, 15)
    writer.bits(code - 14, 4)
    return
  }
  const limit = suffix === 0 ? 14 : 15 << suffix
  if (code < limit) {
    writer.bits(1, (code >> suffix) + 1)
    writer.bits(code, suffix)
    return
  }
  writer.bits(1, 16)
  writer.bits(code - (suffix === 0 ? 30 : limit), 12)
}
