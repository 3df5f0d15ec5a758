// Checks images, videos and transcriptions over the desktop contract, with a real gateway, demo service, database and files.
import { mkdir, mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toneWav } from '#gateway/testing/tone.fixture'

import type { Turn } from '#shared/schemas/chat'
import { type FileProgress, LibraryQuery } from '#shared/schemas/library'
import type { TranscriptExportProgress, TranscriptionJob } from '#shared/schemas/transcription-job'
import type { VideoJob } from '#shared/schemas/video-job'
import { makePng } from '#workspace/media/image-metadata/pictures.fixture'
import { readEmbedded } from '#workspace/media/image-metadata/png'

import { type Desktop, openDesktop } from './desktop.fixture'

let folder = ''
let desktop: Desktop
let client: Desktop['client']
let user: Desktop['user']

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desktop-'))
  desktop = await openDesktop(folder)
  ;({ client, user } = desktop)
})

afterEach(() => desktop.close())

const parameters = { model: 'gen-3-pro-image-preview', aspectRatio: '16:9', imageSize: '1K' }
const all = { query: LibraryQuery.parse({}), offset: 0, limit: 100 }
const images = { ...all, query: LibraryQuery.parse({ kinds: ['image'] }) }

/** Generates images and waits for the end of every variation. */
async function draw(prompt: string, variations = 1) {
  const { conversationId, turnIds } = await client.images.draw({
    conversationId: null,
    after: null,
    parts: [{ text: prompt }],
    parameters,
    variations,
  })
  const ended = new Map<string, Turn>()
  for await (const events of await client.chat.watch({ conversationId })) {
    const turns = events.flatMap((event) =>
      event.type === 'turn' ? [event.turn] : event.type === 'snapshot' ? event.turns : [],
    )
    for (const turn of [...turns, ...(await client.chat.turns({ conversationId, turnIds }))])
      if (turnIds.includes(turn.id) && turn.state !== 'running') ended.set(turn.id, turn)
    if (ended.size === turnIds.length) break
  }
  return { conversationId, turns: turnIds.flatMap((id) => ended.get(id) ?? []) }
}

const mediaOf = (turn: Turn | undefined) => {
  const media = turn?.parts.find(({ inlineData, thought }) => inlineData && !thought)?.inlineData?.media
  if (typeof media !== 'string') throw new Error('There is no picture.')
  return media
}

const pathOf = async (media: string) => {
  const names = await readdir(join(folder, 'media', media.slice(0, 2)))
  return join(folder, 'media', media.slice(0, 2), names.find((name) => /\.(png|jpg|webp)$/.test(name)) ?? '')
}

async function collect(progress: Promise<AsyncIterable<FileProgress>>): Promise<FileProgress[]> {
  const received: FileProgress[] = []
  for await (const each of await progress) received.push(each)
  return received
}

test('measures, reveals and drags an image, and saves it with the prompt embedded', async () => {
  const { turns } = await draw('A lighthouse: "by night"/2')
  const media = mediaOf(turns[0])
  expect(await client.images.readProvenance({ media })).toMatchObject({
    hasC2pa: false,
    width: 1376,
    height: 768,
  })
  await client.images.reveal({ media })
  await client.images.drag({ media, name: 'A lighthouse: "by night"/2' })
  const bytes = await readFile(await pathOf(media))
  expect(user.outside).toEqual([
    `revealed ${media}.png`,
    `dragged ${media}.png as A lighthouse by night 2.png`,
  ])
  user.dialogResult = join(folder, 'plain.png')
  expect(await client.images.saveAs({ media, name: 'A lighthouse', withPrompt: false })).toEqual({
    path: user.dialogResult,
  })
  expect((await readFile(user.dialogResult)).equals(bytes)).toBe(true)
  user.dialogResult = join(folder, 'with-prompt.png')
  await client.images.saveAs({ media, name: 'A lighthouse', withPrompt: true })
  const received = readEmbedded(await readFile(user.dialogResult))
  expect(received).toMatchObject({ prompt: 'A lighthouse: "by night"/2', parameters })
  expect((await readFile(await pathOf(media))).equals(bytes)).toBe(true)
  const metadata = await client.images.readGenerationMetadata({ media })
  expect(metadata).toMatchObject({ prompt: 'A lighthouse: "by night"/2', turnId: turns[0]?.id })
  const foreign = await desktop.application.workspace.media.store(makePng(2, 2))
  expect(await client.images.readGenerationMetadata({ media: foreign.hash })).toBeNull()
  await expect(
    client.images.saveAs({ media: foreign.hash, name: 'foreign', withPrompt: true }),
  ).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' })
})

test('reports a file that was moved away, and restores it from where the user locates it', async () => {
  const { turns } = await draw('A lost picture')
  const media = mediaOf(turns[0])
  const away = join(folder, 'elsewhere.png')
  await rename(await pathOf(media), away)
  expect(await client.library.reconcile()).toMatchObject({ missing: 1, changed: 0 })
  const [item] = (await client.library.list(images)).items
  expect(item?.file).toBe('missing')
  user.dialogResult = away
  expect(await client.library.locate({ id: item?.id ?? '' })).toMatchObject({ file: 'here' })
  expect(await client.images.readProvenance({ media })).toMatchObject({ width: 1376 })
})

test('exports images as a ZIP with their sidecars, nothing if the dialog is canceled, and deletes them', async () => {
  const { turns } = await draw('Two of them', 2)
  const ids = await client.library.ids(images.query)
  expect(await collect(client.library.export({ ids }))).toMatchObject([{ done: { path: null } }])
  user.dialogResult = join(folder, 'out.zip')
  const received = await collect(client.library.export({ ids }))
  expect(received.at(-1)).toMatchObject({ files: received[0]?.totalFiles, done: { path: user.dialogResult } })
  const names = Object.keys(unzipSync(await readFile(user.dialogResult)))
  expect([
    names.filter((name) => name.endsWith('.png')).length,
    names.filter((name) => name.endsWith('.json')).length,
  ]).toEqual([2, 2])
  user.dialogResult = join(folder, 'missing', 'out.zip')
  await expect(collect(client.library.export({ ids }))).rejects.toMatchObject({
    code: 'FAILED_PRECONDITION',
    message: expect.stringContaining(`Couldn’t save out.zip to ${join(folder, 'missing')}`),
  })
  await client.library.delete({ ids })
  expect((await client.library.list(images)).total).toBe(0)
  await client.library.restore({ ids })
  expect((await client.library.list(images)).total).toBe(2)
  await client.library.delete({ ids })
  const { inUse: _, ...preview } = await client.library.previewEmptying({})
  expect(preview).toMatchObject({ items: 2, bytes: expect.any(Number) })
  expect(await client.library.emptyTrash({})).toEqual(preview)
  await expect(client.images.reveal({ media: mediaOf(turns[0]) })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('moves the media folder with its files and its setting, also for the next start', async () => {
  const { turns } = await draw('Before the move')
  const media = mediaOf(turns[0])
  const target = join(folder, 'pictures of mine')
  await mkdir(target)
  await expect(collect(client.mediaFolder.move({ path: target }))).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
  })
  expect(await readdir(target)).toEqual([])
  user.dialogResult = target
  expect(await client.mediaFolder.choose()).toEqual({ path: target })
  const received = await collect(client.mediaFolder.move({ path: target }))
  expect(received.at(-1)?.done).toEqual({ path: target })
  expect(await client.mediaFolder.read()).toMatchObject({ path: target, isDefault: false, problem: null })
  expect(await readdir(join(target, media.slice(0, 2)))).toContain(`${media}.png`)
  await desktop.close()
  desktop = await openDesktop(folder)
  ;({ client, user } = desktop)
  expect(await client.mediaFolder.read()).toMatchObject({ path: target, isDefault: false })
  expect(await client.images.readProvenance({ media })).toMatchObject({ width: 1376 })
})

/** Watches the job until `isThere` accepts it. */
async function follow<Job extends { readonly id: string }>(
  events: AsyncIterable<{ readonly jobs: readonly Job[] }>,
  id: string,
  isReached: (job: Job) => boolean,
): Promise<Job> {
  for await (const { jobs } of events) {
    const job = jobs.find((candidate) => candidate.id === id)
    if (job && isReached(job)) return job
  }
  throw new Error('The events have ended.')
}

const isDone = ({ state }: TranscriptionJob) => state === 'succeeded'

test('generates a video, adds it to the Library, saves a copy, and repeats it', async () => {
  const { id } = await client.videos.create({
    model: 'gen-video-3.1-fast-generate-preview',
    prompt: 'An abstract pattern.',
    durationSeconds: 4,
  })
  const readJob = async () => follow<VideoJob>(await client.videos.watch(), id, () => true)
  await expect
    .poll(
      async () => {
        const { state } = await readJob()
        if (state === 'running') await client.videos.pollNow({ id })
        return state
      },
      { interval: 500, timeout: 50_000 },
    )
    .toBe('succeeded')
  const job = await readJob()
  expect(await client.application.status()).toMatchObject({ jobs: { videos: 0, transcriptions: 0 } })
  const [video] = job.videos
  const bytes = await desktop.application.workspace.media.read(video?.media ?? '')
  expect(video).toMatchObject({ mimeType: 'video/mp4', bytes: bytes.length })
  const { items } = await client.library.list({
    query: LibraryQuery.parse({ kinds: ['video'] }),
    offset: 0,
    limit: 100,
  })
  expect(items).toMatchObject([
    { kind: 'video', title: 'An abstract pattern.', media: video?.media, jobId: id, file: 'here' },
  ])
  const metadata = await client.library.generationMetadata({ id: items[0]?.id ?? '' })
  expect(metadata).toMatchObject({ kind: 'video', jobId: id })

  user.dialogResult = join(folder, 'saved.mp4')
  const saving = { media: video?.media ?? '', name: 'An abstract pattern.', withPrompt: false }
  expect(await client.images.saveAs(saving)).toEqual({ path: user.dialogResult })
  expect(user.suggested).toEqual(['An abstract pattern.mp4 (mp4)'])
  expect((await readFile(user.dialogResult)).equals(bytes)).toBe(true)

  const again = await client.videos.repeat({ id })
  const repeated = await follow<VideoJob>(await client.videos.watch(), again.id, () => true)
  expect(repeated).toMatchObject({ repeats: id, form: job.form })
}, 60_000)

test('transcribes, edits, exports and restores audio, and rejects another file by its name', async () => {
  const { media: files } = desktop.application.workspace
  const audio = await files.store(toneWav(2))
  const text = await files.store(Buffer.from('no sound at all'), 'text/plain')
  const { ids, rejected } = await client.transcriptions.add({
    sources: [
      { media: text.hash, mimeType: 'text/plain', name: 'notes.mp3' },
      { media: audio.hash, mimeType: 'audio/wav', name: 'talk.wav' },
    ],
    settings: { model: 'gen-4o-transcribe' },
  })
  expect(rejected.map(({ name }) => name)).toEqual(['notes.mp3'])
  const [id = ''] = ids
  const job = await follow<TranscriptionJob>(await client.transcriptions.watch(), id, isDone)
  expect(job.source).toMatchObject({ name: 'talk.wav', seconds: 2 })
  const transcript = await client.transcriptions.read({ id })
  await client.transcriptions.edit({ id, text: 'A zebra speaks.' })
  user.dialogResult = join(folder, 'talk.srt')
  await client.transcriptions.export({ id, format: 'srt' })
  expect(user.suggested).toEqual(['talk (estimated).srt (srt)'])
  expect(await readFile(user.dialogResult, 'utf8')).toContain('A zebra speaks.')
  const first = (await client.transcriptions.read({ id }))?.versions.at(-1)
  const restored = await client.transcriptions.restoreVersion({ id, versionId: first?.id ?? '' })
  expect([first?.origin, restored.text]).toEqual(['model', transcript?.text])
})

async function exportAll(target: string, ids: readonly string[]): Promise<TranscriptExportProgress[]> {
  user.dialogResult = target
  const steps: TranscriptExportProgress[] = []
  for await (const step of await client.transcriptions.exportAll({ ids: [...ids], format: 'srt' }))
    steps.push(step)
  return steps
}

test('exporting transcripts to a folder never replaces a file, whatever the form of its name', async () => {
  const audio = await desktop.application.workspace.media.store(toneWav(1))
  const { ids } = await client.transcriptions.add({
    sources: [{ media: audio.hash, mimeType: 'audio/wav', name: '\u00dcbung.wav' }],
    settings: { model: 'gen-4o-transcribe' },
  })
  const [id = ''] = ids
  await follow<TranscriptionJob>(await client.transcriptions.watch(), id, isDone)
  const target = join(folder, 'subtitles')
  await mkdir(target)
  // The same name for macOS, written by a program that decomposes letters.
  const existing = 'u\u0308BUNG (estimated).srt'
  await writeFile(join(target, existing), 'from elsewhere')
  const steps = await exportAll(target, [id, id])
  expect(steps.at(-1)).toEqual({ files: 2, totalFiles: 2, done: { path: target, failures: [] } })
  expect(steps.map(({ files }) => files)).toEqual([0, 1, 2])
  const names = ['\u00dcbung (estimated) (2).srt', '\u00dcbung (estimated) (3).srt']
  expect((await readdir(target)).sort()).toEqual([existing, ...names].sort())
  expect(await readFile(join(target, existing), 'utf8')).toBe('from elsewhere')
  expect(await readFile(join(target, names[0] ?? ''), 'utf8')).toContain('00:00:00')
  await expect(exportAll(join(target, existing), [id])).rejects.toThrow('Couldn’t read')
  // A transcript that was deleted meanwhile prevents no other.
  const partly = await exportAll(target, ['deleted', id])
  const failures = [{ id: 'deleted', message: 'Job not found.' }]
  expect(partly.at(-1)).toEqual({ files: 2, totalFiles: 2, done: { path: target, failures } })
  expect(await readdir(target)).toContain('\u00dcbung (estimated) (4).srt')
})
