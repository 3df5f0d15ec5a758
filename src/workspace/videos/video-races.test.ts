// Actions at the wrong moment and inconsistent responses: a job is followed once, sent once, and never mixes two files.
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

test('a job that is being submitted cannot be followed again', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { app, service } = await openVideoWorkspace({
    submit: [(call) => answered.then(() => started(call))],
  })
  const { id } = await app.videos.create(form)
  await untilState(app, id, 'submitting')
  expect(() => app.videos.followAgain({ id })).toThrow('so polling can’t be resumed')
  expect(service.count('poll')).toBe(0)
  answer()
  expect(await untilState(app, id, 'succeeded')).toMatchObject({ operation: name })
})

test('a job created while the workspace closes is not sent before the next start', async () => {
  const { app, service } = await openVideoWorkspace()
  const creating = app.videos.create(form).catch(() => undefined)
  await app.close()
  await creating
  expect(service.count('submit')).toBe(0)
})

test('a range of another version of the file is not appended', async () => {
  const otherVersion = async (call: Parameters<typeof serveVideo>[0]) => {
    const response = await serveVideo(call)
    return {
      ...response,
      headers: { ...response.headers, etag: '"another"' },
      body: Buffer.alloc(testVideo.length - 100),
    }
  }
  const workspace = await openVideoWorkspace({ download: [failAfter(100), otherVersion, serveVideo] })
  const job = await makeVideo(workspace)
  expect(Buffer.from(await workspace.app.media.read(job.videos[0]?.media ?? ''))).toEqual(testVideo)
})

test('null counts as absent', async () => {
  const nothing = null as never
  const running = operation({ done: nothing, error: nothing, response: nothing })
  const uri = 'http://127.0.0.1:4715/v1beta/files/f1:download?alt=media'
  const generateVideoResponse = {
    generatedSamples: [{ video: { uri, encoding: nothing } }],
    raiMediaFilteredReasons: nothing,
  }
  const done = operation({ done: true, error: nothing, response: { generateVideoResponse } })
  const workspace = await openVideoWorkspace({ poll: [running, done] })
  expect(await makeVideo(workspace)).toMatchObject({
    state: 'succeeded',
    polls: [{ found: 'running' }, { found: 'done' }],
  })
})

test('a thousand samples with other URIs cause no request', async () => {
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
  const workspace = await openVideoWorkspace({ poll: [done] })
  expect(await makeVideo(workspace)).toMatchObject({ state: 'failed', videos: [] })
  expect(workspace.service.count('download')).toBe(0)
})

test('a cleared job that is followed again is listed again', async () => {
  const workspace = await openVideoWorkspace({ poll: [operation({})] })
  const { app } = workspace
  const { id } = await app.videos.create(form)
  await untilState(app, id, 'running')
  app.videos.stopFollowing({ id })
  app.videos.clear({ ids: [id] })
  workspace.service.script.poll = [operation({ done: true, error: { code: 3, message: 'No.' } })]
  app.videos.followAgain({ id })
  expect(await untilState(app, id, 'failed')).toMatchObject({ id })
})
