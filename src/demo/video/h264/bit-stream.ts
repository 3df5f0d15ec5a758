// Bits, Exp-Golomb numbers, NAL units, and headers of a constrained-baseline H.264 stream (ITU-T H.264 §7.3).

export class BitWriter {
  private bytes = new Uint8Array(4096)
  private length = 0
  private pending = 0
  private count = 0

  /** The lowest `width` bits of `value`, at most 24. */
  bits(value: number, width: number): void {
    this.pending = (this.pending << width) | (value & ((1 << width) - 1))
    this.count += width
    while (this.count >= 8) {
      this.count -= 8
      this.byte((this.pending >>> this.count) & 255)
    }
    this.pending &= (1 << this.count) - 1
  }

  /** A codeword of a table, in text form. */
  code(text: string): void {
    this.bits(Number.parseInt(text, 2), text.length)
  }

  /** Unsigned Exp-Golomb. */
  ue(value: number): void {
    const width = 31 - Math.clz32(value + 1)
    this.bits(0, width)
    this.bits(value + 1, width + 1)
  }

  /** Signed Exp-Golomb. */
  se(value: number): void {
    this.ue(value > 0 ? value * 2 - 1 : -value * 2)
  }

  /** Stop bit, then zeros up to the next byte. */
  finish(): Uint8Array {
    this.bits(1, 1)
    if (this.count > 0) this.bits(0, 8 - this.count)
    return this.bytes.slice(0, this.length)
  }

  private byte(value: number): void {
    if (this.length === this.bytes.length) {
      const larger = new Uint8Array(this.length * 2)
      larger.set(this.bytes)
      this.bytes = larger
    }
    this.bytes[this.length++] = value
  }
}

/** Adds the header byte and the emulation-prevention bytes. */
export function toNal(header: number, payload: Uint8Array): Uint8Array {
  const unit = new Uint8Array(payload.length + Math.ceil(payload.length / 2) + 1)
  unit[0] = header
  let length = 1
  let zeros = 0
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      unit[length++] = 3
      zeros = 0
    }
    unit[length++] = byte
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return unit.slice(0, length)
}

export interface Format {
  readonly width: number
  readonly height: number
  /** In macroblocks. */
  readonly columns: number
  readonly rows: number
  readonly qp: number
}

/** Constrained baseline. The level follows from the macroblocks of a picture (ITU-T H.264, table A-1). */
function listProfileBytes({ columns, rows }: Format): readonly number[] {
  const count = columns * rows
  return [66, 0xc0, count <= 3600 ? 31 : count <= 8192 ? 40 : 51]
}

export function writeSequenceSet(format: Format): Uint8Array {
  const { width, height, columns, rows } = format
  const writer = new BitWriter()
  for (const byte of listProfileBytes(format)) writer.bits(byte, 8)
  writer.ue(0)
  writer.ue(4)
  writer.ue(2)
  writer.ue(1)
  writer.bits(0, 1)
  writer.ue(columns - 1)
  writer.ue(rows - 1)
  writer.bits(0b11, 2)
  const isCropped = columns * 16 !== width || rows * 16 !== height
  writer.bits(isCropped ? 1 : 0, 1)
  if (isCropped)
    for (const edge of [0, (columns * 16 - width) / 2, 0, (rows * 16 - height) / 2]) writer.ue(edge)
  writeColorDescription(writer)
  return toNal(0x67, writer.finish())
}

/** Declares the colors as BT.709 in video range, so that players need not guess. */
function writeColorDescription(writer: BitWriter): void {
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

/**
 * `number` counts frames since the last key frame. Deblocking is off, so decoders show what is written
 * here.
 */
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
