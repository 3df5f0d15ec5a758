// Sending long audio in pieces: cuts, errors, retries, pauses and cancellation.
import { expect, test } from 'vitest'
import { encodeLoudness } from '#shared/audio/loudness'
import type { TranscriptionJob } from '#shared/schemas/transcription-job'
import { databaseIn } from '../database/database'
import { holdLock } from '../database/lock-holder.fixture'
import { listComplete } from '../library/library.fixture'
import { openTestWorkspace } from '../workspace.fixture'
import {
  addAudio,
  failLoudness,
  minutes,
  readSnapshot,
  respondWith,
  settings,
  storeAudio,
  waitForJob,
  waitForState,
} from './transcriptions.fixture'

/** Adds two and a half minutes, in pieces of less than one, with unknown silences. */
async function addLong() {
  const workspace = await openTestWorkspace({ settings: minutes })
  failLoudness(workspace.app)
  const id = await addAudio(workspace.app, 'long.wav', 150)
  return { ...workspace, id, ids: [id] }
}

const statesOf = ({ pieces }: TranscriptionJob) => pieces.map(({ state }) => state)
const secondsOf = (bytes: Buffer) => Math.round((bytes.length - 44) / 32_000)

test('sends pieces in order, named after the file, and joins their texts without repeated words', async () => {
  const { app, service, id } = await addLong()
  const forms = await respondWith(service, 'One two three four.', 'Three four five six.', 'six seven')
  expect(forms.map(({ name }) => name)).toEqual([1, 2, 3].map((number) => `long (${number} of 3).wav`))
  // Each overlaps the one before by two seconds.
  expect(forms.reduce((sum, { bytes }) => sum + secondsOf(bytes), 0)).toBe(154)
  expect(await waitForState(app, id, 'succeeded')).toMatchObject({
    preview: 'One two three four five six seven',
  })
  const { cuts = [] } = app.transcriptions.read({ id }) ?? {}
  expect(cuts.map(({ at }) => at)).toEqual([0, 19, 28])
  expect([cuts[0]?.from, cuts[1]?.from, cuts[2]?.from]).toEqual([0, cuts[0]?.to, cuts[1]?.to])
  expect(service.count()).toBe(3)
})

test('cuts at silences, and shows that it waits for them', async () => {
  const { app, service } = await openTestWorkspace({ settings: minutes })
  const id = await addAudio(app, 'long.wav', 80)
  const waiting = await waitForJob(app, id, ({ waiting }) => waiting !== null)
  expect([waiting.state, waiting.waiting]).toEqual([
    'preparing',
    'Finding silences to split the file into chunks.',
  ])
  // Every fifth second is silent.
  const levels = Uint8Array.from({ length: 4000 }, (_, step) => (step % 250 < 50 ? 10 : 220))
  await app.loudness.save(
    waiting.source.media,
    encodeLoudness({ step: 20, seconds: 80, peaks: levels, levels }),
  )
  await respondWith(service, 'First.', 'Second.')
  const { pieces } = await waitForState(app, id, 'succeeded')
  expect(pieces.map(({ begins }) => begins)).toEqual(['start', 'silence'])
  expect(pieces[1]?.from).toBe(pieces[0]?.to)
  expect((pieces[1]?.from ?? 0) % 5000).toBeLessThan(1000)
})

test('skips long silences: sends only the rest, and its times stay right', async () => {
  const { app, service } = await openTestWorkspace()
  const skipping = { ...settings, skipSilences: true }
  const add = async (name: string, seconds: number, isSilent: (second: number) => boolean) => {
    const { ids } = await app.transcriptions.add({
      sources: [await storeAudio(app, name, seconds)],
      settings: skipping,
    })
    const [id = ''] = ids
    const { source } = await waitForJob(
      app,
      id,
      ({ waiting }) => waiting === 'Finding long silences to skip.',
    )
    const levels = Uint8Array.from({ length: seconds * 50 }, (_, step) =>
      isSilent(Math.floor(step / 50)) ? 0 : 220,
    )
    await app.loudness.save(source.media, encodeLoudness({ step: 20, seconds, peaks: levels, levels }))
    return id
  }
  // Ten silent seconds at the start, twenty in the middle, and four that are sent.
  const id = await add('gaps.wav', 80, (at) => at < 10 || (at >= 20 && at < 40) || (at >= 50 && at < 54))
  const forms = await respondWith(service, 'Before.', 'After it.')
  expect(forms.map(({ fields, name, bytes }) => [fields, name, bytes.length / 32_000])).toEqual([
    [{ model: settings.model }, 'gaps (1 of 2).wav', expect.closeTo(11, 0)],
    [{ model: settings.model }, 'gaps (2 of 2).wav', expect.closeTo(40.5, 0)],
  ])
  const { pieces, settings: used } = await waitForState(app, id, 'succeeded')
  const near = (milliseconds: number) => expect.closeTo(milliseconds, -2)
  expect([used, pieces]).toMatchObject([
    skipping,
    [
      { from: near(9500), to: near(20_500), begins: 'silence' },
      { from: near(39_500), to: near(80_000), begins: 'silence' },
    ],
  ])
  expect(app.transcriptions.read({ id })?.cuts).toMatchObject([{ from: near(9500) }, { from: near(39_500) }])
  const { text } = await app.transcriptions.format({ id, format: 'srt' })
  expect(text).toMatch(/^1\n00:00:(09|10).*Before\.\n\n2\n00:00:(39|4\d)/s)

  const silent = await add('silent.wav', 30, () => true)
  expect(await waitForState(app, silent, 'succeeded')).toMatchObject({ pieces: [], words: 0, preview: '' })
  expect(service.count()).toBe(2)
})

test('waits while another program has the database locked, then sends each piece once', async () => {
  const { app, service, folder } = await openTestWorkspace({ settings: minutes })
  const id = await addAudio(app, 'long.wav', 80)
  const { source } = await waitForJob(app, id, ({ waiting }) => waiting !== null)
  const holder = await holdLock(databaseIn(folder))
  app.loudness.fail(source.media, 'It cannot be decoded.')
  await expect.poll(() => app.database.lockedFile()).toBe(databaseIn(folder))
  expect(service.count()).toBe(0)
  await holder.release()
  await respondWith(service, 'First.', 'Second.')
  await waitForState(app, id, 'succeeded')
  expect(service.count()).toBe(2)
})

test.each(['an error response', 'a cancellation while waiting for the response'])(
  'after %s for a piece, a retry requests only missing pieces',
  async (cause) => {
    const { app, service, id, ids } = await addLong()
    await respondWith(service, 'First.')
    const second = await service.next()
    await second.readForm()
    if (cause === 'an error response') {
      second.answer(429, { error: { message: 'Later.' } }, { 'retry-after': '900' })
      const failed = await waitForState(app, id, 'failed')
      expect([statesOf(failed), failed.error, failed.exchangeId]).toEqual([
        ['done', 'failed', 'waiting'],
        { code: 'RESOURCE_EXHAUSTED', message: 'Later.', retryAfter: 900 },
        'exchange-1',
      ])
      expect(await readSnapshot(app)).toMatchObject({ total: 1, failed: 1 })
    } else {
      app.transcriptions.cancel({ ids })
      expect(second.request.signal.aborted).toBe(true)
      // It may have been billed.
      expect(statesOf(await waitForState(app, id, 'cancelled'))).toEqual(['done', 'interrupted', 'waiting'])
    }
    expect(app.transcriptions.job({ id })?.preview).toBe('First.')
    app.transcriptions.retry({ ids })
    expect((await respondWith(service, 'Second.', 'Third.')).map(({ name }) => name)).toEqual([
      'long (2 of 3).wav',
      'long (3 of 3).wav',
    ])
    expect(await waitForState(app, id, 'succeeded')).toMatchObject({ preview: 'First. Second. Third.' })
    expect(service.count()).toBe(4)
  },
)

test('pausing finishes the running piece, and resuming starts with the next', async () => {
  const { app, service, id, ids } = await addLong()
  const first = await service.next()
  app.transcriptions.pause({ ids })
  expect(await waitForJob(app, id, ({ pausing }) => pausing)).toMatchObject({ state: 'sending' })
  await first.sendTranscript('First.')
  const paused = await waitForState(app, id, 'paused')
  expect([statesOf(paused), paused.pausing, app.transcriptions.countOpen()]).toEqual([
    ['done', 'waiting', 'waiting'],
    false,
    0,
  ])
  const other = await addAudio(app, 'other.wav', 2)
  await respondWith(service, 'Other.')
  await waitForState(app, other, 'succeeded')
  app.transcriptions.resume({ ids })
  expect((await respondWith(service, 'Second.', 'Third.')).map(({ name }) => name)).toEqual([
    'long (2 of 3).wav',
    'long (3 of 3).wav',
  ])
  await waitForState(app, id, 'succeeded')
  expect(service.count()).toBe(4)
})

test('names every model that the pieces were sent to, in its exports and in the Library', async () => {
  const { app, service, id } = await addLong()
  for (const model of ['whisper-large-v3', 'whisper-large-v3', 'whisper-1'])
    await (await service.next()).sendTranscript('Text.', { 'x-upstream-model': model })
  const sentAs = ['whisper-large-v3', 'whisper-1']
  expect(await waitForState(app, id, 'succeeded')).toMatchObject({ sentAs })
  const exports = await Promise.all(
    (['json', 'markdown'] as const).map((format) => app.transcriptions.format({ id, format })),
  )
  expect(JSON.parse(exports[0]?.text ?? '')).toMatchObject({ model: 'gen-4o-transcribe', sentAs })
  expect(exports[1]?.text).toContain('- Model: gen-4o-transcribe → whisper-large-v3, whisper-1\n')
  const [item] = await listComplete(app)
  expect(await app.library.generationMetadata({ id: item?.id ?? '' })).toMatchObject({ sentAs })
})

test('resuming before the piece ends cancels the pause', async () => {
  const { app, service, id, ids } = await addLong()
  const first = await service.next()
  app.transcriptions.pause({ ids })
  app.transcriptions.resume({ ids })
  await first.sendTranscript('First.')
  await respondWith(service, 'Second.', 'Third.')
  await waitForState(app, id, 'succeeded')
})

test('a job that waits for silences can be paused, and requests them again when resumed', async () => {
  const { app, service } = await openTestWorkspace({ settings: minutes })
  const id = await addAudio(app, 'long.wav', 80)
  await waitForJob(app, id, ({ waiting }) => waiting !== null)
  app.transcriptions.pause({ ids: [id] })
  expect(await waitForState(app, id, 'paused')).toMatchObject({ pieces: [] })
  app.transcriptions.resume({ ids: [id] })
  failLoudness(app)
  await respondWith(service, 'First.', 'Second.')
  await waitForState(app, id, 'succeeded')
})

test('a job cancelled before the form is complete cannot have been billed', async () => {
  const { app, service, id, ids } = await addLong()
  const first = await service.next()
  await first.readChunks(5)
  const sent = await waitForJob(app, id, ({ pieces }) => (pieces[0]?.sent ?? 0) > 0)
  expect(sent.pieces[0]).toMatchObject({ state: 'sending', sent: 3 * 65_536 })
  app.transcriptions.cancel({ ids })
  expect(first.request.signal.aborted).toBe(true)
  expect(statesOf(await waitForState(app, id, 'cancelled'))).toEqual(['waiting', 'waiting', 'waiting'])
})

test('waits while another upstream is selected, names its own, and continues once it is selected again', async () => {
  const { app, service, id } = await addLong()
  const first = await service.next()
  app.settings.update({ upstream: { kind: 'vendor' } })
  await first.sendTranscript('First.')
  const waiting = await waitForJob(app, id, ({ state, waiting }) => state === 'queued' && waiting !== null)
  expect([waiting.waiting, service.count()]).toEqual([expect.stringContaining('Demo'), 1])
  const other = await addAudio(app, 'other.wav', 2)
  await respondWith(service, 'Other.')
  expect(await waitForState(app, other, 'succeeded')).toMatchObject({ upstream: { kind: 'vendor' } })
  app.settings.update({ upstream: { kind: 'demo' } })
  await respondWith(service, 'Second.', 'Third.')
  expect(await waitForState(app, id, 'succeeded')).toMatchObject({
    waiting: null,
    upstream: { kind: 'demo' },
  })
})

test('splits the remaining pieces if the limits are lowered', async () => {
  const { app, service, id, ids } = await addLong()
  await respondWith(service, 'First.')
  const second = await service.next()
  await second.readForm()
  second.answer(413, { error: { message: 'Too large.' } })
  await waitForState(app, id, 'failed')
  // A minute of this audio is 1.8 MB.
  app.settings.update({
    jobs: { ...minutes.jobs, videosAtOnce: 3, transcriptionsAtOnce: 2, pieceMinutes: 1, pieceMegabytes: 1 },
  })
  app.transcriptions.retry({ ids })
  const sizes: number[] = []
  const answering = (async () => {
    for (;;) for (const { bytes } of await respondWith(service, 'More.')) sizes.push(bytes.length)
  })()
  void answering
  const { pieces } = await waitForState(app, id, 'succeeded')
  expect(sizes.length).toBe(pieces.length - 1)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1_048_576 - 65_536)
  expect(
    pieces.every(({ from, to }, index) => index === 0 || from <= (pieces[index - 1]?.to ?? 0) || to === 0),
  ).toBe(true)
})
