// CAVLC: writes the coefficients of a block with the codewords of ITU-T H.264 §9.2.
import type { BitWriter } from './bit-stream'
import { at } from './planes'

interface Coefficients {
  /** In coding order, lowest frequency first. */
  readonly levels: Int32Array
  /** Their maximum number: 4, 15 or 16. */
  readonly length: number
  /** The number of coefficients predicted from neighboring blocks; −1 for chroma DC. */
  readonly context: number
}

/** Returns the number of nonzero coefficients. */
export function writeResidual(writer: BitWriter, { levels, length, context }: Coefficients): number {
  const positions: number[] = []
  for (let index = length - 1; index >= 0; index -= 1) if (at(levels, index) !== 0) positions.push(index)
  const ones = countTrailingOnes(levels, positions)
  writeToken(writer, { total: positions.length, ones, context })
  if (positions.length === 0) return 0
  writeLevels(
    writer,
    positions.map((position) => at(levels, position)),
    ones,
  )
  const [highest = 0] = positions
  let zeros = highest + 1 - positions.length
  if (positions.length < length) {
    const table = context === -1 ? chromaTotalZeros : totalZeros
    writer.code(table[positions.length - 1]?.[zeros] ?? '')
  }
  for (let index = 0; index + 1 < positions.length && zeros > 0; index += 1) {
    const run = (positions[index] ?? 0) - (positions[index + 1] ?? 0) - 1
    writer.code(runsBefore[Math.min(zeros, 7) - 1]?.[run] ?? '')
    zeros -= run
  }
  return positions.length
}

function countTrailingOnes(levels: Int32Array, positions: readonly number[]): number {
  const end = positions.findIndex((position) => Math.abs(at(levels, position)) !== 1)
  return Math.min(3, end < 0 ? positions.length : end)
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

/** Highest frequency first. Trailing ones are written as signs only. */
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

/** A row per number of coefficients. Each has a codeword per number of trailing ones, or `-`. */
function readTable(rows: readonly string[]): readonly (readonly string[])[] {
  return rows.map((row) => row.split(' '))
}

/**
 * Table 9-5, by the neighbors' number of coefficients: below 2, 4 and 8. Above, the code has six fixed
 * bits.
 */
const coefficientTokens = [
  [
    '1 - - -',
    '000101 01 - -',
    '00000111 000100 001 -',
    '000000111 00000110 0000101 00011',
    '0000000111 000000110 00000101 000011',
    '00000000111 0000000110 000000101 0000100',
    '0000000001111 00000000110 0000000101 00000100',
    '0000000001011 0000000001110 00000000101 000000100',
    '0000000001000 0000000001010 0000000001101 0000000100',
    '00000000001111 00000000001110 0000000001001 00000000100',
    '00000000001011 00000000001010 00000000001101 0000000001100',
    '000000000001111 000000000001110 00000000001001 00000000001100',
    '000000000001011 000000000001010 000000000001101 00000000001000',
    '0000000000001111 000000000000001 000000000001001 000000000001100',
    '0000000000001011 0000000000001110 0000000000001101 000000000001000',
    '0000000000000111 0000000000001010 0000000000001001 0000000000001100',
    '0000000000000100 0000000000000110 0000000000000101 0000000000001000',
  ],
  [
    '11 - - -',
    '001011 10 - -',
    '000111 00111 011 -',
    '0000111 001010 001001 0101',
    '00000111 000110 000101 0100',
    '00000100 0000110 0000101 00110',
    '000000111 00000110 00000101 001000',
    '00000001111 000000110 000000101 000100',
    '00000001011 00000001110 00000001101 0000100',
    '000000001111 00000001010 00000001001 000000100',
    '000000001011 000000001110 000000001101 00000001100',
    '000000001000 000000001010 000000001001 00000001000',
    '0000000001111 0000000001110 0000000001101 000000001100',
    '0000000001011 0000000001010 0000000001001 0000000001100',
    '0000000000111 00000000001011 0000000000110 0000000001000',
    '00000000001001 00000000001000 00000000001010 0000000000001',
    '00000000000111 00000000000110 00000000000101 00000000000100',
  ],
  [
    '1111 - - -',
    '001111 1110 - -',
    '001011 01111 1101 -',
    '001000 01100 01110 1100',
    '0001111 01010 01011 1011',
    '0001011 01000 01001 1010',
    '0001001 001110 001101 1001',
    '0001000 001010 001001 1000',
    '00001111 0001110 0001101 01101',
    '00001011 00001110 0001010 001100',
    '000001111 00001010 00001101 0001100',
    '000001011 000001110 00001001 00001100',
    '000001000 000001010 000001101 00001000',
    '0000001101 000000111 000001001 000001100',
    '0000001001 0000001100 0000001011 0000001010',
    '0000000101 0000001000 0000000111 0000000110',
    '0000000001 0000000100 0000000011 0000000010',
  ],
].map(readTable)

/** Table 9-5, the column for chroma DC. */
const chromaTokens = readTable([
  '01 - - -',
  '000111 1 - -',
  '000100 000110 001 -',
  '000011 0000011 0000010 000101',
  '000010 00000011 00000010 0000000',
])

/** Tables 9-7 and 9-8: a row per number of coefficients from 1, with a codeword per number of zeros. */
const totalZeros = readTable([
  '1 011 010 0011 0010 00011 00010 000011 000010 0000011 0000010 00000011 00000010 000000011 000000010 000000001',
  '111 110 101 100 011 0101 0100 0011 0010 00011 00010 000011 000010 000001 000000',
  '0101 111 110 101 0100 0011 100 011 0010 00011 00010 000001 00001 000000',
  '00011 111 0101 0100 110 101 100 0011 011 0010 00010 00001 00000',
  '0101 0100 0011 111 110 101 100 011 0010 00001 0001 00000',
  '000001 00001 111 110 101 100 011 010 0001 001 000000',
  '000001 00001 101 100 011 11 010 0001 001 000000',
  '000001 0001 00001 011 11 10 010 001 000000',
  '000001 000000 0001 11 10 001 01 00001',
  '00001 00000 001 11 10 01 0001',
  '0000 0001 001 010 1 011',
  '0000 0001 01 1 001',
  '000 001 1 01',
  '00 01 1',
  '0 1',
])

/** Table 9-9 (a). */
const chromaTotalZeros = readTable(['1 01 001 000', '1 01 00', '1 0'])

/** Table 9-10: a row per number of remaining zeros from 1 to more than 6, with a codeword per run. */
const runsBefore = readTable([
  '1 0',
  '1 01 00',
  '11 10 01 00',
  '11 10 01 001 000',
  '11 10 011 010 001 000',
  '11 000 001 011 010 101 100',
  '111 110 101 100 011 010 001 0001 00001 000001 0000001 00000001 000000001 0000000001 00000000001',
])
