// The order of measurements, and failing workers.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { LoudnessMessage } from './loudness-requests'

/** The browser's part: it says what it was given, and tells what it is told to. */
class ScriptedWorker extends EventTarget {
  static readonly opened: ScriptedWorker[] = []
  readonly given: string[] = []
  constructor() {
    super()
    ScriptedWorker.opened.push(this)
  }
  postMessage(media: string) {
    this.given.push(media)
  }
  terminate() {
    this.given.push('terminated')
  }
  tell(news: LoudnessMessage) {
    this.dispatchEvent(new MessageEvent('message', { data: news }))
  }
}

const kept = { state: 'kept' } as const

beforeEach(() => {
  ScriptedWorker.opened.length = 0
  vi.resetModules()
  vi.stubGlobal('Worker', ScriptedWorker)
})

test('one file is measured at a time, an open one overtakes waiting ones, and none is measured twice', async () => {
  const { requestLoudness } = await import('./loudness-requests')
  const outcomes = [
    requestLoudness('a'),
    requestLoudness('b'),
    requestLoudness('c'),
    requestLoudness('a', true),
  ]
  const looked = requestLoudness('c', true)
  const [worker] = ScriptedWorker.opened
  expect(worker?.given).toEqual(['a'])
  for (const media of ['a', 'c', 'b']) worker?.tell({ media, status: kept })
  expect(worker?.given).toEqual(['a', 'c', 'b'])
  expect(await Promise.all([...outcomes, looked])).toEqual([kept, kept, kept, kept, kept])
})

test('a file that crashes the worker fails, and the next one gets another worker', async () => {
  const { requestLoudness, useLoudness } = await import('./loudness-requests')
  const [first, second] = [requestLoudness('a'), requestLoudness('b')]
  ScriptedWorker.opened[0]?.tell({ media: 'a', status: { state: 'measuring', progress: 0.5 } })
  expect(useLoudness.getState().statuses.a).toEqual({ state: 'measuring', progress: 0.5 })
  ScriptedWorker.opened[0]?.dispatchEvent(new Event('error'))
  expect(await first).toEqual({ state: 'refused', reason: 'The window could not decode this sound.' })
  ScriptedWorker.opened[1]?.tell({ media: 'b', status: kept })
  expect(await second).toEqual(kept)
  expect(ScriptedWorker.opened.map(({ given }) => given)).toEqual([['a', 'terminated'], ['b']])
})

test('a silent worker is abandoned, one that reports progress is not', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { requestLoudness } = await import('./loudness-requests')
  const [first, second] = [requestLoudness('a'), requestLoudness('b')]
  for (const progress of [0.1, 0.2, 0.3]) {
    vi.advanceTimersByTime(29_000)
    ScriptedWorker.opened[0]?.tell({ media: 'a', status: { state: 'measuring', progress } })
  }
  expect(ScriptedWorker.opened[0]?.given).toEqual(['a'])
  vi.advanceTimersByTime(31_000)
  const reason = 'The window could not read this sound: it may be damaged.'
  expect(await first).toEqual({ state: 'refused', reason })
  ScriptedWorker.opened[1]?.tell({ media: 'b', status: kept })
  expect(await second).toEqual(kept)
  vi.advanceTimersByTime(60_000)
  expect(ScriptedWorker.opened.map(({ given }) => given)).toEqual([['a', 'terminated'], ['b']])
})
