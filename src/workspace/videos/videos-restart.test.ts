// Videos when the program is killed: what can continue continues, and no request is sent twice.
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
  listVideos,
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

/** Kills the program in a new folder once its job has reached the state. */
async function killAt(state: VideoState): Promise<{ folder: string; job: VideoJob; calls: string[] }> {
  const folder = makeFolder()
  const child = startProgram(program, folder, state)
  const [line] = await once(child.stdout, 'data')
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
  return { folder, job: JSON.parse(String(line).split('\n')[0] ?? ''), calls }
}

async function reopen(folder: string, script: Script = {}) {
  const workspace = await openVideoWorkspace(script, { folder })
  const jobs = await listVideos(workspace.app)
  return { ...workspace, jobs }
}

test('queued: it is sent after the restart; the job submitting before it is not sent again', async () => {
  const { folder, job, calls } = await killAt('queued')
  expect(calls).toEqual(['POST'])
  const { app, service, jobs } = await reopen(folder)
  expect(jobs.find(({ id }) => id !== job.id)).toMatchObject({
    state: 'interrupted',
    operation: null,
    error: { code: 'CANCELLED', message: expect.stringContaining('may have been billed') },
  })
  await untilState(app, job.id, 'succeeded')
  expect(service.count('submit')).toBe(1)
}, 60_000)

test('submitting: it is interrupted, and not sent again at any later start', async () => {
  const { folder, job, calls } = await killAt('submitting')
  expect(calls).toEqual(['POST'])
  const first = await reopen(folder)
  expect(first.jobs).toMatchObject([{ id: job.id, state: 'interrupted', submittedAt: job.submittedAt }])
  await first.app.close()
  const second = await reopen(folder)
  expect(second.jobs).toMatchObject([{ id: job.id, state: 'interrupted' }])
  expect([first.service.calls, second.service.calls]).toEqual([[], []])
}, 60_000)

test('running: it is polled immediately, by the same operation name', async () => {
  const { folder, job, calls } = await killAt('running')
  expect(calls).toEqual(['POST'])
  const { app, service } = await reopen(folder)
  expect(await untilState(app, job.id, 'succeeded')).toMatchObject({ operation: job.operation, form })
  expect(service.calls.map(({ method, path }) => [method, path])).toEqual([
    ['GET', `/v1beta/${job.operation}`],
    ['GET', '/v1beta/files/f1:download?alt=media'],
  ])
}, 60_000)

test('downloading: it resumes without polling the operation', async () => {
  const { folder, job } = await killAt('downloading')
  const { app, service } = await reopen(folder)
  const ended = await untilState(app, job.id, 'succeeded')
  expect(service.calls.map(({ path, headers }) => [path, headers.range])).toEqual([
    ['/v1beta/files/f1:download?alt=media', 'bytes=300-'],
  ])
  expect(Buffer.from(await app.media.read(ended.videos[0]?.media ?? ''))).toEqual(testVideo)
  expect(await listComplete(app)).toHaveLength(1)
  await app.close()
  expect(readdirSync(join(folder, 'downloads'))).toEqual([])
}, 60_000)

test('succeeded: no request is sent, and the Library lists it once', async () => {
  const { folder, job } = await killAt('succeeded')
  const { app, service, jobs } = await reopen(folder)
  expect(jobs).toEqual([job])
  expect((await listComplete(app)).map(({ jobId }) => jobId)).toEqual([job.id])
  expect(service.calls).toEqual([])
}, 60_000)

test('an ordinary quit interrupts the submission, and the next start follows the other jobs', async () => {
  const { app, folder, service } = await openVideoWorkspace(
    { submit: [neverRespond, started], poll: [running] },
    { manual: true },
  )
  const { id } = await app.videos.create(form)
  await expect.poll(() => service.count('submit')).toBe(1)
  const followed = await app.videos.create(form)
  await untilState(app, followed.id, 'running')
  await app.close()
  const second = await reopen(folder)
  expect(second.jobs.find((job) => job.id === id)).toMatchObject({ state: 'interrupted' })
  await untilState(second.app, followed.id, 'succeeded')
  expect(second.service.count('submit')).toBe(0)
})
