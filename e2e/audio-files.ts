// Audio files for tests: stored samples of each container, and generated WAV files with silences.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../src/dev/paths.mjs'
import type { TestFile } from './provide-files'

const folder = join(root, 'src', 'workspace', 'audio', 'samples')

/** A sample of the workspace's tests, optionally under another name. */
export async function readAudioFile(sample: string, name = sample): Promise<TestFile> {
  return { name, mimeType: '', buffer: await readFile(join(folder, sample)) }
}

interface WavOptions {
  readonly seconds: number
  /** Seconds that are silent. */
  readonly silences?: readonly number[]
}

/** 16 bits, 8 kHz, mono: 16,000 bytes per second. */
export function makeWav(name: string, { seconds, silences = [] }: WavOptions): TestFile {
  const rate = 8000
  const samples = Buffer.alloc(seconds * rate * 2)
  for (let at = 0; at < seconds * rate; at += 1) {
    const isSilent = silences.includes(Math.floor(at / rate))
    if (!isSilent) samples.writeInt16LE(Math.round(Math.sin(at / 3) * 9000), at * 2)
  }
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(samples.length, 40)
  return { name, mimeType: 'audio/wav', buffer: Buffer.concat([header, samples]) }
}
