// Verbs at the wrong moment, and answers that lie: a job is followed once, sent once, and never made of two files.
import { expect, test } from 'vitest'
import {
  failAfter,
  form,
  makeVideo,
  name,
  openVideoWorkspace,
  operation,
  serveVideo,
  started,
  testVideo,
  untilState,
} from './video.fixture'

test('one that is being sent cannot be followed beside its call', async () => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { app, service } = await openVideoWorkspace({ submit: [(call) => held.then(() => started(call))] })
  const { id } = await app.videos.create(form)
  await untilState(app, id, 'submitting')
  expect(() => app.videos.followAgain({ id })).toThrow('so polling can’t be resumed')
  expect(service.count('poll')).toBe(0)
  answer()
  expect(await untilState(app, id, 'succeeded')).toMatchObject({ operation: name })
})

test('what is asked for while the program ends waits for the next start', async () => {
  const { app, service } = await openVideoWorkspace()
  const made = app.videos.create(form).catch(() => undefined)
  await app.close()
  await made
  expect(service.count('submit')).toBe(0)
})

test('a range of another version of the file is not spliced to what has come', async () => {
  const lying = async (call: Parameters<typeof serveVideo>[0]) => {
    const answer = await serveVideo(call)
    return {
      ...answer,
      headers: { ...answer.headers, etag: '"another"' },
      body: Buffer.alloc(testVideo.length - 100),
    }
  }
  const studio = await openVideoWorkspace({ download: [failAfter(100), lying, serveVideo] })
  const job = await makeVideo(studio)
  expect(Buffer.from(await studio.app.media.read(job.videos[0]?.media ?? ''))).toEqual(testVideo)
})

test('null is taken for what is absent', async () => {
  const nothing = null as never
  const running = operation({ done: nothing, error: nothing, response: nothing })
  const uri = 'http://127.0.0.1:4715/v1beta/files/f1:download?alt=media'
  const generateVideoResponse = {
    generatedSamples: [{ video: { uri, encoding: nothing } }],
    raiMediaFilteredReasons: nothing,
  }
  const done = operation({ done: true, error: nothing, response: { generateVideoResponse } })
  const studio = await openVideoWorkspace({ poll: [running, done] })
  expect(await makeVideo(studio)).toMatchObject({
    state: 'succeeded',
    polls: [{ found: 'running' }, { found: 'done' }],
  })
})

test('a thousand samples that lead elsewhere make no call but to the gateway', async () => {
  const uris = [
    'file:///etc/passwd',
    'ftp://host/a',
    'data:video/mp4;base64,AAAA',
    'javascript:0',
    'http://[',
  ]
  const generatedSamples = Array.from({ length: 1000 }, (_, at) => ({
    video: { uri: uris[at % uris.length] ?? '' },
  }))
  const done = operation({ done: true, response: { generateVideoResponse: { generatedSamples } } })
  const studio = await openVideoWorkspace({ poll: [done] })
  expect(await makeVideo(studio)).toMatchObject({ state: 'failed', videos: [] })
  expect(studio.service.count('download')).toBe(0)
})

test('one that was cleared and is followed again is in the list again', async () => {
  const studio = await openVideoWorkspace({ poll: [operation({})] })
  const { app } = studio
  const { id } = await app.videos.create(form)
  await untilState(app, id, 'running')
  app.videos.stopFollowing({ id })
  app.videos.clear({ ids: [id] })
  studio.service.script.poll = [operation({ done: true, error: { code: 3, message: 'No.' } })]
  app.videos.followAgain({ id })
  expect(await untilState(app, id, 'failed')).toMatchObject({ id })
})
