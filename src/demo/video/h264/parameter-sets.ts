// The parameter sets and slice headers of a constrained-baseline H.264 stream (ITU-T H.264 §7.3).
import { BitWriter, toNal } from './bit-writer'

export interface Format {
  readonly width: number
  readonly height: number
  /** In macroblocks. */
  readonly columns: number
  readonly rows: number
  readonly qp: number
}

export const profile = [66, 0xc0, 31] as const

export function writeSequenceSet({ width, height, columns, rows }: Format): Uint8Array {
  const writer = new BitWriter()
  for (const byte of profile) writer.bits(byte, 8)
  writer.ue(0)
  writer.ue(4)
  writer.ue(2)
  writer.ue(1)
  writer.bits(0, 1)
  writer.ue(columns - 1)
  writer.ue(rows - 1)
  writer.bits(0b11, 2)
  const cropped = columns * 16 !== width || rows * 16 !== height
  writer.bits(cropped ? 1 : 0, 1)
  if (cropped)
    for (const edge of [0, (columns * 16 - width) / 2, 0, (rows * 16 - height) / 2]) writer.ue(edge)
  writeColourDescription(writer)
  return toNal(0x67, writer.finish())
}

/** Says that the colours are BT.709 in studio range, so that no player has to guess. */
function writeColourDescription(writer: BitWriter): void {
  writer.bits(0b1001, 4)
  writer.bits(0b101_0_1, 5)
  for (const code of [1, 1, 1]) writer.bits(code, 8)
  writer.bits(0, 6)
}

export function writePictureSet({ qp }: Format): Uint8Array {
  const writer = new BitWriter()
  writer.ue(0)
  writer.ue(0)
  writer.bits(0, 2)
  writer.ue(0)
  writer.ue(0)
  writer.ue(0)
  writer.bits(0, 3)
  writer.se(qp - 26)
  writer.se(0)
  writer.se(0)
  writer.bits(0b100, 3)
  return toNal(0x68, writer.finish())
}

/** `number` counts the frames since the last key frame; deblocking stays off, so what is written here is what a decoder sees. */
export function writeSliceHeader(
  writer: BitWriter,
  { key, number, picture }: { key: boolean; number: number; picture: number },
): void {
  writer.ue(0)
  writer.ue(key ? 7 : 5)
  writer.ue(0)
  writer.bits(number & 255, 8)
  if (key) writer.ue(picture & 1)
  if (!key) writer.bits(0, 2)
  writer.bits(0, key ? 2 : 1)
  writer.se(0)
  writer.ue(1)
}
