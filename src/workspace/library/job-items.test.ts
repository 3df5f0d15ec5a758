// What jobs have made, as items: listed, found, edited, adopted, exported, and gone for good.
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { renderVideo } from '#demo/video/render-video'
import type { VideoPlan } from '#demo/video/video-plan'
import { makeFolder } from '../workspace.fixture'
import {
  edit,
  insertJob,
  openTestLibrary,
  swept,
  type TestLibrary,
  transcribe,
  videoMetadata,
} from './job-items.fixture'
import { filesIn } from './library.fixture'
import { makePng } from './make-png.fixture'

const nothing = { missing: 0, changed: 0, returned: 0, adopted: 0 }
const plan: VideoPlan = {
  scene: { seed: 7, setting: 'sea', daytime: 'day', weather: 'clear', subjects: [], colors: [] },
  seconds: 1,
  aspectRatio: '16:9',
  resolution: '720p',
}

let film: Buffer
beforeAll(async () => {
  film = await renderVideo(plan, new AbortController().signal)
}, 60_000)

async function makeVideo(shelf: TestLibrary, jobId: string) {
  const frame = await shelf.media.keep(makePng(16, 9, 40))
  const form = {
    model: 'gen-video-3.1',
    prompt: 'A calm sea',
    image: { media: frame.hash, mimeType: 'image/png' },
  }
  insertJob(shelf, { id: jobId, kind: 'video', input: form })
  const file = await shelf.media.keep(film)
  const making = videoMetadata(jobId, form)
  shelf.connection.transact(() =>
    shelf.indexer.indexJobResult({
      kind: 'video',
      jobId,
      title: form.prompt,
      text: form.prompt,
      model: form.model,
      media: file.hash,
      mimeType: 'video/mp4',
      createdAt: 5,
      seconds: null,
      width: null,
      height: null,
      making,
    }),
  )
  await shelf.indexer.writeSidecars()
  return { file, frame, making }
}

test('a video is an item with its size, its length and its sidecar, once however often it is told', async () => {
  const shelf = await openTestLibrary()
  const { file, making } = await makeVideo(shelf, 'job-1')
  const { title, mimeType, media } = { title: 'A calm sea', mimeType: 'video/mp4', media: file.hash }
  shelf.connection.transact(() =>
    shelf.indexer.indexJobResult({
      ...{ kind: 'video', jobId: 'job-1', title, text: title, model: 'gen-video-3.1', media, mimeType },
      ...{ createdAt: 9, seconds: null, width: null, height: null, making },
    }),
  )
  const [item] = shelf.list()
  expect(shelf.list()).toEqual([
    {
      id: item?.id,
      kind: 'video',
      title,
      model: 'gen-video-3.1',
      createdAt: 5,
      deletedAt: null,
      tags: [],
      file: 'here',
      media,
      mimeType,
      bytes: film.length,
      width: 640,
      height: 360,
      seconds: expect.closeTo(1, 1),
      conversationId: null,
      turnId: null,
      jobId: 'job-1',
    },
  ])
  expect(await shelf.collection.generationMetadata({ id: item?.id ?? '' })).toEqual(making)
  expect(await shelf.media.readBeside(media)).toEqual([making])
  // What only pictures have is not told of a video.
  expect(await shelf.collection.makingOf({ media })).toBeNull()
})

test('an edited transcript is another file, found by its new words and no more by the old ones', async () => {
  const shelf = await openTestLibrary()
  const { file, sound, making } = await transcribe(shelf, { jobId: 'job-1', text: 'A lazy fox' })
  await transcribe(shelf, { jobId: 'job-2', text: 'A lazy fox', name: 'Talk.mp3' })
  const edited = await edit(shelf, { jobId: 'job-1', text: 'A quick bear', making })
  const found = (text: string) => shelf.list({ text }).map(({ jobId }) => jobId)
  expect([found('fox'), found('bear'), found('talk quick bear')]).toEqual([['job-2'], ['job-1'], ['job-1']])
  await expect.poll(() => swept(shelf)).toBe(true)
  // The other job's transcript is the very same file; what is beside it tells of that one alone.
  expect(await shelf.media.readBeside(file.hash)).toMatchObject([{ jobId: 'job-2' }])
  expect(await shelf.media.readBeside(edited.hash)).toEqual([making])
  expect(shelf.list({ text: 'bear' })).toMatchObject([{ media: edited.hash, bytes: 12, file: 'here' }])
  expect((await shelf.media.list()).map(({ hash }) => hash)).toContain(sound.hash)
})

test('the file before an edit goes, but for one that a prompt or the bin still needs', async () => {
  const shelf = await openTestLibrary()
  const { file, making } = await transcribe(shelf, { jobId: 'job-1', text: 'First' })
  const second = await edit(shelf, { jobId: 'job-1', text: 'Second', making })
  await expect.poll(() => swept(shelf)).toBe(true)
  const kept = async () => (await shelf.media.list()).map(({ hash }) => hash)
  expect((await kept()).includes(file.hash)).toBe(false)
  await shelf.collection.delete({ ids: shelf.list().map(({ id }) => id) })
  shelf.forms.write({ name: 'video', form: { image: { media: second.hash } } })
  await edit(shelf, { jobId: 'job-1', text: 'Third', making })
  await shelf.close()
  const again = await openTestLibrary(shelf.folder)
  await expect.poll(() => swept(again)).toBe(true)
  expect((await again.media.list()).map(({ hash }) => hash)).toContain(second.hash)
  again.forms.write({ name: 'video', form: null })
  await again.collection.reconcile()
  expect(again.list({ bin: true })).toMatchObject([{ title: 'Talk.mp3', file: 'here' }])
})

test('an emptied bin takes a transcript with its versions, its job and its sound', async () => {
  const shelf = await openTestLibrary()
  const { sound } = await transcribe(shelf, { jobId: 'job-1', text: 'One' })
  shelf.connection.run('INSERT INTO loudness VALUES (?, ?)', [sound.hash, Buffer.from([1])])
  const ids = shelf.list().map(({ id }) => id)
  await shelf.collection.delete({ ids })
  const { items } = await shelf.collection.emptyTrash()
  const rows = ['items', 'jobs', 'transcripts', 'loudness', 'media_let_go'].map(
    (table) => shelf.connection.get<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`)?.rows,
  )
  expect({ items, rows, cleared: shelf.cleared, files: filesIn(join(shelf.folder, 'media')) }).toEqual({
    items: 1,
    rows: [0, 0, 0, 0, 0],
    cleared: ['job-1'],
    files: [],
  })
})

test('an emptied bin leaves the job of a video, and the picture that it began with', async () => {
  const shelf = await openTestLibrary()
  const { frame } = await makeVideo(shelf, 'job-1')
  await shelf.collection.delete({ ids: shelf.list().map(({ id }) => id) })
  expect(await shelf.collection.emptyTrash()).toEqual({ items: 1, bytes: film.length })
  expect(shelf.connection.all('SELECT id FROM jobs')).toEqual([{ id: 'job-1' }])
  expect(await shelf.media.list()).toMatchObject([{ hash: frame.hash }])
  // Once it is out of its list, nothing needs either.
  shelf.connection.run('UPDATE jobs SET deleted_at = 3')
  await shelf.collection.emptyTrash()
  expect([shelf.connection.all('SELECT id FROM jobs'), await shelf.media.list()]).toEqual([[], []])
})

test('what a form or a waiting job names stays when the bin is emptied', async () => {
  const shelf = await openTestLibrary()
  const { file: film } = await makeVideo(shelf, 'job-1')
  shelf.forms.write({ name: 'video', form: { references: [{ media: film.hash, mimeType: 'video/mp4' }] } })
  await shelf.collection.delete({ ids: shelf.list().map(({ id }) => id) })
  expect(await shelf.collection.emptyTrash()).toEqual({ items: 0, bytes: 0 })
  expect(shelf.list({ bin: true })).toHaveLength(1)
  expect((await shelf.media.list()).map(({ hash }) => hash)).toContain(film.hash)
})

test('files that only their sidecars know are of the right kind again, without a job', async () => {
  const from = await openTestLibrary()
  const video = await makeVideo(from, 'job-1')
  const transcript = await transcribe(from, { jobId: 'job-2', text: 'A lazy fox' })
  const shelf = await openTestLibrary()
  for (const { file } of [video, transcript]) {
    const into = join(shelf.folder, 'media', file.hash.slice(0, 2))
    mkdirSync(into, { recursive: true })
    for (const path of [file.path, file.path.replace(/\.[a-z0-9]+$/, '.json')])
      copyFileSync(path, join(into, basename(path)))
  }
  expect(await shelf.collection.reconcile()).toEqual({ ...nothing, adopted: 2 })
  const bare = (items: ReturnType<TestLibrary['list']>) => items.map(({ id: _, jobId: __, ...item }) => item)
  const byKind = (items: ReturnType<TestLibrary['list']>) =>
    [...items].sort((one, other) => one.kind.localeCompare(other.kind))
  expect(bare(byKind(shelf.list()))).toEqual(bare(byKind(from.list())))
  expect(shelf.list().map(({ jobId }) => jobId)).toEqual([null, null])
  expect(shelf.list({ text: 'lazy' })).toMatchObject([{ kind: 'transcript', title: 'Talk.mp3' }])
  const [item] = shelf.list({ kinds: ['video'] })
  expect(await shelf.collection.generationMetadata({ id: item?.id ?? '' })).toEqual(video.making)
  expect(await shelf.collection.reconcile()).toEqual(nothing)
})

test('an earlier version of a transcript that is left in the folder is not adopted beside it', async () => {
  const shelf = await openTestLibrary()
  const { making } = await transcribe(shelf, { jobId: 'job-1', text: 'First' })
  const left = await shelf.media.keep(Buffer.from('An earlier one'), 'text/plain')
  await shelf.media.writeBeside(left.hash, [making])
  expect(await shelf.collection.reconcile()).toEqual(nothing)
  expect(shelf.list()).toHaveLength(1)
})

test('one transcript is exported as a text of its sound’s name', async () => {
  const shelf = await openTestLibrary()
  await transcribe(shelf, { jobId: 'job-1', text: 'A lazy fox' })
  const ids = shelf.list().map(({ id }) => id)
  expect(shelf.collection.suggestName({ ids })).toEqual({ name: 'Talk', extension: 'txt' })
  const path = join(makeFolder(), 'Talk.txt')
  for await (const _ of shelf.collection.export({ ids, path }));
  expect(readFileSync(path, 'utf8')).toBe('A lazy fox')
})
