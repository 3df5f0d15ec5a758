// The end of every run: work whose last save fails keeps running until it is saved, and what is saved survives a loss of power.
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { connect } from './database/connection'
import { makeSet, openEmbeddingWorkspace, untilIdle, vendor } from './embeddings/embeddings.fixture'
import { draw, filesIn, hashOf, imageParameters, listComplete, pictureOf } from './library/library.fixture'
import { makePng } from './library/make-png.fixture'
import {
  addAudio,
  openTranscriptionWorkspace,
  waitForJob,
  waitForState,
} from './transcriptions/transcriptions.fixture'
import { openWorkspace } from './workspace'
import {
  openTestWorkspace,
  parameters,
  read,
  respondNext,
  startAnswer,
  stop,
  type TestWorkspace,
  waitUntil,
  waitUntilIdle,
  watch,
} from './workspace.fixture'

const diskFull = "CREATE TRIGGER full BEFORE UPDATE ON turns BEGIN SELECT RAISE(ABORT, 'no room'); END"

function inDatabase(folder: string, sql: string): void {
  const direct = connect(join(folder, 'workspace.db'))
  direct.exec(sql)
  direct.close()
}

const recordsIn = (folder: string) => {
  const records = join(folder, 'rescue', 'records')
  return existsSync(records) ? readdirSync(records) : []
}

/** Completes a response while the database rejects updates of turns. */
async function respondUnsaved({ app, gateway, folder }: TestWorkspace) {
  const { request, ...sent } = await startAnswer({ app, gateway })
  const viewer = watch(app, sent.conversationId)
  inDatabase(folder, diskFull)
  await request.complete({ text: 'The whole response.' })
  await expect.poll(() => app.saves.list().pending).toMatchObject([{ owner: sent.turnId, rescued: true }])
  return { ...sent, viewer }
}

test('an unsaved response keeps running, is shown completely, and is saved by a retry', async () => {
  const workspace = await openTestWorkspace()
  const { app, folder } = workspace
  const { conversationId, turnId, viewer } = await respondUnsaved(workspace)
  const { turns, conversation } = await waitUntil(viewer, (view) => view.turns[1]?.state === 'complete')
  expect(turns[1]).toMatchObject({ parts: [{ text: 'The whole response.' }], error: null })
  expect([conversation.running, app.countRunning()]).toEqual([true, 1])
  expect(app.saves.list().pending).toEqual([
    { owner: turnId, message: expect.stringContaining('no room'), rescued: true },
  ])

  inDatabase(folder, 'DROP TRIGGER full')
  app.saves.retryNow()
  await waitUntilIdle(app, conversationId)
  expect([app.saves.list().pending, recordsIn(folder), app.countRunning()]).toEqual([[], [], 0])
  const other = await openWorkspace({ folder, send: workspace.gateway.send })
  onTestFinished(() => other.close())
  expect((await read(other, conversationId)).turns[1]).toMatchObject({
    state: 'complete',
    parts: [{ text: 'The whole response.' }],
  })
})

test('a prompt after an unsaved response is rejected with the reason, or waits in the queue', async () => {
  const workspace = await openTestWorkspace()
  const { app, gateway, folder } = workspace
  const { conversationId, turnId } = await respondUnsaved(workspace)
  const next = { conversationId, parts: [{ text: 'And then?' }], parameters }
  expect(() => app.chat.send(next)).toThrow('The last response isn’t saved yet. Choose Retry save')
  expect(() => app.chat.regenerate({ conversationId, turnId })).toThrow('isn’t saved yet')
  app.chat.queue(next)
  expect((await read(app, conversationId)).turns).toHaveLength(2)

  inDatabase(folder, 'DROP TRIGGER full')
  app.saves.retryNow()
  const { body } = await respondNext(gateway, { text: 'Then this.' })
  expect(body.contents.map(({ parts }) => parts)).toEqual([
    [{ text: 'Go.' }],
    [{ text: 'The whole response.' }],
    [{ text: 'And then?' }],
  ])
  await waitUntilIdle(app, conversationId)
})

test('saves a response although another process has the write lock when it ends', async () => {
  const { app, gateway, folder } = await openTestWorkspace()
  const { conversationId } = app.chat.send({ conversationId: null, parts: [{ text: 'Go.' }], parameters })
  const viewer = watch(app, conversationId)
  const request = await gateway.next()
  request.respond()
  await request.sendText('The whole response.')
  const other = connect(join(folder, 'workspace.db'))
  other.exec('BEGIN IMMEDIATE')
  void request.sendChunk(stop)
  request.end()
  await waitUntil(viewer, ({ turns }) => turns[1]?.state === 'complete')
  expect(viewer.view?.conversation.running).toBe(true)
  other.exec('ROLLBACK')
  other.close()
  app.saves.retryNow()
  const { turns } = await waitUntil(viewer, ({ conversation }) => !conversation.running)
  expect(turns[1]).toMatchObject({ state: 'complete', parts: [{ text: 'The whole response.' }] })
}, 60_000)

test('files and turns are consistent if an answer is stopped at any time while an image is saved', async () => {
  const { app, gateway, folder } = await openTestWorkspace()
  const referenced: string[] = []
  for (let moment = 0; moment < 12; moment += 1) {
    const sent = app.chat.send({
      conversationId: null,
      parts: [{ text: 'Draw.' }],
      parameters: imageParameters,
    })
    const request = await gateway.next()
    request.respond()
    void request.sendChunk({ candidates: [{ content: { parts: [pictureOf(makePng(64, 48, moment))] } }] })
    // Stops after more turns of the event loop each time: before, during and after writing the file.
    for (let turn = 0; turn < moment; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    app.chat.stop(sent)
    const { turns } = await waitUntilIdle(app, sent.conversationId)
    expect(turns[1]?.state).toBe('stopped')
    for (const { inlineData } of turns[1]?.parts ?? []) referenced.push(`${inlineData?.media}.png`)
  }
  await app.close()
  expect(filesIn(join(folder, 'media')).filter((name) => name.endsWith('.png'))).toEqual(referenced.sort())
  // Covers stops before and after the file is written.
  expect(referenced.length).toBeGreaterThan(0)
  expect(referenced.length).toBeLessThan(12)
})

test('an image received while the app quits is in its turn after the next start', async () => {
  const { app, gateway, folder, options } = await openTestWorkspace()
  const image = makePng(64, 48, 99)
  const sent = app.chat.send({
    conversationId: null,
    parts: [{ text: 'Draw.' }],
    parameters: imageParameters,
  })
  const request = await gateway.next()
  request.respond()
  void request.sendChunk({ candidates: [{ content: { parts: [pictureOf(image)] } }] })
  await expect.poll(() => readdirSync(join(folder, 'media')).length, { interval: 0 }).toBeGreaterThan(0)
  await app.close()
  const reopened = await openWorkspace(options)
  onTestFinished(() => reopened.close())
  const { turns } = await read(reopened, sent.conversationId)
  expect(turns[1]).toMatchObject({
    state: 'interrupted',
    parts: [{ inlineData: { media: hashOf(image) } }],
  })
  expect((await reopened.media.list()).map(({ hash }) => hash)).toEqual([hashOf(image)])
  expect((await listComplete(reopened, { kinds: ['image'] })).map(({ media }) => media)).toEqual([
    hashOf(image),
  ])
})

test('an image that the Library cannot list is saved with its answer once it can', async () => {
  const workspace = await openTestWorkspace()
  const { app, folder } = workspace
  const options = { parameters: imageParameters }
  const { conversationId, turnId, request } = await startAnswer(workspace, options)
  inDatabase(folder, diskFull.replace('UPDATE ON turns', 'INSERT ON items'))
  await request.complete(pictureOf(makePng(64, 48, 1)))
  await expect.poll(() => app.saves.list().pending).toMatchObject([{ owner: turnId, rescued: true }])
  expect((await read(app, conversationId)).turns[1]?.state).toBe('complete')
  inDatabase(folder, 'DROP TRIGGER full')
  app.saves.retryNow()
  expect((await waitUntilIdle(app, conversationId)).turns[1]?.state).toBe('complete')
  expect(await listComplete(app, { kinds: ['image'] })).toHaveLength(1)
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

/** Records the `synchronous` mode of each commit from now on. */
function watchCommits(): string[] {
  const commits: string[] = []
  let synchronous = 'NORMAL'
  const { exec } = Libsql.prototype
  vi.spyOn(Libsql.prototype, 'exec').mockImplementation(function (this: Libsql.Database, sql: string) {
    synchronous = /PRAGMA synchronous = (\w+)/.exec(sql)?.[1] ?? synchronous
    if (sql === 'COMMIT') commits.push(synchronous)
    return exec.call(this, sql)
  })
  return commits
}

afterEach(() => vi.restoreAllMocks())

test('the end of a chat response is durable', async () => {
  const { app, gateway } = await openTestWorkspace()
  const sent = app.chat.send({ conversationId: null, parts: [{ text: 'Go.' }], parameters })
  const commits = watchCommits()
  await respondNext(gateway, { text: 'Gone.' })
  await waitUntilIdle(app, sent.conversationId)
  expect(commits.at(-1)).toBe('FULL')
})

test('the end of an image is durable', async () => {
  const workspace = await openTestWorkspace()
  const commits = watchCommits()
  await draw(workspace, { prompt: 'A fox', answer: [pictureOf(makePng(64, 48, 10))] })
  // The first one is the prompt's.
  expect(commits.filter((kind) => kind === 'FULL')).toHaveLength(2)
})

test('the end of an embedding run is durable, and every 100 rows of it', async () => {
  const workspace = await openEmbeddingWorkspace({ settings: vendor })
  const { app, service } = workspace
  service.answerWith((request) => {
    const { requests } = request.body as { requests: unknown[] }
    request.sendVectors(...requests.map((_, index) => [index, 1]))
  })
  const id = await makeSet(
    workspace,
    Array.from({ length: 250 }, (_, index) => `Text ${index}`),
  )
  const commits = watchCommits()
  await app.embeddings.run({ id })
  await untilIdle(workspace, id)
  expect(commits.filter((kind) => kind === 'FULL')).toHaveLength(3)
})

test('the text of each transcribed piece is durable', async () => {
  const { app, service } = await openTranscriptionWorkspace()
  const id = await addAudio(app)
  const sent = await service.next()
  const commits = watchCommits()
  await sent.sendText('Paid for.')
  await waitForState(app, id, 'succeeded')
  // The text of the piece, then the transcript.
  expect(commits.filter((kind) => kind === 'FULL').length).toBeGreaterThanOrEqual(2)
})
