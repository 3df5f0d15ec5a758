// The order of measurements, and failing workers.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Replaces the browser's: records its calls, and responds when the test calls `respond`. */
class ScriptedWorker extends EventTarget {
  static readonly opened: ScriptedWorker[] = []
  readonly calls: string[] = []
  readonly #ids = new Map<string, number>()
  constructor() {
    super()
    ScriptedWorker.opened.push(this)
  }
  postMessage({ id, input }: { readonly id: number; readonly input: string }) {
    this.calls.push(input)
    this.#ids.set(input, id)
  }
  terminate() {
    this.calls.push('terminated')
  }
  /** Without progress, it is done. */
  async respond(media: string, progress?: number) {
    const response = progress === undefined ? { type: 'output' } : { type: 'progress', progress }
    this.dispatchEvent(new MessageEvent('message', { data: { ...response, id: this.#ids.get(media) } }))
    await vi.advanceTimersByTimeAsync(0)
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  ScriptedWorker.opened.length = 0
  vi.resetModules()
  vi.stubGlobal('Worker', ScriptedWorker)
})

afterEach(() => void vi.useRealTimers())

test('one file is measured at a time, the open one before waiting ones, and each only once', async () => {
  const { requestLoudness } = await import('./loudness-requests')
  const outcomes = [
    requestLoudness('a'),
    requestLoudness('b'),
    requestLoudness('c'),
    requestLoudness('a', true),
  ]
  const looked = requestLoudness('c', true)
  const [worker] = ScriptedWorker.opened
  expect(worker?.calls).toEqual(['a'])
  for (const media of ['a', 'c', 'b']) await worker?.respond(media)
  expect(worker?.calls).toEqual(['a', 'c', 'b'])
  await Promise.all([...outcomes, looked])
})

test('a file that crashes the worker fails, and the next one gets another worker', async () => {
  const { requestLoudness, useLoudnessProgress } = await import('./loudness-requests')
  const [first, second] = [requestLoudness('a'), requestLoudness('b')]
  await ScriptedWorker.opened[0]?.respond('a', 0.5)
  expect(useLoudnessProgress.getState()).toEqual({ a: 0.5, b: 0 })
  ScriptedWorker.opened[0]?.dispatchEvent(new Event('error'))
  await expect(first).rejects.toThrow('Couldn’t decode this audio.')
  await ScriptedWorker.opened[1]?.respond('b')
  await second
  expect(ScriptedWorker.opened.map(({ calls }) => calls)).toEqual([['a', 'terminated'], ['b']])
})

test('a silent worker is abandoned, one that reports progress is not', async () => {
  const { requestLoudness } = await import('./loudness-requests')
  const [first, second] = [requestLoudness('a'), requestLoudness('b')]
  for (const progress of [0.1, 0.2, 0.3]) {
    vi.advanceTimersByTime(29_000)
    await ScriptedWorker.opened[0]?.respond('a', progress)
  }
  expect(ScriptedWorker.opened[0]?.calls).toEqual(['a'])
  const failed = expect(first).rejects.toThrow('Couldn’t read this audio. The file may be damaged.')
  await vi.advanceTimersByTimeAsync(31_000)
  await failed
  await ScriptedWorker.opened[1]?.respond('b')
  await second
  vi.advanceTimersByTime(60_000)
  expect(ScriptedWorker.opened.map(({ calls }) => calls)).toEqual([['a', 'terminated'], ['b']])
})
