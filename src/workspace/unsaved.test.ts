// The end of every run: work whose last save fails keeps running until it is saved, and what is saved survives a loss of power.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterEach, expect, test, vi } from 'vitest'
import { connect } from './database/connection'
import { makeSet, untilIdle, vendor } from './embeddings/embeddings.fixture'
import { filesIn, hashOf, imageParameters, listComplete, makePng, pictureOf } from './library/library.fixture'
import { stop } from './scripted-service.fixture'
import { openSent, waitForState } from './transcriptions/transcriptions.fixture'
import {
  openTestWorkspace,
  parameters,
  read,
  rejectWrites,
  respondNext,
  startAnswer,
  type TestWorkspace,
  waitUntil,
  waitUntilIdle,
  watch,
} from './workspace.fixture'

const recordsIn = (folder: string) => {
  const records = join(folder, 'rescue', 'records')
  return existsSync(records) ? readdirSync(records) : []
}

/** Completes a response while the database rejects updates of turns. */
async function respondUnsaved({ app, service, folder }: TestWorkspace) {
  const { request, ...sent } = await startAnswer({ app, service })
  const viewer = watch(app, sent.conversationId)
  const makeRoom = rejectWrites(folder, 'UPDATE ON turns')
  await request.complete({ text: 'The whole response.' })
  await expect.poll(() => app.saves.list().pending).toMatchObject([{ owner: sent.turnId, rescued: true }])
  return { ...sent, viewer, makeRoom }
}

test('an unsaved response keeps running, is shown completely, and is saved by a retry', async () => {
  const { app, folder, workspace } = await openTestWorkspace()
  const { conversationId, turnId, viewer, makeRoom } = await respondUnsaved(workspace)
  const { turns, conversation } = await waitUntil(viewer, (view) => view.turns[1]?.state === 'complete')
  expect(turns[1]).toMatchObject({ parts: [{ text: 'The whole response.' }], error: null })
  expect([conversation.running, app.countRunning()]).toEqual([true, 1])
  expect(app.saves.list().pending).toEqual([
    { owner: turnId, message: expect.stringContaining('no room'), rescued: true },
  ])

  makeRoom()
  app.saves.retryNow()
  await waitUntilIdle(app, conversationId)
  expect([app.saves.list().pending, recordsIn(folder), app.countRunning()]).toEqual([[], [], 0])
  const other = await openTestWorkspace({ folder })
  expect((await read(other.app, conversationId)).turns[1]).toMatchObject({
    state: 'complete',
    parts: [{ text: 'The whole response.' }],
  })
})

test('a prompt after an unsaved response is rejected with the reason, or waits in the queue', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const { conversationId, turnId, makeRoom } = await respondUnsaved(workspace)
  const next = { conversationId, parts: [{ text: 'And then?' }], parameters }
  expect(() => app.chat.send(next)).toThrow('The last response isn’t saved yet. Choose Retry save')
  expect(() => app.chat.regenerate({ conversationId, turnId })).toThrow('isn’t saved yet')
  app.chat.queue(next)
  expect((await read(app, conversationId)).turns).toHaveLength(2)

  makeRoom()
  app.saves.retryNow()
  const { body } = await respondNext(service, { text: 'Then this.' })
  expect(body.contents.map(({ parts }) => parts)).toEqual([
    [{ text: 'Go.' }],
    [{ text: 'The whole response.' }],
    [{ text: 'And then?' }],
  ])
  await waitUntilIdle(app, conversationId)
})

test('saves a response although another process has the write lock when it ends', async () => {
  const { app, folder, workspace } = await openTestWorkspace()
  const { conversationId, request } = await startAnswer(workspace)
  const viewer = watch(app, conversationId)
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
  const { app, folder, workspace } = await openTestWorkspace()
  const referenced: string[] = []
  for (let moment = 0; moment < 12; moment += 1) {
    const { request, ...sent } = await startAnswer(workspace, { parameters: imageParameters })
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
  const { app, folder, workspace } = await openTestWorkspace()
  const image = makePng(64, 48, 99)
  const { request, ...sent } = await startAnswer(workspace, { parameters: imageParameters })
  void request.sendChunk({ candidates: [{ content: { parts: [pictureOf(image)] } }] })
  await expect.poll(() => readdirSync(join(folder, 'media')).length, { interval: 0 }).toBeGreaterThan(0)
  await app.close()
  const { app: reopened } = await openTestWorkspace({ folder })
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
  const { app, folder, workspace } = await openTestWorkspace()
  const options = { parameters: imageParameters }
  const { conversationId, turnId, request } = await startAnswer(workspace, options)
  const makeRoom = rejectWrites(folder, 'INSERT ON items')
  await request.complete(pictureOf(makePng(64, 48, 1)))
  await expect.poll(() => app.saves.list().pending).toMatchObject([{ owner: turnId, rescued: true }])
  expect((await read(app, conversationId)).turns[1]?.state).toBe('complete')
  makeRoom()
  app.saves.retryNow()
  expect((await waitUntilIdle(app, conversationId)).turns[1]?.state).toBe('complete')
  expect(await listComplete(app, { kinds: ['image'] })).toHaveLength(1)
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
  const { app, service } = await openTestWorkspace()
  const sent = app.chat.send({ conversationId: null, parts: [{ text: 'Go.' }], parameters })
  const commits = watchCommits()
  await respondNext(service, { text: 'Gone.' })
  await waitUntilIdle(app, sent.conversationId)
  expect(commits.at(-1)).toBe('FULL')
})

test('the end of an embedding run is durable, and every 100 rows of it', async () => {
  const { app, service, workspace } = await openTestWorkspace({ settings: vendor })
  service.answerWith((request) => {
    const { requests } = request.body
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
  const { app, id, sent } = await openSent()
  const commits = watchCommits()
  sent.answer(200, { text: 'Paid for.' })
  await waitForState(app, id, 'succeeded')
  // The text of the piece, then the transcript.
  expect(commits.filter((kind) => kind === 'FULL').length).toBeGreaterThanOrEqual(2)
})
