// The download of a video: cut, resumed, spliced with nothing else, and lost in ways that are told.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listWhole } from '../library/library.fixture'
import {
  breakAfter,
  broken,
  film,
  form,
  handOver,
  handOverBytes,
  makeVideo,
  openStudio,
  refuse,
  type Script,
  samples,
  silence,
  untilState,
  untilVideo,
} from './video.fixture'

type Download = NonNullable<Script['download']>[number]

const ranges = ({ service }: { service: Awaited<ReturnType<typeof openStudio>>['service'] }) =>
  service.calls.filter(({ path }) => path.includes('/files/')).map(({ headers }) => headers.range ?? 'whole')

const partials = (folder: string) => readdirSync(join(folder, 'downloads'))

test('one that breaks off goes on where it was', async () => {
  const studio = await openStudio({ download: [breakAfter(100), broken, breakAfter(250), handOver] })
  const job = await makeVideo(studio)
  expect(job).toMatchObject({ state: 'succeeded', videos: [{ bytes: film.length }] })
  expect(ranges(studio)).toEqual(['whole', 'bytes=100-', 'bytes=100-', 'bytes=350-'])
  expect(Buffer.from(await studio.app.media.read(job.videos[0]?.media ?? ''))).toEqual(film)
  await studio.app.close()
  expect(partials(studio.folder)).toEqual([])
})

test('an end before the announced length is no end', async () => {
  const short: Download = async (call) => {
    const answer = await handOver(call)
    return { ...answer, body: (answer.body as Buffer).subarray(0, 400) }
  }
  const studio = await openStudio({ download: [short, handOver] })
  expect(await makeVideo(studio)).toMatchObject({ state: 'succeeded', videos: [{ bytes: film.length }] })
  expect(ranges(studio)).toEqual(['whole', 'bytes=400-'])
})

const other = Buffer.concat([film, Buffer.alloc(10)])
const withRange = (range: string): Download => {
  return async (call) => {
    const answer = await handOver(call)
    return { ...answer, headers: { ...answer.headers, 'content-range': range } }
  }
}

test.each<[string, Download, string[]]>([
  ['the whole in the place of a range', () => handOver({ headers: {} } as never), ['whole', 'bytes=100-']],
  [
    'a range that begins elsewhere',
    withRange(`bytes 50-${film.length - 1}/${film.length}`),
    ['whole', 'bytes=100-', 'whole'],
  ],
  [
    'a range of a file of another length',
    withRange(`bytes 100-${film.length - 1}/${film.length + 10}`),
    ['whole', 'bytes=100-', 'whole'],
  ],
  ['a range that says nothing', withRange('sausage'), ['whole', 'bytes=100-', 'whole']],
  [
    'a range that is refused',
    refuse(416, 'Outside.', { 'content-range': 'bytes */50' }),
    ['whole', 'bytes=100-', 'whole'],
  ],
])('nothing is spliced: %s begins it anew', async (_, reply, asked) => {
  const studio = await openStudio({ download: [breakAfter(100), reply, handOver] })
  const job = await makeVideo(studio)
  expect(Buffer.from(await studio.app.media.read(job.videos[0]?.media ?? ''))).toEqual(film)
  expect(ranges(studio)).toEqual(asked)
})

test('a file that has become another one meanwhile is fetched from its beginning', async () => {
  const studio = await openStudio({ download: [breakAfter(100), handOverBytes(other)] })
  const job = await makeVideo(studio)
  expect(studio.service.calls.at(-2)?.headers['if-range']).toMatch(/^"[0-9a-f]{32}"$/)
  expect(Buffer.from(await studio.app.media.read(job.videos[0]?.media ?? ''))).toEqual(other)
})

test('a file whose length is not told ends where it ends', async () => {
  const chunked: Download = async (call) => {
    const { 'content-length': _, ...headers } = (await handOver(call)).headers
    return { status: 200, headers, body: film }
  }
  const studio = await openStudio({ download: [chunked] })
  expect(await makeVideo(studio)).toMatchObject({ state: 'succeeded', videos: [{ bytes: film.length }] })
})

test('what is no video is not kept, and can be fetched again', async () => {
  const page = Buffer.from('<!doctype html><title>Sign in</title>')
  const studio = await openStudio({ download: [handOverBytes(page), handOver] })
  const { app, service } = studio
  const lost = await makeVideo(studio)
  expect(lost).toMatchObject({
    state: 'failed',
    canFetchAgain: true,
    videos: [],
    error: { message: 'The service sent unknown bytes in the place of a video.' },
  })
  expect(await app.media.list()).toEqual([])
  app.videos.followAgain(lost)
  expect(await untilState(app, lost.id, 'succeeded')).toMatchObject({ error: null, canFetchAgain: false })
  expect([service.count('submit'), service.count('poll')]).toEqual([1, 2])
})

test.each([
  [404, false, 'it keeps such files for about two days'],
  [410, false, 'it keeps such files for about two days'],
  [403, true, 'does not hand the video over'],
])('a file that is answered with %i is lost', async (status, canFetchAgain, message) => {
  const studio = await openStudio({ download: [refuse(status, 'Told so.')] })
  expect(await makeVideo(studio)).toMatchObject({
    state: 'failed',
    canFetchAgain,
    error: { message: expect.stringContaining(message) },
  })
  expect(studio.service.count('download')).toBe(1)
})

test('a service that is overloaded is asked again, when it wants to be asked', async () => {
  const later = refuse(429, 'Later.', { 'retry-after': '77' })
  const { app, clock } = await openStudio({ download: [later, handOver] }, { held: true })
  const { id } = await app.videos.make(form)
  await untilVideo(app, id, ({ nextPollAt }) => nextPollAt !== null)
  clock.ring()
  const waiting = await untilVideo(app, id, (job) => job.waiting !== null)
  expect([waiting.state, waiting.waiting, clock.pauses]).toEqual(['downloading', 'Later.', [10_000, 77_000]])
  clock.ring()
  await untilState(app, id, 'succeeded')
})

test('its progress is told', async () => {
  const { app } = await openStudio({ download: [breakAfter(300), silence] })
  const { id } = await app.videos.make(form)
  const job = await untilVideo(app, id, ({ download }) => download !== null)
  expect(job.download).toEqual({ bytes: 300, total: film.length })
})

test('one that is left in the midst of its download leaves nothing of it', async () => {
  const { app, folder } = await openStudio({ download: [breakAfter(300), silence] })
  const { id } = await app.videos.make(form)
  await untilVideo(app, id, ({ download }) => download !== null)
  app.videos.stopFollowing({ id })
  await app.close()
  expect(partials(folder)).toEqual([])
})

test('of several videos those that have come are kept, though another is lost', async () => {
  const uris = [1, 2].map((number) => ({
    uri: `http://127.0.0.1:1/v1beta/files/f${number}:download?alt=media`,
  }))
  const download = [handOver, refuse(403, 'No.'), handOverBytes(other)]
  const studio = await openStudio({ poll: [samples(...uris)], download })
  const { app } = studio
  const job = await makeVideo(studio)
  expect([job.state, job.videos.length, (await listWhole(app)).length]).toEqual(['failed', 1, 1])
  app.videos.followAgain(job)
  const whole = await untilState(app, job.id, 'succeeded')
  expect([whole.videos.length, (await listWhole(app)).length]).toEqual([2, 2])
  expect(studio.service.count('download')).toBe(3)
})

test('a name that leads elsewhere is asked for at the gateway, or not at all', async () => {
  const elsewhere = await openStudio({
    poll: [samples({ uri: 'https://evil.example/v1beta/files/f9:download?alt=media' })],
  })
  await makeVideo(elsewhere)
  expect(elsewhere.service.calls.at(-1)?.path).toBe('/v1beta/files/f9:download?alt=media')
  const bucket = await openStudio({ poll: [samples({ uri: 'gs://bucket/film.mp4' })] })
  expect(await makeVideo(bucket)).toMatchObject({ state: 'failed' })
  expect(bucket.service.count('download')).toBe(0)
})
