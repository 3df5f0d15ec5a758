// The size and the length of video files.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderVideo } from '#demo/video/render-video'
import { makeFolder } from '../workspace.fixture'
import { measureVideo } from './measure-video'

test('a video tells its pixels and seconds, and what is none, or cut off in its head, tells nothing', async () => {
  const scene = {
    seed: 1,
    setting: 'sea',
    daytime: 'day',
    weather: 'clear',
    subjects: [],
    colors: [],
  } as const
  const film = await renderVideo(
    {
      scene: { ...scene, subjects: [], colors: [] },
      seconds: 2,
      aspectRatio: '9:16',
      resolution: '720p',
    },
    new AbortController().signal,
  )
  const folder = makeFolder()
  const measure = (name: string, bytes: Uint8Array) => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return measureVideo(path)
  }
  const nothing = { width: null, height: null, seconds: null }
  expect([
    await measure('whole.mp4', film),
    await measure('cut.mp4', film.subarray(0, 40)),
    await measure('text.mp4', Buffer.from('no video')),
    await measureVideo(join(folder, 'none.mp4')),
  ]).toEqual([{ width: 360, height: 640, seconds: expect.closeTo(2, 1) }, nothing, nothing, nothing])
}, 60_000)
