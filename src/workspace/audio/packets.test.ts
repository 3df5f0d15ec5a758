// Renumbering FLAC frames with valid checksums.
import { expect, test } from 'vitest'
import { audioPath } from './audio.fixture'
import { readFrameNumber, renumberFrame } from './copy-packets'
import { eachPacket, openAudio } from './open-audio'

async function readFrames(): Promise<Uint8Array[]> {
  const audio = await openAudio(audioPath('speech.flac'), 'speech.flac')
  const frames: Uint8Array[] = []
  for await (const { data } of eachPacket(audio)) frames.push(data)
  audio.close()
  return frames
}

test('a frame with the same number is unchanged, including both checksums', async () => {
  for (const frame of await readFrames()) expect(renumberFrame(frame, 0)).toEqual(frame)
})

test.each([1, 127, 128, 2047, 2048, 65_536, 2 ** 21 - 1, 2 ** 26, 2 ** 31 - 100, 2 ** 35])(
  'encodes and decodes a number that is %d larger',
  async (more) => {
    const [frame = new Uint8Array()] = await readFrames()
    const later = renumberFrame(frame, -more)
    expect(readFrameNumber(later)).toBe(readFrameNumber(frame) + more)
    expect(renumberFrame(later, more)).toEqual(frame)
  },
)
