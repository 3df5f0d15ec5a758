// Transcription jobs: their requests, results, errors, retries and queue.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toneWav } from '#gateway/testing/tone.fixture'
import { listComplete } from '../library/library.fixture'
import { openClock } from '../videos/video.fixture'
import { openTestWorkspace } from '../workspace.fixture'
import {
  addAudio,
  openSent,
  readSnapshot,
  respondWith,
  settings,
  storeAudio,
  streamTranscript,
  waitForJob,
  waitForState,
} from './transcriptions.fixture'

/** Matches a number of milliseconds approximately. */
const about = (milliseconds: number) => expect.closeTo(milliseconds, -1)

test('sends all settings, then a file with the right extension, and saves a transcript in the Library', async () => {
  const { app, service } = await openTestWorkspace()
  const source = await storeAudio(app, 'My talk.mp3', 2)
  const settings = { model: 'gen-4o-transcribe', language: 'de', prompt: 'Namen: Özil', temperature: 0 }
  const { ids, rejected } = await app.transcriptions.add({ sources: [source], settings })
  const id = ids[0] ?? ''
  const sent = await service.next()
  expect([sent.request.method, sent.request.path]).toEqual(['POST', '/v1/audio/transcriptions'])
  // Without it, usage could not compute the cost of most responses.
  expect(Number(sent.request.headers['x-audio-seconds'])).toBeCloseTo(2, 1)
  expect(await sent.sendTranscript(' Hello there. ')).toEqual({
    fields: { model: 'gen-4o-transcribe', language: 'de', prompt: 'Namen: Özil', temperature: '0' },
    order: ['model', 'language', 'prompt', 'temperature', 'file'],
    name: 'My talk.wav',
    mimeType: 'audio/wav',
    bytes: toneWav(2),
  })
  const job = await waitForState(app, id, 'succeeded')
  const length = toneWav(2).length
  expect([rejected, job]).toEqual([
    [],
    {
      id,
      state: 'succeeded',
      settings,
      source: { ...source, bytes: length, seconds: 2 },
      createdAt: expect.any(Number),
      startedAt: expect.any(Number),
      endedAt: expect.any(Number),
      position: 1,
      pausing: false,
      pieces: [{ from: 0, to: about(2000), begins: 'start', state: 'done', sent: length, bytes: length }],
      upstream: { kind: 'demo', id: 'demo', label: 'Demo' },
      waiting: null,
      sentAs: [],
      preview: 'Hello there.',
      words: 2,
      error: null,
      exchangeId: 'exchange-1',
    },
  ])
  expect(app.transcriptions.read({ id })).toMatchObject({
    jobId: id,
    text: 'Hello there.',
    cuts: [{ at: 0, from: 0, to: about(2000) }],
    versions: [{ origin: 'model', words: 2 }],
  })
  const items = await listComplete(app)
  expect(items).toMatchObject([{ kind: 'transcript', title: 'My talk.mp3', jobId: id, seconds: 2 }])
  const { path } = await app.media.open(items[0]?.media ?? '')
  expect([path.endsWith('.txt'), readFileSync(path, 'utf8')]).toEqual([true, 'Hello there.\n'])
})

test('a repeated request adds no file twice, and its ids become those of the jobs', async () => {
  const { app, service } = await openTestWorkspace()
  const source = await storeAudio(app)
  const one = { ...source, id: '5e0f6d53-1c25-4c9a-8f57-2f6a0a1c0001' }
  const two = { ...source, id: '5e0f6d53-1c25-4c9a-8f57-2f6a0a1c0002' }
  const adding = { sources: [one], settings }
  expect(await app.transcriptions.add(adding)).toEqual({ ids: [one.id], rejected: [] })
  const repeated = { sources: [one, two], settings }
  expect(await app.transcriptions.add(repeated)).toEqual({ ids: [two.id], rejected: [] })
  // Both run at once, so that either request can arrive first.
  for (const _ of [one, two]) await (await service.next()).sendTranscript('Said.')
  for (const { id } of [one, two]) await waitForState(app, id, 'succeeded')
  expect(await app.transcriptions.add(repeated)).toEqual({ ids: [], rejected: [] })
})

test('adds the audio files, and rejects by name a text, an empty file and a missing file', async () => {
  const { app, service } = await openTestWorkspace()
  const names = ['a.wav', 'b.wav']
  const audio = await Promise.all(names.map((name, index) => storeAudio(app, name, index + 1)))
  const text = await app.media.store(Buffer.from('This is text, not audio.'), 'text/plain')
  const empty = await app.media.store(new Uint8Array(), 'audio/wav')
  const invalid = [
    { media: text.hash, mimeType: 'audio/mpeg', name: 'bad.mp3' },
    { media: empty.hash, mimeType: 'audio/wav', name: 'empty.wav' },
    { media: 'f'.repeat(64), mimeType: 'audio/wav', name: 'gone.wav' },
  ]
  const sources = [...audio.slice(0, 1), ...invalid, ...audio.slice(1)]
  const { ids, rejected } = await app.transcriptions.add({ sources, settings })
  expect([ids.length, rejected]).toEqual([
    2,
    [
      { name: 'bad.mp3', reason: expect.stringContaining('bad.mp3') },
      { name: 'empty.wav', reason: '“empty.wav” is empty.' },
      { name: 'gone.wav', reason: expect.any(String) },
    ],
  ])
  for (const _ of names) {
    const sent = await service.next()
    const { name } = await sent.readForm()
    sent.answer(200, { text: `Words of ${name}` })
  }
  for (const id of ids) await waitForState(app, id, 'succeeded')
  const previews = ids.map((id) => app.transcriptions.job({ id })?.preview)
  expect(previews).toEqual(names.map((name) => `Words of ${name}`))
})

test('a silent file becomes an empty transcript', async () => {
  const { app, service } = await openTestWorkspace()
  const id = await addAudio(app)
  await respondWith(service, '')
  expect(await waitForState(app, id, 'succeeded')).toMatchObject({ words: 0, preview: '', error: null })
  expect(app.transcriptions.read({ id })).toMatchObject({
    text: '',
    cuts: [{ at: 0, from: 0, to: about(1000) }],
  })
})

test('a rate-limited request is sent again after the delay that the service requests', async () => {
  const clock = openClock({ manual: true })
  const { app, service, id, sent } = await openSent({ timer: clock.timer, now: () => clock.now })
  sent.answer(429, { error: { message: 'Slow down' } }, { 'retry-after': '2' })
  const publish = (seconds: number) => `Slow down. Retrying in ${seconds} s.`
  expect(await waitForJob(app, id, ({ waiting }) => waiting === publish(2))).toMatchObject({
    state: 'sending',
    pieces: [{ state: 'waiting' }],
    error: null,
  })
  clock.fireNext()
  await waitForJob(app, id, ({ waiting }) => waiting === publish(1))
  expect(service.count()).toBe(1)
  clock.fireNext()
  await respondWith(service, 'Now.')
  expect(await waitForState(app, id, 'succeeded')).toMatchObject({ preview: 'Now.', waiting: null })
})

test.each([
  ['pause', 'paused'],
  ['cancel', 'cancelled'],
] as const)(
  '%s ends a wait for the service immediately, and nothing counts as sent',
  async (action, state) => {
    const clock = openClock({ manual: true })
    const { app, service, id, sent } = await openSent({ timer: clock.timer, now: () => clock.now })
    sent.answer(429, { error: { message: 'Slow down.' } }, { 'retry-after': '500' })
    await waitForJob(app, id, ({ waiting }) => waiting !== null)
    app.transcriptions[action]({ ids: [id] })
    if (action === 'pause') clock.fireNext()
    expect(await waitForState(app, id, state)).toMatchObject({
      pieces: [{ state: 'waiting' }],
      waiting: null,
    })
    expect(service.count()).toBe(1)
  },
)

test('the preview shows a streamed response, and the final text replaces it, even if the connection breaks then', async () => {
  const { app, id, sent } = await openSent({ streaming: true })
  const stream = streamTranscript(sent)
  stream.delta('Hel')
  await waitForJob(app, id, ({ preview }) => preview === 'Hel')
  stream.delta('lo')
  expect(await waitForJob(app, id, ({ preview }) => preview === 'Hello')).toMatchObject({ state: 'sending' })
  // Includes text that is not saved yet.
  expect(app.transcriptions.read({ id })).toMatchObject({ text: 'Hello', versions: [] })
  stream.done('Hello!')
  stream.fail()
  expect(await waitForState(app, id, 'succeeded')).toMatchObject({ preview: 'Hello!' })
})

test('a truncated stream interrupts the job, and its partial text can be read', async () => {
  const { app, id, sent } = await openSent({ streaming: true })
  const stream = streamTranscript(sent)
  stream.delta('Half of ')
  stream.delta('it')
  stream.fail()
  expect(await waitForState(app, id, 'interrupted')).toMatchObject({ preview: 'Half of it' })
  expect(app.transcriptions.read({ id })).toEqual({
    jobId: id,
    versionId: '',
    text: 'Half of it',
    cuts: [{ at: 0, from: 0, to: about(1000) }],
    versions: [],
  })
  await expect(app.transcriptions.edit({ id, text: 'No' })).rejects.toMatchObject({
    code: 'FAILED_PRECONDITION',
  })
})

test('a missing file fails the job without a request', async () => {
  const { app, service } = await openTestWorkspace({ settings: { jobs: atOnce(1) } })
  const first = await addAudio(app, 'first.wav', 1)
  const second = await addAudio(app, 'second.wav', 2)
  const { source } = app.transcriptions.job({ id: second }) ?? {}
  await app.media.remove(source?.media ?? '')
  await respondWith(service, 'First.')
  await waitForState(app, first, 'succeeded')
  expect(await waitForState(app, second, 'failed')).toMatchObject({
    error: { code: 'NOT_FOUND' },
    pieces: [],
  })
  expect(service.count()).toBe(1)
})

const atOnce = (transcriptionsAtOnce: number) => ({
  videosAtOnce: 3,
  transcriptionsAtOnce,
  pieceMegabytes: 25,
  pieceMinutes: 23,
})

test('runs as many jobs in parallel as the settings allow, in the order of the queue', async () => {
  const { app, service } = await openTestWorkspace({ settings: { jobs: atOnce(1) } })
  const ids: string[] = []
  for (const [index, name] of ['a.wav', 'b.wav', 'c.wav'].entries())
    ids.push(await addAudio(app, name, index + 1))
  const [a = '', b = '', c = ''] = ids
  app.transcriptions.move({ id: c, before: b })
  const first = await service.next()
  expect((await readSnapshot(app)).jobs.map(({ id, state }) => [id, state])).toEqual([
    [a, 'sending'],
    [c, 'queued'],
    [b, 'queued'],
  ])
  expect([service.count(), app.transcriptions.countOpen()]).toEqual([1, 3])
  await first.sendTranscript('A')
  expect((await (await service.next()).sendTranscript('C')).name).toBe('c.wav')
  await waitForState(app, c, 'succeeded')
  app.settings.update({ jobs: atOnce(2) })
  await addAudio(app, 'd.wav', 4)
  const both = [await service.next(), await service.next()]
  expect((await Promise.all(both.map((call) => call.readForm()))).map(({ name }) => name)).toEqual([
    'b.wav',
    'd.wav',
  ])
})

test('notifies listeners once of each job that has ended, except for cancelled ones', async () => {
  const { app, service } = await openTestWorkspace()
  const ended: string[] = []
  app.transcriptions.onEnded(({ job }) => ended.push(`${job.source.name} ${job.state}`))
  const good = await addAudio(app, 'good.wav', 1)
  await respondWith(service, 'Good.')
  await waitForState(app, good, 'succeeded')
  const bad = await addAudio(app, 'bad.wav', 2)
  ;(await service.next()).answer(500, { error: { message: 'No.' } })
  await waitForState(app, bad, 'failed')
  const cancelled = await addAudio(app, 'dropped.wav', 3)
  await service.next()
  app.transcriptions.cancel({ ids: [cancelled] })
  const last = await addAudio(app, 'last.wav', 4)
  await respondWith(service, 'Last.')
  await waitForState(app, last, 'succeeded')
  expect(ended).toEqual(['good.wav succeeded', 'bad.wav failed', 'last.wav succeeded'])
})
