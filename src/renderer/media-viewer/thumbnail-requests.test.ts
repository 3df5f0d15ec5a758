import { expect, test } from 'vitest'
import { createRequestQueue, toPosterTime } from './thumbnail-requests'

/** A queue whose tasks end when the test calls `end`. */
function openQueue() {
  const started: string[] = []
  const max = { running: 0 }
  const running = new Map<string, { end: (outcome: string) => void; fail: (error: Error) => void }>()
  const queue = createRequestQueue<string>({
    concurrency: 2,
    process: (key) =>
      new Promise((resolve, reject) => {
        started.push(key)
        const settle = <Value>(settlePromise: (value: Value) => void) => {
          return (value: Value) => {
            running.delete(key)
            settlePromise(value)
          }
        }
        running.set(key, { end: settle(resolve), fail: settle(reject) })
        max.running = Math.max(max.running, running.size)
      }),
    onError: (error) => `failed: ${error instanceof Error ? error.message : error}`,
    isFinal: (outcome) => outcome.startsWith('failed'),
  })
  const outcomes: string[] = []
  const request = (key: string) => queue.request(key, (outcome) => outcomes.push(`${key} ${outcome}`))
  /** The next task starts a few microtasks after the previous one ended. */
  const end = async (key: string, outcome: string | Error) => {
    const task = running.get(key)
    if (outcome instanceof Error) task?.fail(outcome)
    else task?.end(outcome)
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  return { started, outcomes, request, end, max }
}

test('runs two at a time, and the newest waiting request first', async () => {
  const { started, request, end, max } = openQueue()
  for (const key of ['a', 'b', 'c', 'd', 'e']) request(key)
  expect(started).toEqual(['a', 'b'])
  await end('a', 'made')
  await end('b', 'made')
  await end('e', 'made')
  expect({ started, max: max.running }).toEqual({ started: ['a', 'b', 'e', 'd', 'c'], max: 2 })
})

test('processes a key once for several requests, and calls those that are not canceled', async () => {
  const { started, outcomes, request, end } = openQueue()
  const cancel = request('a')
  request('a')
  request('a')
  cancel()
  await end('a', 'made')
  expect({ started, outcomes }).toEqual({ started: ['a'], outcomes: ['a made', 'a made'] })
})

test('caches a failure and continues with the others', async () => {
  const { started, outcomes, request, end } = openQueue()
  for (const key of ['a', 'b', 'c']) request(key)
  await end('a', new Error('damaged'))
  request('a')
  expect({ started, outcomes }).toEqual({
    started: ['a', 'b', 'c'],
    outcomes: ['a failed: damaged', 'a failed: damaged'],
  })
})

test('processes a key again after an outcome that is not final', async () => {
  const { started, request, end } = openQueue()
  request('a')
  await end('a', 'made')
  request('a')
  expect(started).toEqual(['a', 'a'])
})

test('the poster is a frame of the first second, earlier in a short video', () => {
  expect([8, 4, 1, 0, Number.NaN, Number.POSITIVE_INFINITY].map(toPosterTime)).toEqual([1, 1, 0.25, 0, 0, 0])
})
