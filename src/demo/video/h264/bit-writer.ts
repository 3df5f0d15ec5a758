// Writes bits, Exp-Golomb numbers and NAL units as H.264 has them.

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

  /** A codeword of a table, written as text. */
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
