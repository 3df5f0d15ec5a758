// Transcriptions after the program is killed in each state: unsent work continues, and nothing is billed twice.
import { once } from 'node:events'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { bundleProgram, startProgram } from '../bundled-program.fixture'
import { connect } from '../database/connection'
import { makeFolder } from '../workspace.fixture'
import {
  addAudio,
  minutes,
  openTranscriptionWorkspace,
  waitForJob,
  waitForState,
} from './transcriptions.fixture'

let program = ''

beforeAll(async () => {
  program = await bundleProgram(new URL('./killed-transcription.fixture.ts', import.meta.url))
}, 60_000)

/** Runs the program up to the stage, kills it, and opens its workspace. */
async function openKilled(stage: string) {
  const folder = makeFolder()
  const child = startProgram(program, folder, stage)
  const [line] = await once(child.stdout, 'data')
  const ids: { busy: string; queued: string; paused: string } = JSON.parse(String(line))
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  const workspace = await openTranscriptionWorkspace({ folder })
  return { ...workspace, ...ids, texts: workspace.app.transcriptions }
}

const callsOf = (folder: string) => {
  try {
    return readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n').length
  } catch {
    return 0
  }
}

test.each(['sending', 'pausing'])(
  'killed while %s: interrupted, not sent again; the queued job runs, the paused one stays',
  async (stage) => {
    const { app, texts, service, folder, busy, queued, paused } = await openKilled(stage)
    expect(texts.job({ id: busy })).toMatchObject({
      state: 'interrupted',
      pausing: false,
      pieces: [{ state: 'interrupted' }],
      error: { code: 'ABORTED', message: expect.stringContaining('Gen Playground closed') },
    })
    expect(texts.job({ id: paused })).toMatchObject({ state: 'paused' })
    expect((await (await service.next()).sendText('Queued.')).name).toBe('queued.wav')
    await waitForState(app, queued, 'succeeded')
    expect([callsOf(folder), service.count()]).toEqual([1, 1])
    texts.retry({ ids: [busy] })
    expect((await (await service.next()).sendText('Again.')).name).toBe('busy.wav')
    expect(await waitForState(app, busy, 'succeeded')).toMatchObject({ preview: 'Again.' })
    texts.resume({ ids: [paused] })
    await (await service.next()).sendText('Paused.')
    await waitForState(app, paused, 'succeeded')
  },
  60_000,
)

test('killed during a streamed response: all but the last second is saved', async () => {
  const { texts, busy } = await openKilled('streaming')
  const { state, preview = '' } = texts.job({ id: busy }) ?? {}
  const numbers = preview.trim().split(' ')
  expect([state, numbers]).toEqual(['interrupted', numbers.map((_, index) => String(index))])
}, 60_000)

test('killed with a piece done: the piece is not requested again', async () => {
  const { app, texts, service, folder, busy, queued } = await openKilled('second')
  const job = texts.job({ id: busy })
  expect([job?.state, job?.preview, job?.pieces.map(({ state }) => state)]).toEqual([
    'interrupted',
    'First.',
    ['done', 'interrupted'],
  ])
  await (await service.next()).sendText('Queued.')
  await waitForState(app, queued, 'succeeded')
  texts.retry({ ids: [busy] })
  expect((await (await service.next()).sendText('Second.')).name).toBe('busy (2 of 2).wav')
  expect(await waitForState(app, busy, 'succeeded')).toMatchObject({ preview: 'First. Second.' })
  expect([callsOf(folder), service.count()]).toEqual([2, 2])
}, 60_000)

test('killed while preparing: nothing was sent, and the job continues automatically', async () => {
  const { app, service, folder, busy } = await openKilled('preparing')
  const { source } = await waitForJob(app, busy, ({ waiting }) => waiting !== null)
  app.loudness.fail(source.media, 'Nobody can.')
  expect((await (await service.next()).sendText('First.')).name).toBe('busy (1 of 2).wav')
  await (await service.next()).sendText('Second.')
  await waitForState(app, busy, 'succeeded')
  expect(callsOf(folder)).toBe(0)
}, 60_000)

/** Writes a row as a program leaves it when it is killed between two requests. */
function writeRow(folder: string, id: string, change: (progress: { pieces: object[] }) => void) {
  const onDisk = connect(join(folder, 'workspace.db'))
  const row = onDisk.get<{ progress: string }>('SELECT progress FROM jobs WHERE id = ?', [id])
  const progress = JSON.parse(row?.progress ?? '')
  change(progress)
  const sql = "UPDATE jobs SET state = 'sending', progress = ?, open = 1, ended_at = NULL WHERE id = ?"
  onDisk.run(sql, [JSON.stringify(progress), id])
  onDisk.close()
}

async function closeWithPaused() {
  const { app, service, folder } = await openTranscriptionWorkspace({ settings: minutes })
  const id = await addAudio(app, 'long.wav', 80)
  const { source } = await waitForJob(app, id, ({ waiting }) => waiting !== null)
  app.loudness.fail(source.media, 'Nobody can.')
  const first = await service.next()
  app.transcriptions.pause({ ids: [id] })
  await first.sendText('First.')
  await waitForState(app, id, 'paused')
  await app.close()
  return { folder, id }
}

test('killed between two pieces: continues with the next', async () => {
  const { folder, id } = await closeWithPaused()
  writeRow(folder, id, () => {})
  const { app, service } = await openTranscriptionWorkspace({ folder })
  expect((await (await service.next()).sendText('Second.')).name).toBe('long (2 of 2).wav')
  expect(await waitForState(app, id, 'succeeded')).toMatchObject({ preview: 'First. Second.' })
})

test('killed before the transcript was saved: it is saved without a request', async () => {
  const { folder, id } = await closeWithPaused()
  writeRow(folder, id, ({ pieces }) => {
    for (const [index, piece] of pieces.entries())
      Object.assign(piece, { state: 'done', text: `Words ${index}.` })
  })
  const { app, service } = await openTranscriptionWorkspace({ folder })
  expect(await waitForState(app, id, 'succeeded')).toMatchObject({ preview: 'Words 0. Words 1.' })
  expect([service.count(), app.transcriptions.read({ id })?.versions.length]).toEqual([0, 1])
})

test('a damaged row does not block other jobs', async () => {
  const { folder, id } = await closeWithPaused()
  writeRow(folder, id, (progress) => Object.assign(progress, { pieces: 'none' }))
  const { app, service } = await openTranscriptionWorkspace({ folder })
  const other = await addAudio(app, 'other.wav', 2)
  await (await service.next()).sendText('Other.')
  await waitForState(app, other, 'succeeded')
  expect(app.transcriptions.job({ id })).toBeNull()
})

test('closing during a request aborts it, and interrupts the job', async () => {
  const { app, service, folder } = await openTranscriptionWorkspace()
  const id = await addAudio(app)
  const sent = await service.next()
  await sent.readForm()
  await app.close()
  expect(sent.request.signal.aborted).toBe(true)
  const reopened = await openTranscriptionWorkspace({ folder })
  expect(reopened.app.transcriptions.job({ id })).toMatchObject({
    state: 'interrupted',
    error: { message: expect.stringContaining('Gen Playground closed') },
  })
  expect(reopened.service.count()).toBe(0)
})

test('the start finds open jobs by an index, and reads no ended ones', async () => {
  const { app, service, folder } = await openTranscriptionWorkspace()
  const id = await addAudio(app)
  await (await service.next()).sendText('Words.')
  await waitForState(app, id, 'succeeded')
  await app.close()
  const onDisk = connect(join(folder, 'workspace.db'))
  const plan = onDisk.all<{ detail: string }>(
    "EXPLAIN QUERY PLAN SELECT id FROM jobs WHERE kind = 'transcription' AND open = 1 ORDER BY position",
  )
  onDisk.close()
  expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining('jobs_open')])
})

test('a transcript that no folder can store is saved once it can, and is not requested again', async () => {
  const { app, service, folder } = await openTranscriptionWorkspace()
  const id = await addAudio(app)
  const sent = await service.next()
  await sent.readForm()
  // Files in the places of both folders block even root.
  const media = join(folder, 'media')
  renameSync(media, `${media} elsewhere`)
  for (const path of [media, join(folder, 'rescue')]) writeFileSync(path, 'in the way')
  sent.respond(200, { text: 'Billed words.' })
  await waitForJob(app, id, ({ waiting }) => waiting?.startsWith('The response isn’t saved yet.') === true)
  for (const path of [media, join(folder, 'rescue')]) rmSync(path)
  renameSync(`${media} elsewhere`, media)
  app.saves.retryNow()
  expect(await waitForState(app, id, 'succeeded')).toMatchObject({ preview: 'Billed words.' })
  expect(service.count()).toBe(1)
})
