// A response whose last save fails keeps running until it is saved, and survives crashes.
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bundleProgram, startProgram } from '../bundled-program.fixture'
import { connect } from '../database/connection'
import { filesIn, hashOf, imageParameters, pictureOf } from '../library/library.fixture'
import { makePng } from '../library/make-png.fixture'
import { openWorkspace } from '../workspace'
import {
  makeFolder,
  openTestWorkspace,
  parameters,
  read,
  respondNext,
  stop,
  type TestWorkspace,
  waitUntil,
  waitUntilIdle,
  watch,
} from '../workspace.fixture'

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
  const sent = app.chat.send({ conversationId: null, parts: [{ text: 'Go.' }], parameters })
  const viewer = watch(app, sent.conversationId)
  const request = await gateway.next()
  request.respond()
  inDatabase(folder, diskFull)
  await request.sendText('The whole response.')
  await request.sendChunk(stop)
  request.end()
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

test('a response that is unsaved when the app quits is restored at the next start', async () => {
  const workspace = await openTestWorkspace()
  const { app, gateway, folder } = workspace
  const { conversationId } = await respondUnsaved(workspace)
  await app.close()
  expect(recordsIn(folder)).toHaveLength(1)
  inDatabase(folder, 'DROP TRIGGER full')
  const reopened = await openWorkspace({ folder, send: gateway.send })
  onTestFinished(() => reopened.close())
  expect((await read(reopened, conversationId)).turns[1]).toMatchObject({
    state: 'complete',
    parts: [{ text: 'The whole response.' }],
    finishReason: 'STOP',
  })
  expect(recordsIn(folder)).toEqual([])
})

test('a response that is unsaved when the app is killed is restored at the next start', async () => {
  const program = await bundleProgram(new URL('./killed-unsaved.fixture.ts', import.meta.url))
  const folder = makeFolder()
  const child = startProgram(program, folder)
  const [line] = await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
  inDatabase(folder, 'DROP TRIGGER full')
  const { app } = await openTestWorkspace(folder)
  expect((await read(app, String(line).trim())).turns[1]).toMatchObject({
    state: 'complete',
    parts: [{ text: 'The whole response.' }],
  })
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
})
