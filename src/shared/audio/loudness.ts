// Encodes the loudness of an audio file over its whole length, for drawing waveforms and finding silences.

export interface Loudness {
  /** Milliseconds of one step. */
  readonly step: number
  /** Duration of the whole audio. */
  readonly seconds: number
  /** Maximum amplitude of each step: 255 is full scale. */
  readonly peaks: Uint8Array
  /** Mean level of each step: 0 is −96 dBFS or less, 255 is 0 dBFS. */
  readonly levels: Uint8Array
}

/** Little-endian: version and step as 32-bit numbers, seconds as a 64-bit float, then all peaks, then all levels. */
const version = 1
const headLength = 16
export const lowestDecibels = -96

export function encodeLoudness({ step, seconds, peaks, levels }: Loudness): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(headLength + peaks.length + levels.length)
  const head = new DataView(bytes.buffer)
  head.setUint32(0, version, true)
  head.setUint32(4, step, true)
  head.setFloat64(8, seconds, true)
  bytes.set(peaks, headLength)
  bytes.set(levels, headLength + peaks.length)
  return bytes
}

/** Returns undefined if the bytes are incomplete or in another format. */
export function decodeLoudness(bytes: Uint8Array): Loudness | undefined {
  const count = (bytes.length - headLength) / 2
  if (!Number.isInteger(count) || count < 0) return undefined
  const head = new DataView(bytes.buffer, bytes.byteOffset, headLength)
  const step = head.getUint32(4, true)
  const seconds = head.getFloat64(8, true)
  if (head.getUint32(0, true) !== version || step === 0 || !(seconds >= 0 && seconds < 1e7)) return undefined
  // The steps may round the duration up, but must cover almost all of it.
  if (Math.abs(count * step - seconds * 1000) > Math.max(1000, step * 2)) return undefined
  return {
    step,
    seconds,
    peaks: bytes.slice(headLength, headLength + count),
    levels: bytes.slice(headLength + count),
  }
}

export function toLevel(decibels: number): number {
  return Math.max(0, Math.min(255, Math.round((1 - decibels / lowestDecibels) * 255)))
}

export function toDecibels(level: number): number {
  return (1 - level / 255) * lowestDecibels
}
