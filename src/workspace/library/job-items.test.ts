// Items of jobs: listed, found, edited, adopted, exported, and deleted for good.
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeLoudness } from '#shared/audio/loudness'
import type { LibraryItem } from '#shared/schemas/library'
import { makeLoudness } from '../audio/audio.fixture'
import { addAudio, respondWith, waitForState } from '../transcriptions/transcriptions.fixture'
import { form, listVideos, makeVideo, openVideoWorkspace, testVideo } from '../videos/video.fixture'
import type { Workspace } from '../workspace'
import { makeFolder, openTestWorkspace } from '../workspace.fixture'
import { countRows, filesIn, hashOf, idsOf, list, listComplete, makeItem, makePng } from './library.fixture'

const nothing = { missing: 0, changed: 0, returned: 0, adopted: 0 }
const hashOfText = (text: string) => hashOf(Buffer.from(`${text}\n`))
const listHashes = async (app: Workspace) => (await app.media.list()).map(({ hash }) => hash)

/** Opens a workspace with a transcript of each text, of files with the same name. */
async function openWithTranscripts(...texts: string[]) {
  const { app, service, folder } = await openTestWorkspace()
  const jobIds: string[] = []
  for (const [index, text] of texts.entries()) {
    const jobId = await addAudio(app, 'Talk.wav', index + 1)
    await respondWith(service, text)
    await waitForState(app, jobId, 'succeeded')
    const { length } = texts.slice(0, index + 1).filter((each) => each === text)
    await expect.poll(() => app.media.readSidecar(hashOfText(text))).toHaveLength(length)
    jobIds.push(jobId)
  }
  const [id = ''] = jobIds
  return { app, folder, jobIds, id, audio: app.transcriptions.job({ id })?.source.media ?? '' }
}

/** Opens a workspace with a video that has a first frame. */
async function openWithVideo() {
  const workspace = await openVideoWorkspace()
  const { hash: frame } = await workspace.app.media.store(makePng(16, 9, 40))
  const job = await makeVideo(workspace, { ...form, image: { media: frame, mimeType: 'image/png' } })
  await listComplete(workspace.app)
  await expect.poll(() => workspace.app.media.readSidecar(hashOf(testVideo))).toHaveLength(1)
  return { app: workspace.app, folder: workspace.folder, frame, job }
}

test('a video is listed with its size, length and sidecar', async () => {
  const { app, job } = await openWithVideo()
  const [item] = list(app)
  expect(list(app)).toEqual([
    makeItem({
      id: expect.any(String),
      kind: 'video',
      title: form.prompt,
      model: form.model,
      isDemo: true,
      media: hashOf(testVideo),
      mimeType: 'video/mp4',
      bytes: testVideo.length,
      width: 64,
      height: 36,
      seconds: 1,
      jobId: job.id,
    }),
  ])
  const metadata = await app.library.generationMetadata({ id: item?.id ?? '' })
  expect(metadata).toMatchObject({ kind: 'video', form: job.form, jobId: job.id, exchangeId: 'exchange-1' })
  expect(await app.media.readSidecar(hashOf(testVideo))).toEqual([metadata])
  // Only images have image metadata.
  expect(await app.library.readMetadataOfFile({ media: hashOf(testVideo) })).toBeNull()
})

test('an edited transcript gets another file, and is found by its new text only', async () => {
  const { app, jobIds, audio } = await openWithTranscripts('A lazy fox', 'A lazy fox')
  const [id = '', other = ''] = jobIds
  await app.transcriptions.edit({ id, text: 'A quick bear' })
  const found = (text: string) => list(app, { text }).map(({ jobId }) => jobId)
  expect([found('fox'), found('bear'), found('talk quick bear')]).toEqual([[other], [id], [id]])
  // The other job's transcript has the same bytes; the sidecar retains only that job's entry.
  await expect.poll(() => app.media.readSidecar(hashOfText('A lazy fox'))).toMatchObject([{ jobId: other }])
  await expect.poll(() => app.media.readSidecar(hashOfText('A quick bear'))).toMatchObject([{ jobId: id }])
  expect(await listComplete(app, { text: 'bear' })).toMatchObject([
    { media: hashOfText('A quick bear'), bytes: 13, file: 'here' },
  ])
  expect(await listHashes(app)).toContain(audio)
})

test('the file before an edit is deleted unless a form or the trash needs it', async () => {
  const { app: before, folder, id } = await openWithTranscripts('First')
  await before.transcriptions.edit({ id, text: 'Second' })
  await expect.poll(() => listHashes(before)).not.toContain(hashOfText('First'))
  await before.library.delete({ ids: idsOf(list(before)) })
  before.forms.write({ name: 'video', form: { image: { media: hashOfText('Second') } } })
  await before.transcriptions.edit({ id, text: 'Third' })
  await before.close()
  const { app } = await openTestWorkspace({ folder })
  await expect.poll(() => countRows(folder, 'unneeded_media')).toBe(0)
  expect(await listHashes(app)).toContain(hashOfText('Second'))
  app.forms.write({ name: 'video', form: null })
  await app.library.reconcile()
  expect(list(app, { bin: true })).toMatchObject([{ title: 'Talk.wav', file: 'here' }])
})

test('emptying the trash deletes a transcript with its versions, its job and its audio file', async () => {
  const { app, folder, id, audio } = await openWithTranscripts('One')
  await app.loudness.save(audio, encodeLoudness(makeLoudness(1, () => -20)))
  await app.library.delete({ ids: idsOf(list(app)) })
  expect(await app.library.emptyTrash()).toMatchObject({ items: 1 })
  const tables = ['items', 'jobs', 'transcripts', 'loudness', 'unneeded_media']
  expect(tables.map((table) => countRows(folder, table))).toEqual([0, 0, 0, 0, 0])
  expect([app.transcriptions.job({ id }), filesIn(join(folder, 'media'))]).toEqual([null, []])
})

test('emptying the trash retains the job of a video with its first frame until the job is cleared', async () => {
  const { app, folder, frame, job } = await openWithVideo()
  await app.library.delete({ ids: idsOf(list(app)) })
  expect(await app.library.emptyTrash()).toEqual({ items: 1, bytes: testVideo.length })
  expect([idsOf(await listVideos(app)), await listHashes(app)]).toEqual([[job.id], [frame]])
  // Once the job is cleared, nothing needs either.
  app.videos.clear({ ids: [job.id] })
  await app.library.emptyTrash()
  expect([countRows(folder, 'jobs'), await listHashes(app)]).toEqual([0, []])
})

test('files known only by their sidecars are adopted with the right kind, without a job', async () => {
  const { app, folder } = await openTestWorkspace()
  await app.library.reconcile()
  const sources = [await openWithVideo(), await openWithTranscripts('A lazy fox')]
  for (const from of sources) {
    const [item] = list(from.app)
    const { path } = await from.app.media.open(item?.media ?? '')
    const target = join(folder, 'media', basename(path).slice(0, 2))
    mkdirSync(target, { recursive: true })
    for (const each of [path, path.replace(/\.[a-z0-9]+$/, '.json')])
      copyFileSync(each, join(target, basename(each)))
    expect(await app.library.reconcile()).toEqual({ ...nothing, adopted: 1 })
    const [adopted] = await listComplete(app, { kinds: [item?.kind ?? 'image'] })
    const withoutIds = ({ id: _, jobId: __, ...rest }: Partial<LibraryItem> = {}) => rest
    expect([withoutIds(adopted), adopted?.jobId]).toEqual([withoutIds(item), null])
    expect(await app.library.generationMetadata({ id: adopted?.id ?? '' })).toEqual(
      await from.app.library.generationMetadata({ id: item?.id ?? '' }),
    )
  }
  expect(list(app, { text: 'lazy' })).toMatchObject([{ kind: 'transcript', title: 'Talk.wav' }])
  expect(await app.library.reconcile()).toEqual(nothing)
})

test('an earlier version of a transcript in the folder is not adopted', async () => {
  const { app } = await openWithTranscripts('First')
  await app.library.reconcile()
  const earlier = await app.media.store(Buffer.from('An earlier one'), 'text/plain')
  const [id = ''] = idsOf(list(app))
  await app.media.writeSidecar(earlier.hash, [await app.library.generationMetadata({ id })])
  expect(await app.library.reconcile()).toEqual(nothing)
  expect(list(app)).toHaveLength(1)
})

test('a single transcript is exported as text with the name of its audio file', async () => {
  const { app } = await openWithTranscripts('A lazy fox')
  const ids = idsOf(list(app))
  expect(await app.library.suggestName({ ids })).toEqual({ name: 'Talk', extension: 'txt' })
  const path = join(makeFolder(), 'Talk.txt')
  for await (const _ of app.library.export({ ids, path }));
  expect(readFileSync(path, 'utf8')).toBe('A lazy fox\n')
})
