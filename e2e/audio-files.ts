// Sounds that tests hand to the application: kept ones of each container, and waves of any length, with silences.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../src/dev/paths.mjs'
import type { TestFile } from './provide-files'

const folder = join(root, 'src', 'workspace', 'audio', 'sounds')

/** One that is kept with the tests of the workspace, under another name. */
export async function readAudioFile(kept: string, name = kept): Promise<TestFile> {
  return { name, mimeType: '', buffer: await readFile(join(folder, kept)) }
}

interface Wave {
  readonly seconds: number
  /** Seconds at which nothing is heard for a second. */
  readonly silences?: readonly number[]
}

/** 16 bits, 8 kHz, mono: 16,000 bytes a second. */
export function makeWav(name: string, { seconds, silences = [] }: Wave): TestFile {
  const rate = 8000
  const samples = Buffer.alloc(seconds * rate * 2)
  for (let at = 0; at < seconds * rate; at += 1) {
    const isSilent = silences.includes(Math.floor(at / rate))
    if (!isSilent) samples.writeInt16LE(Math.round(Math.sin(at / 3) * 9000), at * 2)
  }
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(samples.length, 40)
  return { name, mimeType: 'audio/wav', buffer: Buffer.concat([head, samples]) }
}
