// Detecting the type of audio files by content, and rejecting unsupported ones.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../workspace.fixture'
import { audioPath, writeWav } from './audio.fixture'
import { readAudio } from './read-audio'

async function describeAudio(path: string, name = 'talk.mp3'): Promise<string> {
  return await readAudio(path, name).then(
    (audio) => JSON.stringify(audio),
    (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
  )
}

async function describeBytes(bytes: Uint8Array | string): Promise<string> {
  const path = join(makeFolder(), 'file')
  await writeFile(path, bytes)
  return await describeAudio(path)
}

test.each([
  ['speech.mp3', 12.1, 'mp3', 'mp3', 'audio/mpeg', true],
  ['layer-two.mp2', 12, 'mp3', 'mpga', 'audio/mpeg', true],
  ['speech.m4a', 12, 'aac', 'm4a', 'audio/mp4', true],
  ['opus.ogg', 12, 'opus', 'ogg', 'audio/ogg', true],
  ['vorbis.ogg', 12, 'vorbis', 'ogg', 'audio/ogg', true],
  ['speech.webm', 12, 'opus', 'webm', 'audio/webm', true],
  ['speech.flac', 5, 'flac', 'flac', 'audio/flac', true],
  ['alac.m4a', 2, 'alac', 'm4a', 'audio/mp4', true],
  ['speech.mka', 12, 'opus', 'webm', 'audio/webm', false],
  ['opus.mp4', 12, 'opus', 'webm', 'audio/webm', false],
  ['speech.mov', 12, 'aac', 'm4a', 'audio/mp4', false],
  ['speech.aac', 12.1, 'aac', 'm4a', 'audio/mp4', false],
  ['broadcast.m2ts', 6.1, 'aac', 'm4a', 'audio/mp4', false],
  ['big-endian.mov', 2, 'pcm-s16be', 'wav', 'audio/wav', false],
  ['video.mp4', 6, 'aac', 'm4a', 'audio/mp4', false],
])('detects %s by its content', async (...expected) => {
  const [file, seconds, codec, extension, mimeType, canSendAsIs] = expected
  const audio = await readAudio(audioPath(file), 'talk.dat')
  expect({ ...audio, seconds: Math.round(audio.seconds * 10) / 10 }).toEqual({
    seconds,
    codec,
    extension,
    mimeType,
    canSendAsIs,
    bytes: expect.any(Number),
  })
})

test('the size of a video is that of its audio', async () => {
  const { bytes } = await readAudio(audioPath('video.mp4'), 'video.mp4')
  expect(bytes).toBeGreaterThan(12_425)
  expect(bytes).toBeLessThan((await readFile(audioPath('video.mp4'))).length + 4096)
})

test('rejects other files with an error that names the file', async () => {
  const webm = await readFile(audioPath('recorder.webm'))
  const emptyWav = join(makeFolder(), 'empty.wav')
  await writeWav(emptyWav, { seconds: 0 })
  const noise = Uint8Array.from({ length: 100_000 }, (_, at) => (at * at * 31 + (at >> 3) * 7) % 251)
  expect({
    empty: await describeBytes(''),
    text: await describeBytes('This is a plain text, and someone has named it talk.mp3.\n'.repeat(100)),
    noise: await describeBytes(noise),
    picture: await describeBytes(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
    video: await describeAudio(audioPath('silent-video.mp4'), 'clip.mp4'),
    program: await describeAudio(audioPath('program-stream.mpeg'), 'clip.mpeg'),
    aiff: await describeBytes(Buffer.from('FORM\0\0\0\0AIFFCOMM')),
    noSamples: await describeBytes((await readFile(audioPath('speech.webm'))).subarray(0, 300)),
    noIndex: await describeBytes((await readFile(audioPath('speech.m4a'))).subarray(0, 12_000)),
    emptyWav: await describeAudio(emptyWav),
    damaged: await describeBytes(Buffer.concat([webm.subarray(0, 60), Buffer.alloc(500, 7)])),
    damagedInside: await describeBytes(Buffer.concat([webm.subarray(0, 4000), Buffer.alloc(3000, 7)])),
  }).toEqual({
    empty: 'INVALID_ARGUMENT: “talk.mp3” is empty.',
    text: 'INVALID_ARGUMENT: “talk.mp3” isn’t an audio file, or it’s damaged.',
    noise: 'INVALID_ARGUMENT: “talk.mp3” isn’t an audio file, or it’s damaged.',
    picture: 'INVALID_ARGUMENT: “talk.mp3” isn’t an audio file.',
    video: 'INVALID_ARGUMENT: “clip.mp4” has no readable audio.',
    program:
      'INVALID_ARGUMENT: “clip.mpeg” is an MPEG program stream, which isn’t supported. Supported formats: MP3, MP4, M4A, MPGA, OGG, WAV, WebM, and FLAC.',
    aiff: 'INVALID_ARGUMENT: “talk.mp3” is an AIFF file, which isn’t supported. Supported formats: MP3, MP4, M4A, MPGA, OGG, WAV, WebM, and FLAC.',
    noSamples: 'INVALID_ARGUMENT: “talk.mp3” has no readable audio.',
    noIndex: expect.stringMatching(
      /^INVALID_ARGUMENT: “talk\.mp3” (has no readable audio|isn’t an audio file)/,
    ),
    emptyWav: expect.stringMatching(/^INVALID_ARGUMENT: “talk\.mp3” (has no audio|isn’t an audio file)/),
    damaged: 'INVALID_ARGUMENT: “talk.mp3” is damaged.',
    // Its readable part is read.
    damagedInside: expect.stringMatching(/^\{"seconds":[12]\./),
  })
})

test('a playlist opens no other file', async () => {
  const folder = makeFolder()
  await writeWav(join(folder, 'secret.wav'), { seconds: 1 })
  const path = join(folder, 'list.m3u8')
  await writeFile(path, '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nsecret.wav\n#EXT-X-ENDLIST\n')
  expect(await describeAudio(path, 'list.mp3')).toBe(
    'INVALID_ARGUMENT: “list.mp3” isn’t an audio file, or it’s damaged.',
  )
})

test.each([
  ['speech.mp3', 12_000],
  ['speech.webm', 12_000],
  ['opus.ogg', 12_000],
  ['vorbis.ogg', 20_000],
  ['speech.flac', 30_000],
  ['speech.aac', 12_001],
])('a truncated %s has the duration of its readable part', async (name, length) => {
  const path = join(makeFolder(), name)
  const bytes = await readFile(audioPath(name))
  await writeFile(path, bytes.subarray(0, length))
  const whole = await readAudio(audioPath(name), name)
  const { seconds } = await readAudio(path, name)
  expect(seconds).toBeGreaterThan(0.5)
  expect(seconds).toBeLessThan(whole.seconds - 0.5)
})

test('measures an hour of WAV', async () => {
  const path = join(makeFolder(), 'hour.wav')
  await writeWav(path, { seconds: 3600, amplitude: () => 0 })
  expect(await readAudio(path, 'hour.wav')).toEqual({
    seconds: 3600,
    codec: 'pcm-s16',
    extension: 'wav',
    mimeType: 'audio/wav',
    bytes: 57_600_044,
    canSendAsIs: true,
  })
})
