// Cutting pieces by copying packets: joined, they equal the whole, in every container, with little memory.
import { readdirSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../workspace.fixture'
import { audioPath, writeWav } from './audio.fixture'
import { cutPiece, readFrameNumber } from './copy-packets'
import { eachPacket, openAudio } from './open-audio'
import { readAudio } from './read-audio'

interface PacketSummary {
  readonly first: number
  /** Seconds. */
  readonly duration: number
  readonly bytes: readonly Uint8Array[]
}

async function summarizePackets(path: string): Promise<PacketSummary> {
  const audio = await openAudio(path, path)
  try {
    const packets = []
    for await (const packet of eachPacket(audio)) packets.push(packet)
    return {
      first: packets[0]?.timestamp ?? Number.NaN,
      duration: packets.reduce((sum, { duration }) => sum + duration, 0),
      bytes: packets.map(({ data }) => data),
    }
  } finally {
    audio.close()
  }
}

/** The signature at the start of the file. */
const signatures: Record<string, (head: Buffer) => boolean> = {
  mp3: (head) => head[0] === 0xff && (head[1] ?? 0) >= 0xe0,
  mpga: (head) => head[0] === 0xff && (head[1] ?? 0) >= 0xe0,
  m4a: (head) => head.toString('latin1', 4, 8) === 'ftyp',
  ogg: (head) => head.toString('latin1', 0, 4) === 'OggS',
  webm: (head) => head.toString('hex', 0, 4) === '1a45dfa3' && head.includes('webm'),
  flac: (head) => head.toString('latin1', 0, 4) === 'fLaC',
  wav: (head) => head.toString('latin1', 0, 4) === 'RIFF',
}

test.each([
  ['speech.mp3', 'mp3'],
  ['layer-two.mp2', 'mpga'],
  ['speech.m4a', 'm4a'],
  ['opus.ogg', 'ogg'],
  ['vorbis.ogg', 'ogg'],
  ['speech.webm', 'webm'],
  ['speech.mka', 'webm'],
  ['opus.mp4', 'webm'],
  ['speech.mov', 'm4a'],
  ['video.mp4', 'm4a'],
  ['speech.aac', 'm4a'],
  ['broadcast.m2ts', 'm4a'],
])(
  'each piece of %s is a %s file, and together they have every packet once, unchanged',
  async (name, extension) => {
    const folder = makeFolder()
    const whole = await summarizePackets(audioPath(name))
    const { seconds } = await readAudio(audioPath(name), name)
    const third = Math.round((seconds * 1000) / 3)
    const spans = [0, third, 2 * third, Math.floor(seconds * 1000) + 1]
    const pieces: PacketSummary[] = []
    for (const [index, to] of spans.slice(1).entries()) {
      const target = join(folder, `piece-${index}`)
      const from = spans[index] ?? 0
      const piece = await cutPiece({ path: audioPath(name), from, to, target })
      expect(piece).toMatchObject({ extension, bytes: statSync(target).size })
      expect(signatures[extension]?.((await readFile(target)).subarray(0, 64))).toBe(true)
      pieces.push(await summarizePackets(target))
    }
    expect(pieces.map(({ first }) => Math.abs(Math.round(first * 100)))).toEqual([0, 0, 0])
    // MP4 files have no headers before each packet.
    const headerLength = /aac|m2ts/.test(name) ? 7 : 0
    const expected = whole.bytes.map((bytes) => bytes.subarray(headerLength))
    expect(pieces.flatMap(({ bytes }) => bytes)).toEqual(expected)
    const total = pieces.reduce((sum, { duration }) => sum + duration, 0)
    // Some containers do not store the duration of the last packet.
    expect(Math.abs(total - whole.duration)).toBeLessThan(0.3)
  },
)

test('a piece of FLAC starts with frame 0', async () => {
  const folder = makeFolder()
  const target = join(folder, 'piece')
  await cutPiece({ path: audioPath('speech.flac'), from: 2048, to: 4096, target })
  const { bytes } = await summarizePackets(target)
  expect(bytes.map(readFrameNumber)).toEqual(bytes.map((_, index) => index))
  expect(bytes.length).toBe(32)
})

test('a WAV file is cut at packets, and the samples equal those of the whole', async () => {
  const folder = makeFolder()
  const path = join(folder, 'whole.wav')
  await writeWav(path, { seconds: 10, amplitude: (second) => second / 20 })
  const samples: Buffer[] = []
  for (const [from, to] of [
    [0, 2500],
    [2500, 7777],
    [7777, 10_000],
  ] as const) {
    const target = join(folder, `${from}`)
    await cutPiece({ path, from, to, target })
    const piece = await readFile(target)
    samples.push(piece.subarray(piece.indexOf('data') + 8))
  }
  expect(Buffer.concat(samples).equals((await readFile(path)).subarray(44))).toBe(true)
})

test('converts samples that a WAV file cannot contain', async () => {
  const folder = makeFolder()
  const target = join(folder, 'piece')
  const piece = await cutPiece({ path: audioPath('big-endian.mov'), from: 0, to: 1500, target })
  const whole = Buffer.concat((await summarizePackets(audioPath('big-endian.mov'))).bytes)
  const samples = (await readFile(target)).subarray(-16_000)
  expect(piece.extension).toBe('wav')
  // Longer packets are cut to one second.
  expect(samples.equals(Buffer.from(whole.subarray(16_000)).swap16())).toBe(true)
})

test('cutting a large file uses little memory', async () => {
  const folder = makeFolder()
  const path = join(folder, 'large.wav')
  await writeWav(path, { seconds: 1200, rate: 44_100, channels: 2, amplitude: () => 0 })
  const before = process.memoryUsage().rss
  let maxMemory = before
  const target = join(folder, 'piece')
  const watch = setInterval(() => (maxMemory = Math.max(maxMemory, process.memoryUsage().rss)), 20)
  await cutPiece({ path, from: 600_000, to: 1_200_000, target })
  clearInterval(watch)
  expect(statSync(target).size).toBeGreaterThan(100_000_000)
  expect((maxMemory - before) / 2 ** 20).toBeLessThan(60)
}, 60_000)

test('an abort leaves no file, and rejects with the abort reason', async () => {
  const folder = makeFolder()
  const path = join(folder, 'whole.wav')
  await writeWav(path, { seconds: 600 })
  const abortController = new AbortController()
  const cutting = cutPiece({
    path,
    from: 0,
    to: 600_000,
    target: join(folder, 'piece'),
    signal: abortController.signal,
  })
  abortController.abort()
  await expect(cutting).rejects.toMatchObject({ name: 'AbortError' })
  expect(readdirSync(folder)).toEqual(['whole.wav'])
})

test('skips the damaged end of a truncated file, and reports earlier damage with its time', async () => {
  const folder = makeFolder()
  const whole = await readFile(audioPath('opus.ogg'))
  const path = join(folder, 'cut.ogg')
  await writeFile(path, whole.subarray(0, 12_000))
  const { seconds } = await readAudio(path, 'cut.ogg')
  const target = join(folder, 'piece')
  await cutPiece({ path, from: 0, to: Math.ceil(seconds * 1000), target })
  expect((await summarizePackets(target)).duration).toBeCloseTo(seconds, 1)
  await expect(cutPiece({ path, name: 'cut.ogg', from: 0, to: 12_000, target })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringMatching(/^“cut\.ogg” is damaged at 0:0\d\.$/),
  })
  expect(readdirSync(folder)).toEqual(['cut.ogg'])
})
