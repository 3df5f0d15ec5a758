// Uploads into a queue.
import { expect, test } from 'vitest'
import { createUploadQueue } from './audio-import'

/** Files are names; each travels until the test lets it finish or refuses it. */
function set({ accepts = () => true }: { accepts?: () => boolean } = {}) {
  const pending = new Map<
    string,
    { finish: () => void; reject: (error: Error) => void; signal: AbortSignal }
  >()
  const reported: unknown[] = []
  const uploads = createUploadQueue<string, string>({
    upload: (name, signal) =>
      new Promise((resolve, reject) => {
        const remove = () => pending.delete(name)
        signal.addEventListener('abort', () => reject(signal.reason))
        pending.set(name, {
          signal,
          finish: () => {
            remove()
            resolve(`saved ${name}`)
          },
          reject: (error) => {
            remove()
            reject(error)
          },
        })
      }),
    deliver: async (completed) => {
      const isDelivered = accepts()
      if (isDelivered) reported.push(completed.map(({ source }) => source))
      return isDelivered
    },
    onRejected: (id, error) => reported.push({ id, error: String(error) }),
    onProgress: () => undefined,
  })
  const add = (...names: string[]) => uploads.add(names.map((name) => ({ id: name, file: name })))
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return { uploads, pending, reported, add, settle }
}

test('three uploads run at a time, and are delivered in the order of the files', async () => {
  const { pending, reported, add, settle } = set()
  add('a', 'b', 'c', 'd')
  expect([...pending.keys()]).toEqual(['a', 'b', 'c'])
  pending.get('c')?.finish()
  await settle()
  expect([[...pending.keys()], reported]).toEqual([['a', 'b', 'd'], []])
  pending.get('a')?.finish()
  await settle()
  pending.get('b')?.finish()
  await settle()
  expect(reported).toEqual([['saved a'], ['saved b', 'saved c']])
})

test('a rejected file is reported and stops no other', async () => {
  const { pending, reported, add, settle } = set()
  add('bad', 'good')
  pending.get('good')?.finish()
  await settle()
  pending.get('bad')?.reject(new Error('empty'))
  await settle()
  expect(reported).toEqual([{ id: 'bad', error: 'Error: empty' }, ['saved good']])
})

test('what cannot be delivered now is delivered later, completely and once', async () => {
  let isReady = false
  const { uploads, pending, reported, add, settle } = set({ accepts: () => isReady })
  add('a', 'b')
  pending.get('a')?.finish()
  pending.get('b')?.finish()
  await settle()
  expect(reported).toEqual([])
  isReady = true
  uploads.deliver()
  uploads.deliver()
  await settle()
  expect(reported).toEqual([['saved a', 'saved b']])
})

test('a cancelled upload is aborted, makes room for the next, and is not reported', async () => {
  const { uploads, pending, reported, add, settle } = set()
  add('a', 'b', 'c', 'd')
  const { signal } = pending.get('a') ?? {}
  uploads.cancel('a')
  await settle()
  expect([signal?.aborted, pending.has('d'), reported]).toEqual([true, true, []])
  pending.get('b')?.finish()
  await settle()
  expect(reported).toEqual([['saved b']])
})
