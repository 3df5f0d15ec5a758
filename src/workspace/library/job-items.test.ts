// Items of jobs: listed, found, edited, adopted, exported, and deleted for good.
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { testVideo } from '#gateway/testing/fake-vendor/test-video.fixture'
import { makeFolder } from '../workspace.fixture'
import {
  edit,
  insertJob,
  isSwept,
  openTestLibrary,
  type TestLibrary,
  transcribe,
  videoMetadata,
} from './job-items.fixture'
import { filesIn } from './library.fixture'
import { makePng } from './make-png.fixture'

const nothing = { missing: 0, changed: 0, returned: 0, adopted: 0 }
async function makeVideo(library: TestLibrary, jobId: string) {
  const frame = await library.media.store(makePng(16, 9, 40))
  const form = {
    model: 'gen-video-3.1',
    prompt: 'A calm sea',
    image: { media: frame.hash, mimeType: 'image/png' },
  }
  insertJob(library, { id: jobId, kind: 'video', input: form })
  const file = await library.media.store(testVideo)
  const metadata = videoMetadata(jobId, form)
  const index = (createdAt: number) =>
    library.connection.transact(() =>
      library.indexer.indexJobResult({
        kind: 'video',
        jobId,
        title: form.prompt,
        text: form.prompt,
        model: form.model,
        media: file.hash,
        mimeType: 'video/mp4',
        createdAt,
        seconds: null,
        width: null,
        height: null,
        metadata,
      }),
    )
  index(5)
  await library.indexer.writeSidecars()
  return { file, frame, metadata, index }
}

test('a video is listed once with its size, length and sidecar, even if indexed twice', async () => {
  const library = await openTestLibrary()
  const { file, metadata, index } = await makeVideo(library, 'job-1')
  const media = file.hash
  index(9)
  const [item] = library.list()
  expect(library.list()).toEqual([
    {
      id: item?.id,
      kind: 'video',
      title: 'A calm sea',
      model: 'gen-video-3.1',
      createdAt: 5,
      deletedAt: null,
      tags: [],
      starred: false,
      boards: [],
      isDemo: true,
      isSession: false,
      file: 'here',
      media,
      mimeType: 'video/mp4',
      bytes: testVideo.length,
      width: 64,
      height: 36,
      seconds: expect.closeTo(1, 1),
      conversationId: null,
      turnId: null,
      jobId: 'job-1',
    },
  ])
  expect(await library.actions.generationMetadata({ id: item?.id ?? '' })).toEqual(metadata)
  expect(await library.media.readSidecar(media)).toEqual([metadata])
  // Only images have image metadata.
  expect(await library.actions.readMetadataOfFile({ media })).toBeNull()
})

test('an edited transcript gets another file, and is found by its new text only', async () => {
  const library = await openTestLibrary()
  const { file, audio, metadata } = await transcribe(library, { jobId: 'job-1', text: 'A lazy fox' })
  await transcribe(library, { jobId: 'job-2', text: 'A lazy fox', name: 'Talk.mp3' })
  const edited = await edit(library, { jobId: 'job-1', text: 'A quick bear', metadata })
  const found = (text: string) => library.list({ text }).map(({ jobId }) => jobId)
  expect([found('fox'), found('bear'), found('talk quick bear')]).toEqual([['job-2'], ['job-1'], ['job-1']])
  await expect.poll(() => isSwept(library)).toBe(true)
  // The other job's transcript has the same bytes; the sidecar retains only that job's entry.
  expect(await library.media.readSidecar(file.hash)).toMatchObject([{ jobId: 'job-2' }])
  expect(await library.media.readSidecar(edited.hash)).toEqual([metadata])
  expect(library.list({ text: 'bear' })).toMatchObject([{ media: edited.hash, bytes: 12, file: 'here' }])
  expect((await library.media.list()).map(({ hash }) => hash)).toContain(audio.hash)
})

test('the file before an edit is deleted unless a form or the trash needs it', async () => {
  const library = await openTestLibrary()
  const { file, metadata } = await transcribe(library, { jobId: 'job-1', text: 'First' })
  const second = await edit(library, { jobId: 'job-1', text: 'Second', metadata })
  await expect.poll(() => isSwept(library)).toBe(true)
  const listHashes = async () => (await library.media.list()).map(({ hash }) => hash)
  expect((await listHashes()).includes(file.hash)).toBe(false)
  await library.actions.delete({ ids: library.list().map(({ id }) => id) })
  library.forms.write({ name: 'video', form: { image: { media: second.hash } } })
  await edit(library, { jobId: 'job-1', text: 'Third', metadata })
  await library.close()
  const again = await openTestLibrary(library.folder)
  await expect.poll(() => isSwept(again)).toBe(true)
  expect((await again.media.list()).map(({ hash }) => hash)).toContain(second.hash)
  again.forms.write({ name: 'video', form: null })
  await again.actions.reconcile()
  expect(again.list({ bin: true })).toMatchObject([{ title: 'Talk.mp3', file: 'here' }])
})

test('emptying the trash deletes a transcript with its versions, its job and its audio file', async () => {
  const library = await openTestLibrary()
  const { audio } = await transcribe(library, { jobId: 'job-1', text: 'One' })
  library.connection.run('INSERT INTO loudness VALUES (?, ?)', [audio.hash, Buffer.from([1])])
  const ids = library.list().map(({ id }) => id)
  await library.actions.delete({ ids })
  const { items } = await library.actions.emptyTrash()
  const rows = ['items', 'jobs', 'transcripts', 'loudness', 'media_let_go'].map(
    (table) => library.connection.get<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`)?.rows,
  )
  expect({ items, rows, cleared: library.cleared, files: filesIn(join(library.folder, 'media')) }).toEqual({
    items: 1,
    rows: [0, 0, 0, 0, 0],
    cleared: ['job-1'],
    files: [],
  })
})

test('emptying the trash retains the job of a video with its first frame until the job is cleared', async () => {
  const library = await openTestLibrary()
  const { frame } = await makeVideo(library, 'job-1')
  await library.actions.delete({ ids: library.list().map(({ id }) => id) })
  expect(await library.actions.emptyTrash()).toEqual({ items: 1, bytes: testVideo.length })
  expect(library.connection.all('SELECT id FROM jobs')).toEqual([{ id: 'job-1' }])
  expect(await library.media.list()).toMatchObject([{ hash: frame.hash }])
  // Once the job is cleared, nothing needs either.
  library.connection.run('UPDATE jobs SET deleted_at = 3')
  await library.actions.emptyTrash()
  expect([library.connection.all('SELECT id FROM jobs'), await library.media.list()]).toEqual([[], []])
})

test('files known only by their sidecars are adopted with the right kind, without a job', async () => {
  const from = await openTestLibrary()
  const video = await makeVideo(from, 'job-1')
  const transcript = await transcribe(from, { jobId: 'job-2', text: 'A lazy fox' })
  const library = await openTestLibrary()
  for (const { file } of [video, transcript]) {
    const target = join(library.folder, 'media', file.hash.slice(0, 2))
    mkdirSync(target, { recursive: true })
    for (const path of [file.path, file.path.replace(/\.[a-z0-9]+$/, '.json')])
      copyFileSync(path, join(target, basename(path)))
  }
  expect(await library.actions.reconcile()).toEqual({ ...nothing, adopted: 2 })
  const withoutIds = (items: ReturnType<TestLibrary['list']>) =>
    items.map(({ id: _, jobId: __, ...item }) => item)
  const byKind = (items: ReturnType<TestLibrary['list']>) =>
    [...items].sort((one, other) => one.kind.localeCompare(other.kind))
  expect(withoutIds(byKind(library.list()))).toEqual(withoutIds(byKind(from.list())))
  expect(library.list().map(({ jobId }) => jobId)).toEqual([null, null])
  expect(library.list({ text: 'lazy' })).toMatchObject([{ kind: 'transcript', title: 'Talk.mp3' }])
  const [item] = library.list({ kinds: ['video'] })
  expect(await library.actions.generationMetadata({ id: item?.id ?? '' })).toEqual(video.metadata)
  expect(await library.actions.reconcile()).toEqual(nothing)
})

test('an earlier version of a transcript in the folder is not adopted', async () => {
  const library = await openTestLibrary()
  const { metadata } = await transcribe(library, { jobId: 'job-1', text: 'First' })
  const earlier = await library.media.store(Buffer.from('An earlier one'), 'text/plain')
  await library.media.writeSidecar(earlier.hash, [metadata])
  expect(await library.actions.reconcile()).toEqual(nothing)
  expect(library.list()).toHaveLength(1)
})

test('a single transcript is exported as text with the name of its audio file', async () => {
  const library = await openTestLibrary()
  await transcribe(library, { jobId: 'job-1', text: 'A lazy fox' })
  const ids = library.list().map(({ id }) => id)
  expect(await library.actions.suggestName({ ids })).toEqual({ name: 'Talk', extension: 'txt' })
  const path = join(makeFolder(), 'Talk.txt')
  for await (const _ of library.actions.export({ ids, path }));
  expect(readFileSync(path, 'utf8')).toBe('A lazy fox')
})
