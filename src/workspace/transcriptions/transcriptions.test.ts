// A sound on its way to text: what is sent, what is kept, and what becomes of it when anything goes wrong.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toneWav } from '#gateway/testing/tone.fixture'
import { listComplete } from '../library/library.fixture'
import {
  addAudio,
  openTranscriptionWorkspace,
  readSnapshot,
  settings,
  storeAudio,
  untilJob,
  untilState,
} from './transcriptions.fixture'

/** Milliseconds, to the next. */
const about = (milliseconds: number) => expect.closeTo(milliseconds, -1)

test('a whole sound goes out as a form under its right ending, and comes back as a transcript in the Library', async () => {
  const { app, service } = await openTranscriptionWorkspace()
  const source = await storeAudio(app, 'My talk.mp3', 2)
  const { ids, rejected } = await app.transcriptions.add({ sources: [source], settings })
  const id = ids[0] ?? ''
  const sent = await service.next()
  expect([sent.call.method, sent.call.path]).toEqual(['POST', '/v1/audio/transcriptions'])
  expect(await sent.say(' Hello there. ')).toEqual({
    fields: { model: 'gen-4o-transcribe' },
    order: ['model', 'file'],
    name: 'My talk.wav',
    mimeType: 'audio/wav',
    bytes: toneWav(2),
  })
  const job = await untilState(app, id, 'succeeded')
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

test('what is set is sent, before the file', async () => {
  const { app, service } = await openTranscriptionWorkspace()
  const asked = { ...settings, language: 'de', prompt: 'Namen: Özil', temperature: 0, streaming: true }
  await app.transcriptions.add({ sources: [await storeAudio(app)], settings: asked })
  expect(await (await service.next()).readForm()).toMatchObject({
    fields: {
      model: 'gen-4o-transcribe',
      language: 'de',
      prompt: 'Namen: Özil',
      temperature: '0',
      stream: 'true',
    },
    order: ['model', 'language', 'prompt', 'temperature', 'stream', 'file'],
  })
})

test('of five files with one that is no sound the four are taken, and the other is told by name', async () => {
  const { app, service } = await openTranscriptionWorkspace()
  const names = ['a.wav', 'b.wav', 'c.wav', 'd.wav']
  const sounds = await Promise.all(names.map((name, index) => storeAudio(app, name, index + 1)))
  const text = await app.media.keep(Buffer.from('These are words, not sound.'), 'text/plain')
  const bad = { media: text.hash, mimeType: 'audio/mpeg', name: 'bad.mp3' }
  const sources = [...sounds.slice(0, 2), bad, ...sounds.slice(2)]
  const { ids, rejected } = await app.transcriptions.add({ sources, settings })
  expect([ids.length, rejected]).toEqual([
    4,
    [{ name: 'bad.mp3', reason: expect.stringContaining('bad.mp3') }],
  ])
  for (const _ of names) {
    const sent = await service.next()
    const { name } = await sent.readForm()
    sent.answer(200, { text: `Words of ${name}` })
  }
  for (const id of ids) await untilState(app, id, 'succeeded')
  const previews = ids.map((id) => app.transcriptions.job({ id })?.preview)
  expect(previews).toEqual(names.map((name) => `Words of ${name}`))
})

test('a file without bytes, and one that is not there, are refused by name', async () => {
  const { app } = await openTranscriptionWorkspace()
  const empty = await app.media.keep(new Uint8Array(), 'audio/wav')
  const { ids, rejected } = await app.transcriptions.add({
    sources: [
      { media: empty.hash, mimeType: 'audio/wav', name: 'empty.wav' },
      { media: 'f'.repeat(64), mimeType: 'audio/wav', name: 'gone.wav' },
    ],
    settings,
  })
  expect([ids, rejected]).toEqual([
    [],
    [
      { name: 'empty.wav', reason: '“empty.wav” is empty.' },
      { name: 'gone.wav', reason: expect.any(String) },
    ],
  ])
})

test('a silent file becomes an empty transcript, and not a failure', async () => {
  const { app, service } = await openTranscriptionWorkspace()
  const id = await addAudio(app)
  await (await service.next()).say('')
  expect(await untilState(app, id, 'succeeded')).toMatchObject({ words: 0, preview: '', error: null })
  expect(app.transcriptions.read({ id })).toMatchObject({
    text: '',
    cuts: [{ at: 0, from: 0, to: about(1000) }],
  })
})

test('a refusal ends it with what was said, when to try again included; trying again asks anew', async () => {
  const { app, service } = await openTranscriptionWorkspace()
  const id = await addAudio(app)
  const sent = await service.next()
  await sent.readForm()
  sent.answer(429, { error: { message: 'Slow down.' } }, { 'retry-after': '900' })
  expect(await untilState(app, id, 'failed')).toMatchObject({
    error: { code: 'RESOURCE_EXHAUSTED', message: 'Slow down.', retryAfter: 900 },
    pieces: [{ state: 'failed', sent: 0 }],
    exchangeId: 'exchange-1',
  })
  expect(service.count()).toBe(1)
  app.transcriptions.retry({ ids: [id] })
  await (await service.next()).say('Now.')
  expect(await untilState(app, id, 'succeeded')).toMatchObject({ preview: 'Now.', error: null })
})

/** Rings one by one, and the time is then what it would have been. */
function openSlowClock() {
  const waits: { at: number; act: () => void }[] = []
  let time = 1000
  return {
    now: () => time,
    timer(milliseconds: number, act: () => void) {
      const wait = { at: time + milliseconds, act }
      waits.push(wait)
      return () => void waits.splice(waits.indexOf(wait) >>> 0, 1)
    },
    ring() {
      const [next] = waits.splice(0, 1)
      if (!next) throw new Error('Nobody waits.')
      time = Math.max(time, next.at)
      next.act()
    },
  }
}

test('one call too many is made again after the time that the service asks for, and nothing fails', async () => {
  const clock = openSlowClock()
  const { app, service } = await openTranscriptionWorkspace(clock)
  const id = await addAudio(app)
  const sent = await service.next()
  await sent.readForm()
  sent.answer(429, { error: { message: 'Slow down' } }, { 'retry-after': '2' })
  const publish = (seconds: number) => `Slow down. Retrying in ${seconds} s.`
  expect(await untilJob(app, id, ({ waiting }) => waiting === publish(2))).toMatchObject({
    state: 'sending',
    pieces: [{ state: 'waiting' }],
    error: null,
  })
  clock.ring()
  await untilJob(app, id, ({ waiting }) => waiting === publish(1))
  expect(service.count()).toBe(1)
  clock.ring()
  await (await service.next()).say('Now.')
  expect(await untilState(app, id, 'succeeded')).toMatchObject({ preview: 'Now.', waiting: null })
})

test.each([
  ['pause', 'paused'],
  ['cancel', 'cancelled'],
] as const)(
  'while it waits for the service, %s ends that at once, and nothing counts as sent',
  async (verb, state) => {
    const clock = openSlowClock()
    const { app, service } = await openTranscriptionWorkspace(clock)
    const id = await addAudio(app)
    const sent = await service.next()
    await sent.readForm()
    sent.answer(429, { error: { message: 'Slow down.' } }, { 'retry-after': '500' })
    await untilJob(app, id, ({ waiting }) => waiting !== null)
    app.transcriptions[verb]({ ids: [id] })
    if (verb === 'pause') clock.ring()
    expect(await untilState(app, id, state)).toMatchObject({ pieces: [{ state: 'waiting' }], waiting: null })
    expect(service.count()).toBe(1)
  },
)

test('a connection that breaks before the answer leaves it interrupted, and it is not sent again by itself', async () => {
  const { app, service } = await openTranscriptionWorkspace()
  const id = await addAudio(app)
  const sent = await service.next()
  await sent.readForm()
  sent.breakOff()
  expect(await untilState(app, id, 'interrupted')).toMatchObject({
    error: { message: 'No response: The connection broke.' },
    pieces: [{ state: 'interrupted' }],
  })
  const other = await addAudio(app, 'other.wav', 2)
  await (await service.next()).say('Other.')
  await untilState(app, other, 'succeeded')
  expect(service.count()).toBe(2)
})

test('a streamed answer grows in the preview, and the text that ends it counts', async () => {
  const { app, service } = await openTranscriptionWorkspace()
  const { ids } = await app.transcriptions.add({
    sources: [await storeAudio(app)],
    settings: { ...settings, streaming: true },
  })
  const id = ids[0] ?? ''
  const sent = await service.next()
  await sent.readForm()
  const stream = sent.stream()
  stream.delta('Hel')
  await untilJob(app, id, ({ preview }) => preview === 'Hel')
  stream.delta('lo')
  expect(await untilJob(app, id, ({ preview }) => preview === 'Hello')).toMatchObject({ state: 'sending' })
  // Also what no row holds yet.
  expect(app.transcriptions.read({ id })).toMatchObject({ text: 'Hello', versions: [] })
  stream.done('Hello!')
  stream.end()
  expect(await untilState(app, id, 'succeeded')).toMatchObject({ preview: 'Hello!' })
})

test('a stream that is cut off is interrupted, and what had come can be read', async () => {
  const { app, service } = await openTranscriptionWorkspace()
  const { ids } = await app.transcriptions.add({
    sources: [await storeAudio(app)],
    settings: { ...settings, streaming: true },
  })
  const id = ids[0] ?? ''
  const sent = await service.next()
  await sent.readForm()
  const stream = sent.stream()
  stream.delta('Half of ')
  stream.delta('it')
  stream.breakOff()
  expect(await untilState(app, id, 'interrupted')).toMatchObject({ preview: 'Half of it' })
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

test('a sound whose file is gone fails with a sentence, and costs no call', async () => {
  const { app, service } = await openTranscriptionWorkspace({ settings: { jobs: atOnce(1) } })
  const first = await addAudio(app, 'first.wav', 1)
  const second = await addAudio(app, 'second.wav', 2)
  const { source } = app.transcriptions.job({ id: second }) ?? {}
  await app.media.remove(source?.media ?? '')
  await (await service.next()).say('First.')
  await untilState(app, first, 'succeeded')
  expect(await untilState(app, second, 'failed')).toMatchObject({ error: { code: 'NOT_FOUND' }, pieces: [] })
  expect(service.count()).toBe(1)
})

const atOnce = (transcriptionsAtOnce: number) => ({
  videosAtOnce: 3,
  transcriptionsAtOnce,
  pieceMegabytes: 25,
  pieceMinutes: 23,
})

test('as many are under way at once as the settings say, in the order of the queue', async () => {
  const { app, service } = await openTranscriptionWorkspace({ settings: { jobs: atOnce(1) } })
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
  await first.say('A')
  expect((await (await service.next()).say('C')).name).toBe('c.wav')
  await untilState(app, c, 'succeeded')
  app.settings.update({ jobs: atOnce(2) })
  await addAudio(app, 'd.wav', 4)
  const both = [await service.next(), await service.next()]
  expect((await Promise.all(both.map((call) => call.readForm()))).map(({ name }) => name)).toEqual([
    'b.wav',
    'd.wav',
  ])
})

test('those who listen are told once of each that has ended by itself, and not of one that was cancelled', async () => {
  const { app, service } = await openTranscriptionWorkspace()
  const told: string[] = []
  app.transcriptions.onEnded(({ job }) => told.push(`${job.source.name} ${job.state}`))
  const good = await addAudio(app, 'good.wav', 1)
  await (await service.next()).say('Good.')
  await untilState(app, good, 'succeeded')
  const bad = await addAudio(app, 'bad.wav', 2)
  ;(await service.next()).answer(500, { error: { message: 'No.' } })
  await untilState(app, bad, 'failed')
  const dropped = await addAudio(app, 'dropped.wav', 3)
  await service.next()
  app.transcriptions.cancel({ ids: [dropped] })
  const last = await addAudio(app, 'last.wav', 4)
  await (await service.next()).say('Last.')
  await untilState(app, last, 'succeeded')
  expect(told).toEqual(['good.wav succeeded', 'bad.wav failed', 'last.wav succeeded'])
})
