// Files on their way into a queue: order, number at once, refusal, waiting and cancelling.
import { expect, test } from 'vitest'
import { createArrivals } from './arrivals'

/** Files are names; each travels until the test lets it come or refuses it. */
function set({ takes = () => true }: { takes?: () => boolean } = {}) {
  const under = new Map<string, { come: () => void; refuse: (error: Error) => void; signal: AbortSignal }>()
  const told: unknown[] = []
  const arrivals = createArrivals<string, string>({
    keep: (name, signal) =>
      new Promise((resolve, reject) => {
        const forget = () => under.delete(name)
        signal.addEventListener('abort', () => reject(signal.reason))
        under.set(name, {
          signal,
          come: () => {
            forget()
            resolve(`kept ${name}`)
          },
          refuse: (error) => {
            forget()
            reject(error)
          },
        })
      }),
    handOn: async (arrived) => {
      const isTaken = takes()
      if (isTaken) told.push(arrived.map(({ kept }) => kept))
      return isTaken
    },
    onRefused: (id, error) => told.push({ id, error: String(error) }),
    onProgress: () => undefined,
  })
  const take = (...names: string[]) => arrivals.take(names.map((name) => ({ id: name, file: name })))
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return { arrivals, under, told, take, settle }
}

test('three travel at once, and each comes in the order of the files, not of the arrivals', async () => {
  const { under, told, take, settle } = set()
  take('a', 'b', 'c', 'd')
  expect([...under.keys()]).toEqual(['a', 'b', 'c'])
  under.get('c')?.come()
  await settle()
  expect([[...under.keys()], told]).toEqual([['a', 'b', 'd'], []])
  under.get('a')?.come()
  await settle()
  under.get('b')?.come()
  await settle()
  expect(told).toEqual([['kept a'], ['kept b', 'kept c']])
})

test('a refused file is told and stops nobody', async () => {
  const { under, told, take, settle } = set()
  take('bad', 'good')
  under.get('good')?.come()
  await settle()
  under.get('bad')?.refuse(new Error('empty'))
  await settle()
  expect(told).toEqual([{ id: 'bad', error: 'Error: empty' }, ['kept good']])
})

test('what is not taken now is handed on later, whole and once', async () => {
  let isReady = false
  const { arrivals, under, told, take, settle } = set({ takes: () => isReady })
  take('a', 'b')
  under.get('a')?.come()
  under.get('b')?.come()
  await settle()
  expect(told).toEqual([])
  isReady = true
  arrivals.handOn()
  arrivals.handOn()
  await settle()
  expect(told).toEqual([['kept a', 'kept b']])
})

test('a cancelled file is broken off, gives its place to the next, and is told of no more', async () => {
  const { arrivals, under, told, take, settle } = set()
  take('a', 'b', 'c', 'd')
  const { signal } = under.get('a') ?? {}
  arrivals.cancel('a')
  await settle()
  expect([signal?.aborted, under.has('d'), told]).toEqual([true, true, []])
  under.get('b')?.come()
  await settle()
  expect(told).toEqual([['kept b']])
})
