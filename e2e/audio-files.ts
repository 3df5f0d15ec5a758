// Audio files for tests: stored samples of each container, and generated WAV files with silences.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../src/dev/paths.mjs'
import { toneWav } from '../src/gateway/testing/tone.fixture'
import type { TestFile } from './provide-files'

const folder = join(root, 'src', 'workspace', 'audio', 'samples')

/** A sample of the workspace's tests, optionally under another name. */
export async function readAudioFile(sample: string, name = sample): Promise<TestFile> {
  return { name, mimeType: '', buffer: await readFile(join(folder, sample)) }
}

/** 16 bits, 16 kHz, mono: 32,000 bytes per second, of which those in `silences` are silent. */
export function makeWav(
  name: string,
  { seconds, silences = [] }: { seconds: number; silences?: readonly number[] },
): TestFile {
  const buffer = toneWav(seconds)
  for (const second of silences) buffer.fill(0, 44 + second * 32_000, 44 + (second + 1) * 32_000)
  return { name, mimeType: 'audio/wav', buffer }
}
