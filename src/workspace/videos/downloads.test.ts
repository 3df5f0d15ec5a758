// Downloads of videos: interrupted, resumed, never mixed with another version of the file, and lost.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ApiError, toGeminiBody } from '#shared/schemas/api-error'
import { listComplete } from '../library/library.fixture'
import {
  errorReply,
  failAfter,
  form,
  makeVideo,
  neverRespond,
  openVideoWorkspace,
  type Reply,
  samples,
  serveBytes,
  serveVideo,
  socketHangUp,
  testVideo,
  untilState,
  untilVideo,
  type VideoWorkspace,
} from './video.fixture'

const requestedRanges = ({ service }: VideoWorkspace) =>
  service.calls.filter(({ path }) => path.includes('/files/')).map(({ headers }) => headers.range ?? 'whole')

const partials = (folder: string) => readdirSync(join(folder, 'downloads'))

test('a download waits for its key, without blaming the provider', async () => {
  const message = 'No API key for the custom service. Enter one in Settings > Provider.'
  const noKey: Reply = () => {
    const error = new ApiError('FAILED_PRECONDITION', message)
    return { status: error.http, headers: {}, body: Buffer.from(JSON.stringify(toGeminiBody(error))) }
  }
  const { app, clock } = await openVideoWorkspace({ download: [noKey, serveVideo] }, { manual: true })
  const { id } = await app.videos.create(form)
  await untilVideo(app, id, ({ nextPollAt }) => nextPollAt !== null)
  clock.fireNext()
  const job = await untilVideo(
    app,
    id,
    ({ state, nextPollAt }) => state === 'downloading' && nextPollAt !== null,
  )
  expect(job).toMatchObject({ waiting: message, error: null })
  clock.fireNext()
  expect((await untilState(app, id, 'succeeded')).videos).toHaveLength(1)
})

test('an interrupted download resumes where it stopped', async () => {
  const workspace = await openVideoWorkspace({
    download: [failAfter(100), socketHangUp, failAfter(250), serveVideo],
  })
  const job = await makeVideo(workspace)
  expect(job).toMatchObject({ state: 'succeeded', videos: [{ bytes: testVideo.length }] })
  expect(requestedRanges(workspace)).toEqual(['whole', 'bytes=100-', 'bytes=100-', 'bytes=350-'])
  expect(Buffer.from(await workspace.app.media.read(job.videos[0]?.media ?? ''))).toEqual(testVideo)
  await workspace.app.close()
  expect(partials(workspace.folder)).toEqual([])
})

const other = Buffer.concat([testVideo, Buffer.alloc(10)])
const withRange = (range: string): Reply => {
  return async (call) => {
    const response = await serveVideo(call)
    return { ...response, headers: { ...response.headers, 'content-range': range } }
  }
}

const otherVersion: Reply = async (call) => {
  const response = await serveVideo(call)
  const headers = { ...response.headers, etag: '"another"' }
  return { ...response, headers, body: Buffer.alloc(testVideo.length - 100) }
}

const { length } = testVideo
const restarted = ['whole', 'bytes=100-', 'whole']

test.each<[string, Reply, string[]]>([
  ['the whole file instead of a range', () => serveVideo({ headers: {} } as never), ['whole', 'bytes=100-']],
  ['a range that starts elsewhere', withRange(`bytes 50-${length - 1}/${length}`), restarted],
  ['a range of a longer file', withRange(`bytes 100-${length - 1}/${length + 10}`), restarted],
  ['an invalid range', withRange('sausage'), restarted],
  ['a range of another version of the file', otherVersion, restarted],
  ['an unsatisfiable range', errorReply(416, 'Outside.', { 'content-range': 'bytes */50' }), restarted],
])('%s restarts the download', async (_, reply, expectedRanges) => {
  const workspace = await openVideoWorkspace({ download: [failAfter(100), reply, serveVideo] })
  const job = await makeVideo(workspace)
  expect(Buffer.from(await workspace.app.media.read(job.videos[0]?.media ?? ''))).toEqual(testVideo)
  expect(requestedRanges(workspace)).toEqual(expectedRanges)
})

test('a file that has changed meanwhile is downloaded from its start', async () => {
  const workspace = await openVideoWorkspace({ download: [failAfter(100), serveBytes(other)] })
  const job = await makeVideo(workspace)
  expect(workspace.service.calls.at(-2)?.headers['if-range']).toMatch(/^"[0-9a-f]{32}"$/)
  expect(Buffer.from(await workspace.app.media.read(job.videos[0]?.media ?? ''))).toEqual(other)
})

test('a body that ends before the announced length is resumed, and one without a length ends where it ends', async () => {
  const truncated: Reply = async (call) => {
    const response = await serveVideo(call)
    return { ...response, body: (response.body as Buffer).subarray(0, 400) }
  }
  const chunked: Reply = async (call) => {
    const { 'content-length': _, ...headers } = (await serveVideo(call)).headers
    return { status: 200, headers, body: testVideo }
  }
  const workspace = await openVideoWorkspace({ download: [truncated, serveVideo, chunked] })
  const complete = { state: 'succeeded', videos: [{ bytes: testVideo.length }] }
  expect(await makeVideo(workspace)).toMatchObject(complete)
  expect(requestedRanges(workspace)).toEqual(['whole', 'bytes=400-'])
  expect(await makeVideo(workspace)).toMatchObject(complete)
})

test('data that is not a video is not stored, and can be fetched again', async () => {
  const page = Buffer.from('<!doctype html><title>Sign in</title>')
  const { app, service, workspace } = await openVideoWorkspace({ download: [serveBytes(page), serveVideo] })
  const lost = await makeVideo(workspace)
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
])('a file whose download fails with %i is lost', async (status, canFetchAgain, message) => {
  const workspace = await openVideoWorkspace({ download: [errorReply(status, 'Told so.')] })
  expect(await makeVideo(workspace)).toMatchObject({
    state: 'failed',
    canFetchAgain,
    error: { message: expect.stringContaining(message) },
  })
  expect(workspace.service.count('download')).toBe(1)
})

test('a rate-limited download is retried after Retry-After', async () => {
  const later = errorReply(429, 'Later.', { 'retry-after': '77' })
  const { app, clock } = await openVideoWorkspace({ download: [later, serveVideo] }, { manual: true })
  const { id } = await app.videos.create(form)
  await untilVideo(app, id, ({ nextPollAt }) => nextPollAt !== null)
  clock.fireNext()
  const waiting = await untilVideo(app, id, (job) => job.waiting !== null)
  expect([waiting.state, waiting.waiting, clock.delays]).toEqual(['downloading', 'Later.', [10_000, 77_000]])
  clock.fireNext()
  await untilState(app, id, 'succeeded')
})

test('reports the progress of the download, and leaves no partial file if the job is unfollowed', async () => {
  const { app, folder } = await openVideoWorkspace({ download: [failAfter(300), neverRespond] })
  const { id } = await app.videos.create(form)
  // The first report can come before the first bytes.
  const job = await untilVideo(app, id, ({ download }) => download !== null && download.bytes > 0)
  expect(job.download).toEqual({ bytes: 300, total: testVideo.length })
  app.videos.stopFollowing({ id })
  await app.close()
  expect(partials(folder)).toEqual([])
})

test('stores the videos that were downloaded even if another one is lost', async () => {
  const uris = [1, 2].map((number) => ({
    uri: `http://127.0.0.1:1/v1beta/files/f${number}:download?alt=media`,
  }))
  const download = [serveVideo, errorReply(403, 'No.'), serveBytes(other)]
  const { app, workspace } = await openVideoWorkspace({ poll: [samples(...uris)], download })
  const job = await makeVideo(workspace)
  expect([job.state, job.videos.length, (await listComplete(app)).length]).toEqual(['failed', 1, 1])
  app.videos.followAgain(job)
  const complete = await untilState(app, job.id, 'succeeded')
  expect([complete.videos.length, (await listComplete(app)).length]).toEqual([2, 2])
  expect(workspace.service.count('download')).toBe(3)
})

test('a URI of another host is requested at the gateway, and one without HTTP not at all', async () => {
  const elsewhere = await openVideoWorkspace({
    poll: [samples({ uri: 'https://evil.example/v1beta/files/f9:download?alt=media' })],
  })
  await makeVideo(elsewhere)
  expect(elsewhere.service.calls.at(-1)?.path).toBe('/v1beta/files/f9:download?alt=media')
  const uris = [
    'gs://bucket/film.mp4',
    'file:///etc/passwd',
    'data:video/mp4;base64,AAAA',
    'javascript:0',
    'http://[',
  ]
  const others = await openVideoWorkspace({ poll: [samples(...uris.map((uri) => ({ uri })))] })
  expect(await makeVideo(others)).toMatchObject({ state: 'failed', videos: [] })
  expect(others.service.count('download')).toBe(0)
})
