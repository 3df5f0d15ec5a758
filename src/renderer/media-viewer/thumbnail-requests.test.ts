// Work that is wished for faster than it can be done.
import { expect, test } from 'vitest'
import { createWishQueue, toPosterTime } from './thumbnail-requests'

/** A queue whose work ends when the test says so. */
function openQueue() {
  const begun: string[] = []
  const most = { atOnce: 0 }
  const running = new Map<string, { end: (outcome: string) => void; fail: (error: Error) => void }>()
  const queue = createWishQueue<string>({
    atOnce: 2,
    work: (key) =>
      new Promise((resolve, reject) => {
        begun.push(key)
        const settle = <Value>(tell: (value: Value) => void) => {
          return (value: Value) => {
            running.delete(key)
            tell(value)
          }
        }
        running.set(key, { end: settle(resolve), fail: settle(reject) })
        most.atOnce = Math.max(most.atOnce, running.size)
      }),
    onError: (error) => `failed: ${error instanceof Error ? error.message : error}`,
    isFinal: (outcome) => outcome.startsWith('failed'),
  })
  const told: string[] = []
  const wish = (key: string) => queue.wish(key, (outcome) => told.push(`${key} ${outcome}`))
  /** Work is taken up a few microtasks after the last one ended. */
  const end = async (key: string, outcome: string | Error) => {
    const work = running.get(key)
    if (outcome instanceof Error) work?.fail(outcome)
    else work?.end(outcome)
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  return { begun, told, wish, end, most }
}

test('two at a time, and of those that wait the newest first', async () => {
  const { begun, wish, end, most } = openQueue()
  for (const key of ['a', 'b', 'c', 'd', 'e']) wish(key)
  expect(begun).toEqual(['a', 'b'])
  await end('a', 'made')
  await end('b', 'made')
  await end('e', 'made')
  expect({ begun, most: most.atOnce }).toEqual({ begun: ['a', 'b', 'e', 'd', 'c'], most: 2 })
})

test('what was scrolled away before its turn is not made', async () => {
  const { begun, told, wish, end } = openQueue()
  wish('a')
  wish('b')
  const takeBack = wish('c')
  wish('d')
  takeBack()
  await end('a', 'made')
  await end('d', 'made')
  expect({ begun, told }).toEqual({ begun: ['a', 'b', 'd'], told: ['a made', 'd made'] })
})

test('one picture in two places is made once and told to both, unless one has gone', async () => {
  const { begun, told, wish, end } = openQueue()
  const takeBack = wish('a')
  wish('a')
  wish('a')
  takeBack()
  await end('a', 'made')
  expect({ begun, told }).toEqual({ begun: ['a'], told: ['a made', 'a made'] })
})

test('wished for again while it is under way, it is told and not made twice', async () => {
  const { begun, told, wish, end } = openQueue()
  wish('a')()
  wish('a')
  await end('a', 'made')
  expect({ begun, told }).toEqual({ begun: ['a'], told: ['a made'] })
})

test('a failure is remembered and does not stop the others', async () => {
  const { begun, told, wish, end } = openQueue()
  for (const key of ['a', 'b', 'c']) wish(key)
  await end('a', new Error('damaged'))
  wish('a')
  expect({ begun, told }).toEqual({
    begun: ['a', 'b', 'c'],
    told: ['a failed: damaged', 'a failed: damaged'],
  })
})

test('what was made is asked for again where it has been lost since', async () => {
  const { begun, wish, end } = openQueue()
  wish('a')
  await end('a', 'made')
  wish('a')
  expect(begun).toEqual(['a', 'a'])
})

test('the poster is of the first second, and of a short video within it', () => {
  expect([8, 4, 1, 0, Number.NaN, Number.POSITIVE_INFINITY].map(toPosterTime)).toEqual([1, 1, 0.25, 0, 0, 0])
})
