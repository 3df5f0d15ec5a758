// Audio for tests: sample files of every container, generated WAV files, and loudness profiles.
import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Loudness, toLevel } from '#shared/audio/loudness'

/** Generated with ffmpeg: 1.7 of each 2.5 seconds are a wavering tone, the rest is faint noise. */
export function audioPath(name: string): string {
  return fileURLToPath(new URL(`./samples/${name}`, import.meta.url))
}

interface WavOptions {
  readonly seconds: number
  readonly rate?: number
  readonly channels?: number
  /** The amplitude (0 to 1) of each second. */
  readonly amplitude?: (second: number) => number
}

/** Writes 16-bit samples, one second at a time to save memory. */
export async function writeWav(
  path: string,
  { seconds, rate = 8000, channels = 1, amplitude = () => 0.3 }: WavOptions,
): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.write(wavHeader(seconds * rate * channels * 2, rate, channels))
    for (let second = 0; second < seconds; second += 1) {
      const part = Math.min(1, seconds - second)
      const samples = new Int16Array(Math.round(part * rate) * channels)
      const loud = amplitude(second) * 32_767
      if (loud > 0) for (const at of samples.keys()) samples[at] = Math.round(loud * Math.sin(at * 0.3))
      await file.write(new Uint8Array(samples.buffer))
    }
  } finally {
    await file.close()
  }
}

function wavHeader(length: number, rate: number, channels: number): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(channels, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * channels * 2, 28)
  head.writeUInt16LE(channels * 2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(length, 40)
  return head
}

/** `decibels` returns the level at a time in milliseconds. */
export function makeLoudness(seconds: number, decibels: (at: number) => number, step = 20): Loudness {
  const count = Math.ceil((seconds * 1000) / step)
  const levels = Uint8Array.from({ length: count }, (_, at) => toLevel(decibels(at * step)))
  return { step, seconds, peaks: levels, levels }
}

/** Pseudorandom numbers from 0 to 1. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}
