// What becomes of a video when the program is killed: what can go on goes on, and nothing is asked for twice.
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { VideoJob, VideoState } from '#shared/schemas/video-job'
import { bundleProgram, startProgram } from '../bundled-program.fixture'
import { listComplete } from '../library/library.fixture'
import { makeFolder } from '../workspace.fixture'
import {
  form,
  indexVideos,
  neverRespond,
  openVideoWorkspace,
  running,
  type Script,
  started,
  testVideo,
  untilState,
} from './video.fixture'

let program = ''

beforeAll(async () => {
  program = await bundleProgram(new URL('./killed-video.fixture.ts', import.meta.url))
}, 60_000)

/** In a folder of its own, once a job there has come so far. */
async function killAt(state: VideoState): Promise<{ folder: string; job: VideoJob; calls: string[] }> {
  const folder = makeFolder()
  const child = startProgram(program, folder, state)
  const [line] = await once(child.stdout, 'data')
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
  return { folder, job: JSON.parse(String(line).split('\n')[0] ?? ''), calls }
}

async function goOn(folder: string, script: Script = {}) {
  const studio = await openVideoWorkspace(script, { folder })
  const jobs = await indexVideos(studio.app)
  return { ...studio, jobs }
}

test('queued: it is sent now, for the first time; the one before it may have been billed, and is not', async () => {
  const { folder, job, calls } = await killAt('queued')
  expect(calls).toEqual(['POST'])
  const { app, service, jobs } = await goOn(folder)
  expect(jobs.find(({ id }) => id !== job.id)).toMatchObject({
    state: 'interrupted',
    operation: null,
    error: { code: 'CANCELLED', message: expect.stringContaining('may have been billed') },
  })
  await untilState(app, job.id, 'succeeded')
  expect(service.count('submit')).toBe(1)
}, 60_000)

test('submitting: it is interrupted, and is not sent again, now or at any later start', async () => {
  const { folder, job, calls } = await killAt('submitting')
  expect(calls).toEqual(['POST'])
  const first = await goOn(folder)
  expect(first.jobs).toMatchObject([{ id: job.id, state: 'interrupted', submittedAt: job.submittedAt }])
  await first.app.close()
  const second = await goOn(folder)
  expect(second.jobs).toMatchObject([{ id: job.id, state: 'interrupted' }])
  expect([first.service.calls, second.service.calls]).toEqual([[], []])
}, 60_000)

test('running: it is asked about at once, by the same name', async () => {
  const { folder, job, calls } = await killAt('running')
  expect(calls).toEqual(['POST'])
  const { app, service } = await goOn(folder)
  expect(await untilState(app, job.id, 'succeeded')).toMatchObject({ operation: job.operation, form })
  expect(service.calls.map(({ method, path }) => [method, path])).toEqual([
    ['GET', `/v1beta/${job.operation}`],
    ['GET', '/v1beta/files/f1:download?alt=media'],
  ])
}, 60_000)

test('downloading: it goes on where it was, without asking about the operation', async () => {
  const { folder, job } = await killAt('downloading')
  const { app, service } = await goOn(folder)
  const made = await untilState(app, job.id, 'succeeded')
  expect(service.calls.map(({ path, headers }) => [path, headers.range])).toEqual([
    ['/v1beta/files/f1:download?alt=media', 'bytes=300-'],
  ])
  expect(Buffer.from(await app.media.read(made.videos[0]?.media ?? ''))).toEqual(testVideo)
  expect(await listComplete(app)).toHaveLength(1)
  await app.close()
  expect(readdirSync(join(folder, 'downloads'))).toEqual([])
}, 60_000)

test('succeeded: nothing is asked for, and it is in the Library once', async () => {
  const { folder, job } = await killAt('succeeded')
  const { app, service, jobs } = await goOn(folder)
  expect(jobs).toEqual([job])
  expect((await listComplete(app)).map(({ jobId }) => jobId)).toEqual([job.id])
  expect(service.calls).toEqual([])
}, 60_000)

test('a program that ends in the ordinary way interrupts what is being sent, and follows the rest the next time', async () => {
  const { app, folder, service } = await openVideoWorkspace(
    { submit: [neverRespond, started], poll: [running] },
    { held: true },
  )
  const { id } = await app.videos.create(form)
  await expect.poll(() => service.count('submit')).toBe(1)
  const followed = await app.videos.create(form)
  await untilState(app, followed.id, 'running')
  await app.close()
  const second = await goOn(folder)
  expect(second.jobs.find((job) => job.id === id)).toMatchObject({ state: 'interrupted' })
  await untilState(second.app, followed.id, 'succeeded')
  expect(second.service.count('submit')).toBe(0)
})
