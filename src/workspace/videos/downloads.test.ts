// The download of a video: cut, resumed, spliced with nothing else, and lost in ways that are told.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listComplete } from '../library/library.fixture'
import {
  errorReply,
  failAfter,
  form,
  makeVideo,
  neverRespond,
  openVideoWorkspace,
  type Script,
  samples,
  serveBytes,
  serveVideo,
  socketHangUp,
  testVideo,
  untilState,
  untilVideo,
} from './video.fixture'

type Download = NonNullable<Script['download']>[number]

const ranges = ({ service }: { service: Awaited<ReturnType<typeof openVideoWorkspace>>['service'] }) =>
  service.calls.filter(({ path }) => path.includes('/files/')).map(({ headers }) => headers.range ?? 'whole')

const partials = (folder: string) => readdirSync(join(folder, 'downloads'))

test('one that breaks off goes on where it was', async () => {
  const studio = await openVideoWorkspace({
    download: [failAfter(100), socketHangUp, failAfter(250), serveVideo],
  })
  const job = await makeVideo(studio)
  expect(job).toMatchObject({ state: 'succeeded', videos: [{ bytes: testVideo.length }] })
  expect(ranges(studio)).toEqual(['whole', 'bytes=100-', 'bytes=100-', 'bytes=350-'])
  expect(Buffer.from(await studio.app.media.read(job.videos[0]?.media ?? ''))).toEqual(testVideo)
  await studio.app.close()
  expect(partials(studio.folder)).toEqual([])
})

test('an end before the announced length is no end', async () => {
  const short: Download = async (call) => {
    const answer = await serveVideo(call)
    return { ...answer, body: (answer.body as Buffer).subarray(0, 400) }
  }
  const studio = await openVideoWorkspace({ download: [short, serveVideo] })
  expect(await makeVideo(studio)).toMatchObject({ state: 'succeeded', videos: [{ bytes: testVideo.length }] })
  expect(ranges(studio)).toEqual(['whole', 'bytes=400-'])
})

const other = Buffer.concat([testVideo, Buffer.alloc(10)])
const withRange = (range: string): Download => {
  return async (call) => {
    const answer = await serveVideo(call)
    return { ...answer, headers: { ...answer.headers, 'content-range': range } }
  }
}

test.each<[string, Download, string[]]>([
  ['the whole in the place of a range', () => serveVideo({ headers: {} } as never), ['whole', 'bytes=100-']],
  [
    'a range that begins elsewhere',
    withRange(`bytes 50-${testVideo.length - 1}/${testVideo.length}`),
    ['whole', 'bytes=100-', 'whole'],
  ],
  [
    'a range of a file of another length',
    withRange(`bytes 100-${testVideo.length - 1}/${testVideo.length + 10}`),
    ['whole', 'bytes=100-', 'whole'],
  ],
  ['a range that says nothing', withRange('sausage'), ['whole', 'bytes=100-', 'whole']],
  [
    'a range that is refused',
    errorReply(416, 'Outside.', { 'content-range': 'bytes */50' }),
    ['whole', 'bytes=100-', 'whole'],
  ],
])('nothing is spliced: %s begins it anew', async (_, reply, asked) => {
  const studio = await openVideoWorkspace({ download: [failAfter(100), reply, serveVideo] })
  const job = await makeVideo(studio)
  expect(Buffer.from(await studio.app.media.read(job.videos[0]?.media ?? ''))).toEqual(testVideo)
  expect(ranges(studio)).toEqual(asked)
})

test('a file that has become another one meanwhile is fetched from its beginning', async () => {
  const studio = await openVideoWorkspace({ download: [failAfter(100), serveBytes(other)] })
  const job = await makeVideo(studio)
  expect(studio.service.calls.at(-2)?.headers['if-range']).toMatch(/^"[0-9a-f]{32}"$/)
  expect(Buffer.from(await studio.app.media.read(job.videos[0]?.media ?? ''))).toEqual(other)
})

test('a file whose length is not told ends where it ends', async () => {
  const chunked: Download = async (call) => {
    const { 'content-length': _, ...headers } = (await serveVideo(call)).headers
    return { status: 200, headers, body: testVideo }
  }
  const studio = await openVideoWorkspace({ download: [chunked] })
  expect(await makeVideo(studio)).toMatchObject({ state: 'succeeded', videos: [{ bytes: testVideo.length }] })
})

test('what is no video is not kept, and can be fetched again', async () => {
  const page = Buffer.from('<!doctype html><title>Sign in</title>')
  const studio = await openVideoWorkspace({ download: [serveBytes(page), serveVideo] })
  const { app, service } = studio
  const lost = await makeVideo(studio)
  expect(lost).toMatchObject({
    state: 'failed',
    canFetchAgain: true,
    videos: [],
    error: { message: 'The provider returned unknown data instead of a video.' },
  })
  expect(await app.media.list()).toEqual([])
  app.videos.followAgain(lost)
  expect(await untilState(app, lost.id, 'succeeded')).toMatchObject({ error: null, canFetchAgain: false })
  expect([service.count('submit'), service.count('poll')]).toEqual([1, 2])
})

test.each([
  [404, false, 'Files are kept for about two days.'],
  [410, false, 'Files are kept for about two days.'],
  [403, true, 'refused to return the video file.'],
])('a file that is answered with %i is lost', async (status, canFetchAgain, message) => {
  const studio = await openVideoWorkspace({ download: [errorReply(status, 'Told so.')] })
  expect(await makeVideo(studio)).toMatchObject({
    state: 'failed',
    canFetchAgain,
    error: { message: expect.stringContaining(message) },
  })
  expect(studio.service.count('download')).toBe(1)
})

test('a service that is overloaded is asked again, when it wants to be asked', async () => {
  const later = errorReply(429, 'Later.', { 'retry-after': '77' })
  const { app, clock } = await openVideoWorkspace({ download: [later, serveVideo] }, { held: true })
  const { id } = await app.videos.create(form)
  await untilVideo(app, id, ({ nextPollAt }) => nextPollAt !== null)
  clock.ring()
  const waiting = await untilVideo(app, id, (job) => job.waiting !== null)
  expect([waiting.state, waiting.waiting, clock.pauses]).toEqual(['downloading', 'Later.', [10_000, 77_000]])
  clock.ring()
  await untilState(app, id, 'succeeded')
})

test('its progress is told', async () => {
  const { app } = await openVideoWorkspace({ download: [failAfter(300), neverRespond] })
  const { id } = await app.videos.create(form)
  const job = await untilVideo(app, id, ({ download }) => download !== null)
  expect(job.download).toEqual({ bytes: 300, total: testVideo.length })
})

test('one that is left in the midst of its download leaves nothing of it', async () => {
  const { app, folder } = await openVideoWorkspace({ download: [failAfter(300), neverRespond] })
  const { id } = await app.videos.create(form)
  await untilVideo(app, id, ({ download }) => download !== null)
  app.videos.stopFollowing({ id })
  await app.close()
  expect(partials(folder)).toEqual([])
})

test('of several videos those that have come are kept, though another is lost', async () => {
  const uris = [1, 2].map((number) => ({
    uri: `http://127.0.0.1:1/v1beta/files/f${number}:download?alt=media`,
  }))
  const download = [serveVideo, errorReply(403, 'No.'), serveBytes(other)]
  const studio = await openVideoWorkspace({ poll: [samples(...uris)], download })
  const { app } = studio
  const job = await makeVideo(studio)
  expect([job.state, job.videos.length, (await listComplete(app)).length]).toEqual(['failed', 1, 1])
  app.videos.followAgain(job)
  const whole = await untilState(app, job.id, 'succeeded')
  expect([whole.videos.length, (await listComplete(app)).length]).toEqual([2, 2])
  expect(studio.service.count('download')).toBe(3)
})

test('a name that leads elsewhere is asked for at the gateway, or not at all', async () => {
  const elsewhere = await openVideoWorkspace({
    poll: [samples({ uri: 'https://evil.example/v1beta/files/f9:download?alt=media' })],
  })
  await makeVideo(elsewhere)
  expect(elsewhere.service.calls.at(-1)?.path).toBe('/v1beta/files/f9:download?alt=media')
  const bucket = await openVideoWorkspace({ poll: [samples({ uri: 'gs://bucket/film.mp4' })] })
  expect(await makeVideo(bucket)).toMatchObject({ state: 'failed' })
  expect(bucket.service.count('download')).toBe(0)
})
