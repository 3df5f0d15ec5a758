// Videos from the form to the Library, through every state of a job.
import { expect, test } from 'vitest'
import type { VideoJob } from '#shared/schemas/video-job'
import { blockMediaFolder, hashOf } from '../library/library.fixture'
import { openTestWorkspace, rejectWrites } from '../workspace.fixture'
import {
  done,
  errorReply,
  form,
  holdReply,
  listVideos,
  makeVideo,
  name,
  neverRespond,
  openVideoWorkspace,
  operation,
  type Reply,
  running,
  type Script,
  socketHangUp,
  started,
  startVideo,
  testVideo,
  untilState,
  untilVideo,
} from './video.fixture'

const videoHash = hashOf(testVideo)

const filtered = { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['Real people cannot be shown.'] }

const demo = { kind: 'demo', id: 'demo', label: 'Demo' } as const

test('submits, polls, downloads and stores a video', async () => {
  const { app, service, clock, workspace } = await openVideoWorkspace({ poll: [running, running, done] })
  const ended: VideoJob[] = []
  app.videos.onEnded(({ job }) => ended.push(job))
  const job = await makeVideo(workspace)
  expect(job).toEqual({
    id: job.id,
    state: 'succeeded',
    form,
    createdAt: 1_000_000,
    submittedAt: 1_000_000,
    endedAt: 1_030_000,
    upstream: demo,
    operation: name,
    nextPollAt: null,
    waiting: null,
    polls: [
      { at: 1_010_000, found: 'running', message: null },
      { at: 1_020_000, found: 'running', message: null },
      { at: 1_030_000, found: 'done', message: null },
    ],
    pollCount: 3,
    download: null,
    videos: [
      { media: videoHash, mimeType: 'video/mp4', bytes: testVideo.length, width: 64, height: 36, seconds: 1 },
    ],
    reasons: [],
    error: null,
    canFetchAgain: false,
    exchangeId: 'exchange-1',
    repeats: null,
  } satisfies VideoJob)
  expect(
    service.calls.map(({ method, path, body }) => [
      method,
      path,
      body && Buffer.from(body as Uint8Array).toString(),
    ]),
  ).toEqual([
    ['POST', `/v1beta/models/${form.model}:predictLongRunning`, '{"instances":[{"prompt":"A paper boat."}]}'],
    ...[1, 2, 3].map(() => ['GET', '/v1beta/operations/abc123', null]),
    ['GET', '/v1beta/files/f1:download?alt=media', null],
  ])
  expect(clock.delays).toEqual([10_000, 10_000, 10_000])
  expect(ended).toEqual([job])
  expect(Buffer.from(await app.media.read(videoHash))).toEqual(testVideo)
  expect([app.videos.countOpen(), app.countRunning()]).toEqual([0, 0])
})

test.each<[string, Script, object]>([
  [
    'a filtered video',
    { poll: [operation({ done: true, response: { generateVideoResponse: filtered } })] },
    { state: 'filtered', reasons: filtered.raiMediaFilteredReasons, error: null },
  ],
  [
    'a failed operation',
    { poll: [operation({ done: true, error: { code: 3, message: 'Not this prompt.' } })] },
    { state: 'failed', error: { code: 'INVALID_ARGUMENT', message: 'Not this prompt.' } },
  ],
  [
    'a rejected request',
    { submit: [errorReply(429, 'Too many.', { 'retry-after': '34' })] },
    { state: 'failed', error: { code: 'RESOURCE_EXHAUSTED', message: 'Too many.', retryAfter: 34 } },
  ],
  [
    'a refused connection',
    { submit: [() => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))] },
    { state: 'failed', error: { code: 'UNAVAILABLE' } },
  ],
])('%s ends the job with the reason, and is not requested again', async (_, script, expected) => {
  const workspace = await openVideoWorkspace(script)
  const job = await makeVideo(workspace)
  expect(job).toMatchObject({ ...expected, videos: [], canFetchAgain: false })
  expect(workspace.service.count('submit')).toBe(1)
  await expect(async () => workspace.app.videos.followAgain(job)).rejects.toMatchObject({
    code: 'FAILED_PRECONDITION',
  })
})

test('an operation that the service does not know fails the job, and can be polled again', async () => {
  const workspace = await openVideoWorkspace({ poll: [errorReply(404, 'Operation not found.'), done] })
  const job = await makeVideo(workspace)
  expect(job).toMatchObject({
    state: 'failed',
    error: {
      code: 'NOT_FOUND',
      message: expect.stringContaining('no longer has this operation, so its video can’t be downloaded.'),
    },
    polls: [{ found: 'error' }],
    canFetchAgain: true,
  })
  workspace.app.videos.followAgain(job)
  await untilState(workspace.app, job.id, 'succeeded')
  expect(workspace.service.count('submit')).toBe(1)
})

test.each<[string, Reply]>([
  ['a broken connection', socketHangUp],
  ['an unreadable response', () => ({ status: 200, headers: {}, body: Buffer.from('{"name":') })],
  ['an error after the request was sent', errorReply(502, 'It broke off.', { 'x-should-retry': 'false' })],
])('%s interrupts the job, which may have been billed and is not sent again', async (_, reply) => {
  const workspace = await openVideoWorkspace({ submit: [reply, started] })
  expect(await makeVideo(workspace)).toMatchObject({
    state: 'interrupted',
    operation: null,
    error: { message: expect.stringContaining('may have been billed') },
  })
  await workspace.app.close()
  expect(workspace.service.count('submit')).toBe(1)
})

test('polling errors slow down the polling, and the job shows the last one', async () => {
  const { app, service, clock } = await openVideoWorkspace(
    {
      poll: [
        errorReply(401, 'No key.'),
        socketHangUp,
        errorReply(503, 'Later.', { 'retry-after': '90' }),
        running,
        done,
      ],
    },
    { manual: true },
  )
  const { id } = await app.videos.create(form)
  const messages: (string | null)[] = []
  for (const count of [1, 2, 3, 4]) {
    await untilVideo(app, id, ({ pollCount, nextPollAt }) => pollCount === count - 1 && nextPollAt !== null)
    clock.fireNext()
    const job = await untilVideo(
      app,
      id,
      ({ pollCount, nextPollAt }) => pollCount === count && nextPollAt !== null,
    )
    messages.push(job.waiting)
    expect(job.nextPollAt).toBe(clock.now + (clock.delays.at(-1) ?? 0))
  }
  expect(messages).toEqual(['No key.', 'No response: socket hang up', 'Later.', null])
  expect(clock.delays).toEqual([10_000, 10_000, 20_000, 90_000, 10_000])
  clock.fireNext()
  const job = await untilState(app, id, 'succeeded')
  expect(job.polls.map(({ message }) => message)).toEqual([...messages, null])
  expect(job.polls.map(({ found }) => found)).toEqual(['error', 'error', 'error', 'running', 'done'])
  expect(service.count('submit')).toBe(1)
})

test('the log has the last 50 polls, and the job counts all', async () => {
  const workspace = await openVideoWorkspace({ poll: [...Array(60).fill(running), done] })
  const job = await makeVideo(workspace)
  expect([job.polls.length, job.pollCount, job.polls.at(-1)?.found]).toEqual([50, 61, 'done'])
})

test('polls only the upstream that the job was sent to, and a job that waits for it counts against no limit', async () => {
  const { app, service, clock } = await openVideoWorkspace({ poll: [running, done] }, { manual: true })
  app.settings.update({ jobs: { ...app.settings.read().jobs, videosAtOnce: 1 } })
  const id = await startVideo(app)
  app.settings.update({ upstream: { kind: 'vendor' } })
  const waiting = await untilVideo(app, id, ({ waiting }) => waiting !== null)
  expect(app.videos.countOpen()).toBe(0)
  expect([waiting.nextPollAt, waiting.waiting]).toEqual([
    null,
    'Paused: this job was sent to Demo. It continues when you switch back to that provider.',
  ])
  expect(() => app.videos.pollNow({ id })).toThrow('Paused: this job was sent to Demo.')
  clock.fireNext()
  expect(service.count('poll')).toBe(0)
  const other = await app.videos.create(form)
  expect(await untilState(app, other.id, 'running')).toMatchObject({ upstream: { kind: 'vendor' } })
  app.settings.update({ upstream: { kind: 'demo' } })
  const resumed = await untilVideo(app, id, ({ pollCount }) => pollCount === 1)
  expect([resumed.waiting, service.count('poll')]).toEqual([null, 1])
})

test('runs as many jobs as the settings allow, in order', async () => {
  const { app, service } = await openVideoWorkspace({ submit: [neverRespond] })
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) ids.push((await app.videos.create(form)).id)
  const states = async () => (await listVideos(app)).map(({ id, state }) => `${ids.indexOf(id)} ${state}`)
  expect(await states()).toEqual(['0 submitting', '1 submitting', '2 submitting', '3 queued', '4 queued'])
  app.settings.update({ jobs: { ...app.settings.read().jobs, videosAtOnce: 4 } })
  expect((await states())[3]).toBe('3 submitting')
  app.videos.cancel({ id: ids[4] ?? '' })
  expect([service.count('submit'), app.videos.countOpen()]).toEqual([4, 4])
  expect(() => app.videos.cancel({ id: ids[0] ?? '' })).toThrow(
    'This job is submitting and can’t become canceled.',
  )
})

test('an unfollowed job continues upstream and can be followed again', async () => {
  const { app, service } = await openVideoWorkspace({ poll: [running, done] }, { manual: true })
  const ended: VideoJob[] = []
  app.videos.onEnded(({ job }) => ended.push(job))
  const id = await startVideo(app)
  app.videos.stopFollowing({ id })
  expect(await untilState(app, id, 'unfollowed')).toMatchObject({ nextPollAt: null, operation: name })
  expect([ended, app.videos.countOpen()]).toEqual([[], 0])
  // Following it again lists it again.
  app.videos.clear({ ids: [id] })
  app.videos.followAgain({ id })
  await untilVideo(app, id, ({ pollCount }) => pollCount === 1)
  // On the user's request, without a delay.
  app.videos.pollNow({ id })
  await untilState(app, id, 'succeeded')
  expect([service.count('submit'), service.count('poll')]).toEqual([1, 2])
  expect(() => app.videos.pollNow({ id })).toThrow('This job is succeeded, so there’s nothing to check.')
})

test('a job unfollowed during its submission is unfollowed once its operation is known', async () => {
  const { reply, answer } = holdReply(started)
  const { app, service } = await openVideoWorkspace({ submit: [reply] }, { manual: true })
  const { id } = await app.videos.create(form)
  app.videos.stopFollowing({ id })
  expect((await listVideos(app))[0]).toMatchObject({ state: 'submitting' })
  expect(() => app.videos.followAgain({ id })).toThrow('so polling can’t be resumed')
  await expect.poll(() => service.count('submit')).toBe(1)
  answer()
  expect(await untilState(app, id, 'unfollowed')).toMatchObject({ operation: name, exchangeId: 'exchange-1' })
  expect(service.count('poll')).toBe(0)
})

test('a repeated video is a new job with a reference to the first', async () => {
  const workspace = await openVideoWorkspace({ poll: [operation({ done: true, error: { code: 13 } }), done] })
  const first = await makeVideo(workspace, { ...form, seed: 7 })
  const { id } = await workspace.app.videos.repeat(first)
  expect(await untilState(workspace.app, id, 'succeeded')).toMatchObject({
    repeats: first.id,
    form: { ...form, seed: 7 },
  })
  expect(workspace.service.count('submit')).toBe(2)
})

test('ended jobs can be cleared and restored, jobs in progress cannot', async () => {
  const { app, workspace } = await openVideoWorkspace({ poll: [done, running] })
  const ended = await makeVideo(workspace)
  workspace.service.script.submit = [neverRespond]
  const open = await app.videos.create(form)
  expect(() => app.videos.clear({ ids: [ended.id, open.id] })).toThrow(
    'Jobs in progress can’t be removed from the list.',
  )
  app.videos.clear({ ids: [ended.id] })
  expect((await listVideos(app)).map(({ id }) => id)).toEqual([open.id])
  app.videos.restore({ ids: [ended.id] })
  expect((await listVideos(app)).map(({ id }) => id)).toEqual([open.id, ended.id])
  expect(app.videos.list({ before: open.id, limit: 10 })).toEqual([ended])
})

test('stores inline bytes and files, and reports the reasons of filtered samples', async () => {
  const generateVideoResponse = {
    generatedSamples: [
      { video: { video: testVideo.toString('base64') } },
      { video: { uri: '/v1beta/files/f2:download' } },
    ],
    ...filtered,
  }
  const workspace = await openVideoWorkspace({
    poll: [operation({ done: true, response: { generateVideoResponse } })],
  })
  const job = await makeVideo(workspace)
  expect([job.state, job.videos.map(({ media }) => media), job.reasons]).toEqual([
    'succeeded',
    [videoHash, videoHash],
    filtered.raiMediaFilteredReasons,
  ])
  expect(workspace.service.count('download')).toBe(1)
})

test('closing does not wait for responses, and a late one changes nothing', async () => {
  const { reply, answer } = holdReply(started)
  const { app, service, options } = await openVideoWorkspace({ submit: [reply] })
  const { id } = await app.videos.create(form)
  await expect.poll(() => service.count('submit')).toBe(1)
  await app.close()
  answer()
  const { app: later } = await openTestWorkspace(options)
  expect(await untilState(later, id, 'interrupted')).toMatchObject({ operation: null })
})

test('a video is rejected and nothing sent if the media folder cannot be written to', async () => {
  const { app, service, folder } = await openVideoWorkspace()
  blockMediaFolder(folder)
  await expect(app.videos.create(form)).rejects.toMatchObject({
    code: 'FAILED_PRECONDITION',
    message: expect.stringMatching(/^Nothing was sent because .*Choose another media folder in Settings\.$/),
  })
  expect([await listVideos(app), service.calls]).toEqual([[], []])
})

test('sends nothing if the state cannot be saved, and retries saving an operation’s name', async () => {
  const { app, service, clock, folder } = await openVideoWorkspace({}, { manual: true })
  const allowSubmitting = rejectWrites(folder, "UPDATE ON jobs WHEN new.state = 'submitting'")
  const { id } = await app.videos.create(form)
  expect([(await listVideos(app))[0]?.state, service.calls]).toEqual(['queued', []])
  allowSubmitting()
  const makeRoom = rejectWrites(folder, "UPDATE ON jobs WHEN new.state = 'running'")
  clock.fireNext()
  const job = await untilVideo(app, id, ({ waiting }) => waiting !== null)
  expect([job.state, job.waiting]).toEqual([
    'submitting',
    expect.stringContaining('The video isn’t saved yet.'),
  ])
  makeRoom()
  clock.fireNext()
  expect(await untilState(app, id, 'running')).toMatchObject({ operation: name })
  expect(service.count('submit')).toBe(1)
})

test('a job created while the workspace closes is not sent before the next start', async () => {
  const { app, service } = await openVideoWorkspace()
  const creating = app.videos.create(form).catch(() => undefined)
  await app.close()
  await creating
  expect(service.count('submit')).toBe(0)
})

test('null in a response counts as absent', async () => {
  const nothing = null as never
  const generateVideoResponse = {
    generatedSamples: [{ video: { uri: '/v1beta/files/f2:download', encoding: nothing } }],
    raiMediaFilteredReasons: nothing,
  }
  const poll = [
    operation({ done: nothing, error: nothing, response: nothing }),
    operation({ done: true, error: nothing, response: { generateVideoResponse } }),
  ]
  expect(await makeVideo(await openVideoWorkspace({ poll }))).toMatchObject({
    state: 'succeeded',
    polls: [{ found: 'running' }, { found: 'done' }],
  })
})

test('an invalid form is rejected with the path of the problem, and nothing is saved', async () => {
  const { app, service } = await openVideoWorkspace()
  const picture = await app.media.store(Buffer.from('89504e470d0a1a0a', 'hex'))
  const image = { media: picture.hash, mimeType: 'image/png' }
  const text = await app.media.store(Buffer.from('%PDF-1.7'))
  const absent = { media: 'f'.repeat(64), mimeType: 'image/png' }
  const invalidForms = [
    [{ ...form, prompt: ' ' }, 'prompt: is required'],
    [{ ...form, lastFrame: image }, 'lastFrame: requires a first frame'],
    [{ ...form, image, references: [image] }, 'references: can’t be combined with a first frame'],
    [
      { ...form, resolution: '1080p', durationSeconds: 4 },
      'resolution: 1080p requires a duration of 8 seconds',
    ],
    [{ ...form, image: absent }, 'image: the image isn’t in the media folder'],
    [
      { ...form, references: [image, { media: text.hash, mimeType: 'image/png' }] },
      'references[1]: must be an image, not application/pdf',
    ],
  ] as const
  for (const [invalid, message] of invalidForms)
    await expect(app.videos.create(invalid as typeof form)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message,
    })
  expect([await listVideos(app), service.calls]).toEqual([[], []])
})
