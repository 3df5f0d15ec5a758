// Uploads into the queue of transcriptions.
import { beforeEach, expect, test, vi } from 'vitest'
import {
  addUploaded,
  cancelAudioImport,
  dismissInterruptedAudio,
  importAudio,
  restoreAudioImport,
  useAudioImport,
} from './audio-import'

interface PendingUpload {
  readonly finish: () => void
  readonly reject: (error: Error) => void
  readonly signal: AbortSignal
}

/** Each file is being uploaded until the test finishes or rejects it. */
const pending = new Map<string, PendingUpload>()
/** The names of the files in each request. */
const added: string[][] = []
let accepts = true
/** A request to add files is answered once this resolves. */
let adding = Promise.resolve()
/** The ids of jobs. */
const canceled: string[] = []
const cleared: string[] = []
/** The form as saved by the last process, then by this one. */
let saved: unknown

vi.mock('../../../state/media-files', () => ({
  uploadFile: ({ name }: File, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      const settle = () => pending.delete(name)
      signal.addEventListener('abort', () => reject(signal.reason))
      pending.set(name, {
        signal,
        finish: () =>
          settle() &&
          resolve({ media: `hash of ${name}`, mimeType: 'audio/wav', name: `${name}.by-content` }),
        reject: (error) => settle() && reject(error),
      })
    }),
}))

vi.mock('../../../api/desktop', () => ({
  queries: {
    models: { list: { queryKey: () => ['models'] } },
    settings: { read: { queryKey: () => ['settings'] } },
  },
  desktop: {
    drafts: { read: async () => ({}) },
    forms: {
      read: async () => (saved === undefined ? {} : { incomingAudio: saved }),
      write: async ({ form }: { form: unknown }) => {
        saved = form
      },
    },
    transcriptions: {
      add: async ({ sources }: { sources: { name: string }[] }) => {
        if (!accepts) throw new Error('not now')
        added.push(sources.map(({ name }) => name))
        await adding
        return { ids: [], rejected: [] }
      },
      job: async ({ id }: { id: string }) => ({ id }),
      cancel: async ({ ids }: { ids: string[] }) => void canceled.push(...ids),
      clear: async ({ ids }: { ids: string[] }) => void cleared.push(...ids),
    },
  },
}))

vi.stubGlobal('window', new EventTarget())

beforeEach(() => {
  pending.clear()
  added.length = 0
  accepts = true
  useAudioImport.setState({ uploads: [], rejections: [], blocker: null })
})

const settle = () => new Promise((resolve) => setTimeout(resolve, 2))

async function add(...names: string[]) {
  importAudio(names.map((name) => new File(['sound'], name)))
  await settle()
}

const findId = (name: string) =>
  useAudioImport.getState().uploads.find((each) => each.name === name)?.id ?? ''

test('after a kill, copied files are added and the others are named, until they are dismissed', async () => {
  const source = { media: 'c'.repeat(64), mimeType: 'audio/wav', name: 'copied.wav' }
  saved = [
    { id: 'one', name: 'copied.wav', source },
    { id: 'two', name: 'half.wav' },
  ]
  await restoreAudioImport()
  await expect.poll(() => saved).toEqual([{ id: 'two', name: 'half.wav' }])
  expect(added).toEqual([['copied.wav']])
  expect(useAudioImport.getState()).toMatchObject({ uploads: [], interrupted: [{ name: 'half.wav' }] })
  dismissInterruptedAudio()
  await expect.poll(() => saved).toEqual([])
})

test('three uploads run at a time, and are added in the order of the files, under their own names', async () => {
  await add('a', 'b', 'c', 'd')
  expect([...pending.keys()]).toEqual(['a', 'b', 'c'])
  pending.get('c')?.finish()
  await settle()
  expect([[...pending.keys()], added]).toEqual([['a', 'b', 'd'], []])
  pending.get('a')?.finish()
  await settle()
  pending.get('b')?.finish()
  await settle()
  expect(added).toEqual([['a'], ['b', 'c']])
})

test('a rejected file is reported and does not stop the others', async () => {
  await add('bad', 'good')
  pending.get('good')?.finish()
  await settle()
  pending.get('bad')?.reject(new Error('empty'))
  await settle()
  expect([useAudioImport.getState().rejections, added]).toEqual([['empty'], [['good']]])
})

test('files that cannot be added yet are added later, completely and once', async () => {
  accepts = false
  await add('a', 'b')
  pending.get('a')?.finish()
  pending.get('b')?.finish()
  await settle()
  expect(added).toEqual([])
  expect(useAudioImport.getState()).toMatchObject({
    blocker: 'not now',
    uploads: [{ name: 'a' }, { name: 'b' }],
  })
  accepts = true
  await Promise.all([addUploaded(), addUploaded()])
  await settle()
  expect(added).toEqual([['a', 'b']])
  expect(useAudioImport.getState()).toMatchObject({ blocker: null, uploads: [] })
})

test('a canceled upload is aborted, lets the next one start, and is not reported', async () => {
  await add('a', 'b', 'c', 'd')
  const { signal } = pending.get('a') ?? {}
  cancelAudioImport([findId('a')])
  await settle()
  expect([signal?.aborted, pending.has('d'), added]).toEqual([true, true, []])
  pending.get('b')?.finish()
  await settle()
  expect([added, useAudioImport.getState().rejections]).toEqual([[['b']], []])
})

test('a file that is canceled while it is being added gets no job, or its job is canceled', async () => {
  let answer = () => {}
  adding = new Promise((resolve) => (answer = resolve))
  await add('a', 'b', 'c')
  const [a, , c] = ['a', 'b', 'c'].map(findId)
  pending.get('a')?.finish()
  await settle()
  expect(added).toEqual([['a']])
  for (const name of ['b', 'c']) pending.get(name)?.finish()
  await settle()
  cancelAudioImport([a ?? '', c ?? ''])
  answer()
  await settle()
  expect([canceled, cleared, added]).toEqual([[a], [a], [['a'], ['b']]])
  expect(useAudioImport.getState()).toMatchObject({ uploads: [], rejections: [] })
})
