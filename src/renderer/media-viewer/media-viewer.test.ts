// The viewer: zooming, stepping and comparing pictures, videos by frame, and thumbnails.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeItem } from '../state/library-item.fixture'
import { compareSizes, compareWithRequested, stepPictures } from './describe-picture'
import { listPickable } from './LibraryPicker'
import {
  canPan,
  fitted,
  panBy,
  positionPicture,
  type Stage,
  scaleTo,
  showPixels,
  toPercent,
  zoomBy,
} from './picture-view'
import { toThumbnailSize } from './save-thumbnail'
import { createRequestQueue } from './Thumbnail'
import { toFrameTime, toPositionValue } from './video-playback'
import { toViewerCommand } from './ZoomControls'

test.each([
  [{ aspectRatio: '16:9', imageSize: '512' }, 688, true],
  [{ aspectRatio: '16:9', imageSize: '1K' }, 1376, true],
  [{ aspectRatio: '16:9', imageSize: '4K' }, 5504, true],
  [{ aspectRatio: '21:9', imageSize: '1K' }, 1584, true],
  [{ aspectRatio: '1:1', imageSize: '1K' }, 1024, true],
  [{ aspectRatio: '5:4' }, 1152, true],
  [{ aspectRatio: '16:9', imageSize: '2K' }, 1376, false],
  [{ aspectRatio: '4:3' }, 1024, false],
  [{ imageSize: 'large' }, 1376, undefined],
])('a picture requested with %j that is %s pixels wide matches: %s', (requested, width, matches) => {
  // The sizes that vendors document.
  const heights = { 688: 384, 1376: 768, 5504: 3072, 1584: 672, 1024: 1024, 1152: 896 }
  const height = heights[width as keyof typeof heights]
  expect(compareWithRequested(requested, { width, height })?.matches).toBe(matches)
  expect(compareWithRequested({}, { width, height })).toBeNull()
})

test('compared pictures of different sizes name the one that is scaled', () => {
  const wide = { width: 1376, height: 768 }
  expect(compareSizes(wide, wide)).toBe(null)
  expect(compareSizes(wide, { width: 2752, height: 1536 })).toMatch(/1376 × 768 scaled up to 2752 × 1536$/)
  expect(compareSizes({ width: 1024, height: 1024 }, { width: 512, height: 768 })).toMatch(
    /512 × 768 fitted into 1024 × 1024$/,
  )
})

const stage: Stage = {
  size: { width: 832, height: 632 },
  picture: { width: 1600, height: 1200 },
  density: 1,
}

test('zooming keeps the point under the pointer in place', () => {
  const at = { x: 120, y: -80 }
  const close = zoomBy(fitted, stage, { factor: 4, at })
  const closer = zoomBy(close, stage, { factor: 1.5, at })
  for (const view of [close, closer, zoomBy(closer, stage, { factor: 0.8, at })]) {
    const { left, top, width, height } = positionPicture(view, stage)
    expect(Math.abs(left + (0.5 + 120 / 800) * width - stage.size.width / 2 - at.x)).toBeLessThanOrEqual(0.5)
    expect(Math.abs(top + (0.5 - 80 / 600) * height - stage.size.height / 2 - at.y)).toBeLessThanOrEqual(0.5)
  }
})

test('zooming ends at 32 device pixels per pixel, and when the picture fits', () => {
  expect(toPercent(scaleTo(fitted, stage, { scale: 1000 }), stage)).toBe(3200)
  expect(zoomBy(zoomBy(fitted, stage, { factor: 3 }), stage, { factor: 0.01 })).toEqual(fitted)
})

test('shows device pixels on a dense screen, even of a picture smaller than the stage', () => {
  const dense = { ...stage, picture: { width: 400, height: 300 }, density: 2 }
  const view = showPixels(fitted, dense)
  expect(positionPicture(view, dense)).toEqual({ left: 316, top: 241, width: 200, height: 150 })
  expect([toPercent(view, dense), toPercent(fitted, dense)]).toEqual([100, 200])
})

test('pans as far as the pointer moves, without a gap at the edge, and never along a side that fits', () => {
  const view = showPixels(fitted, stage)
  const before = positionPicture(view, stage)
  const moved = positionPicture(panBy(view, stage, { x: 30, y: -20 }), stage)
  expect([moved.left - before.left, moved.top - before.top]).toEqual([30, -20])
  const far = positionPicture(panBy(view, stage, { x: 9999, y: -9999 }), stage)
  expect(far).toMatchObject({ left: 0, top: 632 - 1200 })
  const wide = { ...stage, picture: { width: 4000, height: 100 } }
  const panned = panBy(showPixels(fitted, wide), wide, { x: 50, y: 50 })
  expect(positionPicture(panned, wide).top).toBe((632 - 100) / 2)
  expect([canPan(panned, wide), canPan(fitted, wide)]).toEqual([true, false])
})

test('arrow keys step if the picture fits, and pan if it is larger; Page keys always step', () => {
  const press = (key: string, isLarger: boolean, ctrlKey = false) =>
    toViewerCommand({ key, ctrlKey, metaKey: false, altKey: false }, isLarger)
  expect(press('ArrowRight', false)).toEqual({ do: 'step', by: 1 })
  expect(press('ArrowRight', true)).toEqual({ do: 'pan', by: { x: -64, y: 0 } })
  expect([press('PageUp', true), press('PageDown', false)]).toEqual([
    { do: 'step', by: -1 },
    { do: 'step', by: 1 },
  ])
  expect(press('=', false)).toEqual(press('+', false))
  expect([press('ArrowUp', false), press('1', false, true)]).toEqual([null, null])
})

test('stepping wraps around at both ends and announces it, also that there is only one picture', () => {
  expect(stepPictures(1, 1, 3)).toEqual({ index: 2, announcement: '' })
  expect(stepPictures(2, 1, 3)).toEqual({ index: 0, announcement: 'First of 3' })
  expect(stepPictures(0, -1, 3)).toEqual({ index: 2, announcement: 'Last of 3' })
  expect(stepPictures(0, 1, 1)).toEqual({ index: 0, announcement: 'This is the only image' })
})

test('pictures whose file exists can be picked, and identical files once', () => {
  const item = makeItem({ title: 'A boat', mimeType: 'image/jpeg' })
  const items = [item, { ...item, id: 'i2' }, { ...item, id: 'i3', media: 'm3', file: 'missing' as const }]
  expect(listPickable(items)).toEqual([{ media: 'm1', mimeType: 'image/jpeg', title: 'A boat' }])
})

test('each step of a video shows the next frame, and steps back lead to the same frames', () => {
  const toIndex = (time: number) => Math.floor(time * 24)
  const frames = [0]
  for (let count = 0; count < 95; count += 1) frames.push(toFrameTime(frames.at(-1) ?? 0, 1, 4))
  expect(frames.map(toIndex)).toEqual(frames.map((_, at) => at))
  // A browser rounds times to microseconds.
  const round = (time: number) => Math.floor(time * 1e6) / 1e6
  let time = round(frames.at(-1) ?? 0)
  for (const expected of frames.slice(0, -1).reverse()) {
    time = round(toFrameTime(time, -1, 4))
    expect(toIndex(time)).toBe(toIndex(expected))
  }
  // At the ends, and from the frame that is shown.
  expect([toFrameTime(0, -1, 4), toFrameTime(4, 1, 4), toFrameTime(1.03, 1, 4)].map(toIndex)).toEqual([
    0, 95, 25,
  ])
})

test('a thumbnail is at most 320 wide or high, keeps the ratio, and is never enlarged or empty', () => {
  const sizeOf = (width: number, height: number) => Object.values(toThumbnailSize({ width, height }))
  expect([sizeOf(2752, 1536), sizeOf(768, 1376), sizeOf(40, 30), sizeOf(8000, 2)]).toEqual([
    [320, 179],
    [179, 320],
    [40, 30],
    [320, 1],
  ])
})

/** A queue whose tasks end when the test calls `end`. */
function openQueue() {
  const started: string[] = []
  const running = new Map<string, { end: (outcome: string) => void; fail: (error: Error) => void }>()
  const queue = createRequestQueue<string>({
    concurrency: 2,
    process: (key) =>
      new Promise((resolve, reject) => {
        started.push(key)
        running.set(key, { end: resolve, fail: reject })
      }),
    onError: (error) => `failed: ${error instanceof Error ? error.message : error}`,
    isFinal: (outcome) => outcome.startsWith('failed'),
  })
  const outcomes: string[] = []
  const request = (key: string) => queue.request(key, (outcome) => outcomes.push(`${key} ${outcome}`))
  /** The next task starts a few microtasks after the previous one ended. */
  const end = async (key: string, outcome: string | Error = 'made') => {
    const task = running.get(key)
    if (outcome instanceof Error) task?.fail(outcome)
    else task?.end(outcome)
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  return { started, outcomes, request, end }
}

test('two thumbnails are made at a time, the newest waiting one first, and no canceled one', async () => {
  const { started, outcomes, request, end } = openQueue()
  const cancel = ['a', 'b', 'c', 'd', 'e'].map(request)[3]
  cancel?.()
  expect(started).toEqual(['a', 'b'])
  for (const key of ['a', 'b', 'e']) await end(key)
  expect([started, outcomes]).toEqual([
    ['a', 'b', 'e', 'c'],
    ['a made', 'b made', 'e made'],
  ])
})

test('a thumbnail is made once for several requests, and again later; a failure is final', async () => {
  const { started, outcomes, request, end } = openQueue()
  const cancel = request('a')
  for (const key of ['a', 'a', 'b']) request(key)
  cancel()
  await end('a')
  await end('b', new Error('damaged'))
  request('a')
  request('b')
  expect(started).toEqual(['a', 'b', 'a'])
  expect(outcomes).toEqual(['a made', 'a made', 'b failed: damaged', 'b failed: damaged'])
})

test('the position slider gets only values that it shows unchanged', () => {
  const times = fc.double({ min: 0, max: 36_000, noNaN: true })
  fc.assert(
    fc.property(times, times, (time, seconds) => {
      const value = toPositionValue(time, seconds)
      expect(String(value)).toMatch(/^\d+(\.\d{1,3})?$/)
      expect(value).toBeLessThanOrEqual(seconds)
      expect(Math.min(time, seconds) - value).toBeLessThan(0.0011)
    }),
  )
})
