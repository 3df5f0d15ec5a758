// Requests that may have been billed are not sent again automatically, and unsaved results are not lost.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../database/connection'
import { openClock } from '../videos/video.fixture'
import { openWorkspace } from '../workspace'
import { makeFolder } from '../workspace.fixture'
import {
  addAudio,
  minutes,
  openTranscriptionWorkspace,
  waitForJob,
  waitForState,
} from './transcriptions.fixture'

test.each([
  ['a request that failed after it was sent', 502, { error: { message: 'It broke off.' } }],
  ['a successful response without text', 200, {}],
])('%s interrupts the job, so that a retry warns', async (_, status, body) => {
  const { app, service } = await openTranscriptionWorkspace()
  const id = await addAudio(app)
  const sent = await service.next()
  await sent.readForm()
  sent.respond(status, body, { 'x-should-retry': 'false' })
  expect(await waitForState(app, id, 'interrupted')).toMatchObject({
    pieces: [{ state: 'interrupted' }],
    error: { code: 'UNAVAILABLE' },
  })
  expect(service.count()).toBe(1)
})

test('a refused connection fails the job, at no cost', async () => {
  const failing = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  const app = await openWorkspace({ folder: makeFolder(), send: () => Promise.reject(failing) })
  onTestFinished(() => app.close())
  const id = await addAudio(app)
  expect(await waitForState(app, id, 'failed')).toMatchObject({ pieces: [{ state: 'failed' }] })
})

test('a stream that breaks after the final text is complete', async () => {
  const { app, service } = await openTranscriptionWorkspace()
  const id = await addAudio(app)
  const sent = await service.next()
  await sent.readForm()
  const stream = sent.stream()
  stream.done('All of it.')
  stream.fail()
  expect(await waitForState(app, id, 'succeeded')).toMatchObject({ preview: 'All of it.' })
})

const full = "BEGIN SELECT RAISE(ABORT, 'no room'); END"

test('a response that a full disk rejects is saved once there is space, without another request', async () => {
  const clock = openClock({ manual: true })
  const { app, service, folder } = await openTranscriptionWorkspace({ timer: clock.timer })
  const other = connect(join(folder, 'workspace.db'))
  onTestFinished(() => other.close())
  const id = await addAudio(app)
  const sent = await service.next()
  await sent.readForm()
  other.exec(`CREATE TRIGGER full BEFORE UPDATE ON jobs ${full}`)
  sent.respond(200, { text: 'Paid for.' })
  const job = await waitForJob(app, id, ({ waiting }) => waiting !== null)
  expect([job.state, job.waiting]).toEqual([
    'sending',
    expect.stringContaining('The response isn’t saved yet.'),
  ])
  other.exec('DROP TRIGGER full')
  clock.fireNext()
  expect(await waitForState(app, id, 'succeeded')).toMatchObject({ preview: 'Paid for.' })
  expect(service.count()).toBe(1)
})

test('a transcript that the database rejects is saved once it accepts, without another request', async () => {
  const clock = openClock({ manual: true })
  const { app, service, folder } = await openTranscriptionWorkspace({ timer: clock.timer })
  const other = connect(join(folder, 'workspace.db'))
  onTestFinished(() => other.close())
  const id = await addAudio(app)
  const sent = await service.next()
  await sent.readForm()
  other.exec(`CREATE TRIGGER full BEFORE INSERT ON transcripts ${full}`)
  sent.respond(200, { text: 'Paid for.' })
  const job = await waitForJob(app, id, ({ waiting }) => waiting !== null)
  expect([job.state, job.waiting]).toEqual([
    'sending',
    expect.stringContaining('The response isn’t saved yet.'),
  ])
  expect(app.saves.list().pending).toMatchObject([{ owner: id }])
  other.exec('DROP TRIGGER full')
  clock.fireNext()
  expect(await waitForState(app, id, 'succeeded')).toMatchObject({ preview: 'Paid for.' })
  expect(service.count()).toBe(1)
})

function blockMediaFolder(folder: string): () => void {
  const media = join(folder, 'media')
  renameSync(media, `${media} elsewhere`)
  writeFileSync(media, 'a file in the way')
  return () => {
    rmSync(media)
    renameSync(`${media} elsewhere`, media)
  }
}

test('a transcript whose file cannot be written is complete, and its file moves to the media folder later', async () => {
  const { app, service, folder } = await openTranscriptionWorkspace()
  const id = await addAudio(app)
  const sent = await service.next()
  await sent.readForm()
  const unblock = blockMediaFolder(folder)
  sent.respond(200, { text: 'Paid for.' })
  expect(await waitForState(app, id, 'succeeded')).toMatchObject({ preview: 'Paid for.' })
  const [file] = app.saves.list().files
  expect(readFileSync(file?.path ?? '', 'utf8')).toBe('Paid for.\n')
  unblock()
  app.saves.retryNow()
  await expect.poll(() => app.saves.list().files).toEqual([])
  expect((await app.media.open(file?.media ?? '')).path).toContain(join(folder, 'media'))
})

test('sends no piece while the media folder is not writable', async () => {
  const { app, service, folder } = await openTranscriptionWorkspace()
  app.settings.update({ jobs: { ...app.settings.read().jobs, transcriptionsAtOnce: 1 } })
  const first = await addAudio(app)
  const second = await addAudio(app, 'other.wav', 3)
  const sent = await service.next()
  await sent.readForm()
  blockMediaFolder(folder)
  sent.respond(200, { text: 'First.' })
  await waitForState(app, first, 'succeeded')
  expect((await waitForState(app, second, 'failed')).error?.message).toContain(join(folder, 'media'))
  expect(service.count()).toBe(1)
})

test('adds files although the disk is full when they start, and starts them later', async () => {
  const clock = openClock({ manual: true })
  const { app, service, folder } = await openTranscriptionWorkspace({ timer: clock.timer })
  const other = connect(join(folder, 'workspace.db'))
  onTestFinished(() => other.close())
  other.exec(`CREATE TRIGGER full BEFORE UPDATE ON jobs ${full}`)
  const id = await addAudio(app)
  expect(app.transcriptions.job({ id })).toMatchObject({ state: 'queued' })
  other.exec('DROP TRIGGER full')
  clock.fireNext()
  await (await service.next()).sendText('Begun.')
  await waitForState(app, id, 'succeeded')
})

test('closing ends a request that ignores the abort', async () => {
  let received = () => {}
  const requested = new Promise<void>((resolve) => {
    received = resolve
  })
  const app = await openWorkspace({
    folder: makeFolder(),
    send: () => {
      received()
      return new Promise(() => {})
    },
  })
  const id = await addAudio(app)
  await requested
  await app.close()
  expect(id).toBeTruthy()
})

test('finds a media folder that moves between two pieces', async () => {
  const { app, service } = await openTranscriptionWorkspace({ settings: minutes })
  void (async () => {
    for await (const { media } of app.loudness.requests()) app.loudness.fail(media, 'No.')
  })()
  const id = await addAudio(app, 'long.wav', 80)
  const first = await service.next()
  await first.readForm()
  for await (const _ of app.media.moveTo(join(makeFolder(), 'elsewhere')));
  first.respond(200, { text: 'First.' })
  await (await service.next()).sendText('Second.')
  expect(await waitForState(app, id, 'succeeded')).toMatchObject({ preview: 'First. Second.' })
})
