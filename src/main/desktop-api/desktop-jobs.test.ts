// Checks videos and transcriptions over the desktop contract, with a real gateway, demo service, database and files.
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toneWav } from '#gateway/testing/tone.fixture'
import { encodeLoudness } from '#shared/audio/loudness'
import { LibraryQuery } from '#shared/schemas/library'
import type { TranscriptExportProgress, TranscriptionJob } from '#shared/schemas/transcription-job'
import type { VideoJob } from '#shared/schemas/video-job'
import { handleLoudnessRequest, handleRecordingRequest } from '../electron/media-requests'
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

interface JobEvents<Job> {
  readonly type: 'snapshot' | 'jobs' | 'gone'
  readonly jobs?: readonly Job[]
}

/** Watches the job until `isThere` accepts it. */
async function follow<Job extends { readonly id: string }>(
  events: AsyncIterable<JobEvents<Job>>,
  id: string,
  isReached: (job: Job) => boolean,
): Promise<Job> {
  for await (const { jobs = [] } of events) {
    const job = jobs.find((candidate) => candidate.id === id)
    if (job && isReached(job)) return job
  }
  throw new Error('The events have ended.')
}

const isDone = ({ state }: TranscriptionJob) => state === 'succeeded'

test('generates a video, adds it to the Library, saves a copy, and repeats it', async () => {
  const { id } = await client.videos.create({
    model: 'gen-video-3.1-fast-generate-preview',
    prompt: 'A fox in the snow.',
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
    { kind: 'video', title: 'A fox in the snow.', media: video?.media, jobId: id, file: 'here' },
  ])
  const metadata = await client.library.generationMetadata({ id: items[0]?.id ?? '' })
  expect(metadata).toMatchObject({ kind: 'video', jobId: id })

  user.dialogResult = join(folder, 'saved.mp4')
  const saving = { media: video?.media ?? '', name: 'A fox in the snow.', withPrompt: false }
  expect(await client.images.saveAs(saving)).toEqual({ path: user.dialogResult })
  expect(user.suggested).toEqual(['A fox in the snow.mp4 (mp4)'])
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

test('receives loudness profiles and chunks of a recording from the page', async () => {
  const { workspace } = desktop.application
  const audio = await workspace.media.store(toneWav(1))
  const url = `media://loudness/${audio.hash}`
  expect((await handleLoudnessRequest(new Request(url), workspace)).status).toBe(204)
  const profile = encodeLoudness({
    step: 20,
    seconds: 1,
    peaks: new Uint8Array(50).fill(9),
    levels: new Uint8Array(50).fill(200),
  })
  const post = (url: string, body: Uint8Array<ArrayBuffer>) => new Request(url, { method: 'POST', body })
  expect((await handleLoudnessRequest(post(url, profile), workspace)).status).toBe(200)
  const read = await handleLoudnessRequest(new Request(url), workspace)
  expect(new Uint8Array(await read.arrayBuffer())).toEqual(profile)
  const broken = await handleLoudnessRequest(post(url, profile.slice(1)), workspace)
  expect(broken.status).toBe(400)
  const missing = await handleLoudnessRequest(post(`media://loudness/${'0'.repeat(64)}`, profile), workspace)
  expect(missing.status).toBe(404)

  const { id } = await client.recordings.start()
  const postChunk = (offset: string, bytes: number) =>
    handleRecordingRequest(
      post(`media://recording/${id}?offset=${offset}`, new Uint8Array(bytes).fill(1)),
      workspace,
    )
  expect(await (await postChunk('0', 10)).json()).toEqual({ bytes: 10 })
  expect(await (await postChunk('10', 5)).json()).toEqual({ bytes: 15 })
  const errorResponses = await Promise.all([postChunk('99', 5), postChunk('-1', 5), postChunk('x', 5)])
  expect(errorResponses.map(({ status }) => status)).toEqual([400, 400, 400])
  expect(await client.recordings.orphaned()).toEqual([])
  await client.recordings.discard({ id })
  expect((await postChunk('15', 5)).status).toBe(404)
})
