// Requests that may have been billed are not sent again automatically, and unsaved results are not lost.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { blockMediaFolder } from '../library/library.fixture'
import type { PendingRequest } from '../scripted-service.fixture'
import { openClock } from '../videos/video.fixture'
import { makeFolder, openTestWorkspace, rejectWrites } from '../workspace.fixture'
import {
  addAudio,
  failLoudness,
  minutes,
  openSent,
  respondWith,
  waitForJob,
  waitForState,
} from './transcriptions.fixture'

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

interface Outcome {
  readonly state: 'interrupted' | 'failed'
  readonly error: object
}

const interrupted = (error: object): Outcome => ({ state: 'interrupted', error })

test.each<[string, (sent: PendingRequest) => void, Outcome]>([
  [
    'a request that failed after it was sent',
    (sent) => sent.answer(502, { error: { message: 'It broke off.' } }, { 'x-should-retry': 'false' }),
    interrupted({ code: 'UNAVAILABLE' }),
  ],
  [
    'a successful response without text',
    (sent) => sent.answer(200, {}),
    interrupted({ code: 'UNAVAILABLE' }),
  ],
  [
    'a broken connection',
    (sent) => sent.fail(),
    interrupted({ message: 'No response: The connection broke.' }),
  ],
  [
    'a refused connection, which costs nothing,',
    (sent) => sent.fail(refused),
    { state: 'failed', error: {} },
  ],
])('%s ends the job without an automatic retry', async (_, act, { state, error }) => {
  const { app, service, id, sent } = await openSent()
  act(sent)
  expect(await waitForState(app, id, state)).toMatchObject({ pieces: [{ state }], error })
  const other = await addAudio(app, 'other.wav', 2)
  await respondWith(service, 'Other.')
  await waitForState(app, other, 'succeeded')
  expect(service.count()).toBe(2)
})

test.each([
  ['a response', 'UPDATE ON jobs'],
  ['a transcript', 'INSERT ON transcripts'],
])('%s that a full disk rejects is saved once there is space, without another request', async (_, change) => {
  const clock = openClock({ manual: true })
  const { app, service, folder, id, sent } = await openSent({ timer: clock.timer })
  const makeRoom = rejectWrites(folder, change)
  sent.answer(200, { text: 'Paid for.' })
  const job = await waitForJob(app, id, ({ waiting }) => waiting !== null)
  expect([job.state, job.waiting]).toEqual([
    'sending',
    expect.stringContaining('The response isn’t saved yet.'),
  ])
  expect(app.saves.list().pending).toMatchObject([{ owner: id }])
  makeRoom()
  clock.fireNext()
  expect(await waitForState(app, id, 'succeeded')).toMatchObject({ preview: 'Paid for.' })
  expect(service.count()).toBe(1)
})

test('a transcript whose file cannot be written is complete, and its file moves to the media folder later', async () => {
  const { app, folder, id, sent } = await openSent()
  const unblock = blockMediaFolder(folder)
  sent.answer(200, { text: 'Paid for.' })
  expect(await waitForState(app, id, 'succeeded')).toMatchObject({ preview: 'Paid for.' })
  const [file] = app.saves.list().files
  expect(readFileSync(file?.path ?? '', 'utf8')).toBe('Paid for.\n')
  unblock()
  app.saves.retryNow()
  await expect.poll(() => app.saves.list().files).toEqual([])
  expect((await app.media.open(file?.media ?? '')).path).toContain(join(folder, 'media'))
})

test('sends no piece while the media folder is not writable', async () => {
  const { app, service, folder } = await openTestWorkspace()
  app.settings.update({ jobs: { ...app.settings.read().jobs, transcriptionsAtOnce: 1 } })
  const first = await addAudio(app)
  const second = await addAudio(app, 'other.wav', 3)
  const sent = await service.next()
  await sent.readForm()
  blockMediaFolder(folder)
  sent.answer(200, { text: 'First.' })
  await waitForState(app, first, 'succeeded')
  expect((await waitForState(app, second, 'failed')).error?.message).toContain(join(folder, 'media'))
  expect(service.count()).toBe(1)
})

test('adds files although the disk is full when they start, and starts them later', async () => {
  const clock = openClock({ manual: true })
  const { app, service, folder } = await openTestWorkspace({ timer: clock.timer })
  const makeRoom = rejectWrites(folder, 'UPDATE ON jobs')
  const id = await addAudio(app)
  expect(app.transcriptions.job({ id })).toMatchObject({ state: 'queued' })
  makeRoom()
  clock.fireNext()
  await (await service.next()).sendTranscript('Begun.')
  await waitForState(app, id, 'succeeded')
})

test('finds a media folder that moves between two pieces', async () => {
  const { app, service } = await openTestWorkspace({ settings: minutes })
  failLoudness(app)
  const id = await addAudio(app, 'long.wav', 80)
  const first = await service.next()
  await first.readForm()
  for await (const _ of app.media.moveTo(join(makeFolder(), 'elsewhere')));
  first.answer(200, { text: 'First.' })
  await (await service.next()).sendTranscript('Second.')
  expect(await waitForState(app, id, 'succeeded')).toMatchObject({ preview: 'First. Second.' })
})
