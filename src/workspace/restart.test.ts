// After the program is killed or closed in the middle of its work, all but the last second is there.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Send } from '#shared/wire/http'
import { bundleProgram, startProgram } from './bundled-program.fixture'
import { connect } from './database/connection'
import { openWorkspace } from './workspace'
import {
  ask,
  makeFolder,
  openTestWorkspace,
  parameters,
  read,
  respondNext,
  scriptGateway,
  waitUntilIdle,
} from './workspace.fixture'

let program = ''

beforeAll(async () => {
  program = await bundleProgram(new URL('./killed-program.fixture.ts', import.meta.url))
}, 60_000)

interface RunningProgram {
  readonly child: ChildProcess
  readonly conversationId: string
}

async function start(folder: string, scenario = 'answer'): Promise<RunningProgram> {
  const child = startProgram(program, folder, scenario)
  const [line] = await once(child.stdout, 'data')
  return { child, conversationId: JSON.parse(String(line)).conversationId }
}

async function kill({ child }: RunningProgram): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

const countTo = (length: number) => Array.from({ length }, (_, number) => `${number} `).join('')

test('a prompt survives if the program is killed as soon as it is sent', async () => {
  const folder = makeFolder()
  const running = await start(folder)
  await kill(running)
  const { app } = await openTestWorkspace(folder)
  const view = await read(app, running.conversationId)
  expect(view.conversation).toMatchObject({ title: 'Count.', running: false, headTurnId: view.turns[1]?.id })
  expect(view.turns).toMatchObject([
    { role: 'user', state: 'complete', parts: [{ text: 'Count.' }] },
    { role: 'model', state: 'interrupted' },
  ])
})

test('a killed answer keeps its checkpoints, is interrupted, and can be regenerated', async () => {
  const folder = makeFolder()
  const running = await start(folder)
  const onDisk = connect(join(folder, 'workspace.db'))
  const savedParts = () =>
    onDisk.get<{ parts: string }>("SELECT parts FROM turns WHERE role = 'model'")?.parts ?? '[]'
  const textOf = (parts: string): string => JSON.parse(parts)[0]?.text ?? ''
  await expect.poll(() => textOf(savedParts()).length).toBeGreaterThan(0)
  const first = textOf(savedParts())
  await expect.poll(() => textOf(savedParts()).length).toBeGreaterThan(first.length)
  const second = textOf(savedParts())
  onDisk.close()
  await kill(running)

  const gateway = scriptGateway()
  const app = await openWorkspace({ folder, send: gateway.send })
  onTestFinished(() => app.close())
  const [prompt, answer] = (await read(app, running.conversationId)).turns
  const text = answer?.parts[0]?.text ?? ''
  expect(answer).toMatchObject({ state: 'interrupted', error: null, parts: [{ text }] })
  expect(text.startsWith(second)).toBe(true)
  expect(text).toBe(countTo(text.trim().split(' ').length))

  app.chat.regenerate({ conversationId: running.conversationId, turnId: answer?.id ?? '' })
  expect((await gateway.next()).body.contents).toEqual([{ role: 'user', parts: prompt?.parts }])
}, 60_000)

/** Opens the workspace again, and counts the requests sent before and since. */
async function reopen(folder: string) {
  const gateway = scriptGateway()
  let since = 0
  const send: Send = (request) => {
    since += 1
    return gateway.send(request)
  }
  const app = await openWorkspace({ folder, send })
  onTestFinished(() => app.close())
  const before = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n').length
  return { app, gateway, count: () => ({ before, since }) }
}

/** Resolves once the start of a running answer is on the disk. */
async function waitUntilSaved(folder: string): Promise<void> {
  const onDisk = connect(join(folder, 'workspace.db'))
  const isSaved = () =>
    onDisk.get("SELECT 1 FROM turns WHERE state = 'running' AND parts LIKE '%0 1 2 %'") !== undefined
  await expect.poll(isSaved).toBe(true)
  onDisk.close()
}

const startsCounting = { text: expect.stringMatching(/^0 1 2 /) }

test('a killed function loop keeps its turns, and continues only when the user regenerates', async () => {
  const folder = makeFolder()
  const running = await start(folder, 'loop')
  await waitUntilSaved(folder)
  await kill(running)
  const { app, gateway, count } = await reopen(folder)
  const { turns, conversation } = await read(app, running.conversationId)
  expect(turns.map(({ role, state, parts }) => [role, state, parts.length])).toEqual([
    ['user', 'complete', 1],
    ['model', 'complete', 2],
    ['user', 'complete', 2],
    ['model', 'complete', 1],
    ['user', 'complete', 1],
    ['model', 'interrupted', 1],
  ])
  expect(turns[1]?.parts[0]).toMatchObject({ thoughtSignature: 'of Rome', functionCall: { id: 'Rome' } })
  expect(turns[5]?.parts).toEqual([startsCounting])
  expect([conversation.running, count()]).toEqual([false, { before: 3, since: 0 }])

  app.chat.regenerate({ conversationId: running.conversationId, turnId: turns[5]?.id ?? '' })
  const { body } = await respondNext(gateway, { text: 'Blue everywhere.' })
  expect(body.contents.map(({ parts }) => parts)).toEqual(turns.slice(0, 5).map(({ parts }) => parts))
  const after = await waitUntilIdle(app, running.conversationId)
  expect(after.turns.at(-1)?.parts).toEqual([{ text: 'Blue everywhere.' }])
  expect(count().since).toBe(1)
}, 60_000)

test('a killed comparison keeps every column, sends nothing, and one column can be kept', async () => {
  const folder = makeFolder()
  const running = await start(folder, 'compare')
  await waitUntilSaved(folder)
  await kill(running)
  const { app, gateway, count } = await reopen(folder)
  const { conversationId } = running
  const { known, turns, conversation } = await read(app, conversationId)
  const columns = Object.values(known).filter(({ role }) => role === 'model')
  const byState = columns.map(({ state, parts }) => [state, parts])
  expect(byState).toEqual([
    ['complete', [{ text: 'Done.' }]],
    ['interrupted', [startsCounting]],
    ['interrupted', []],
  ])
  expect(new Set(columns.map(({ comparison }) => comparison))).toEqual(new Set([turns[1]?.comparison]))
  expect([conversation.running, count()]).toEqual([false, { before: 3, since: 0 }])

  app.chat.selectAnswer({ conversationId, turnId: columns[1]?.id ?? '' })
  app.chat.send({ conversationId, parts: [{ text: 'Go on.' }], parameters })
  const { body } = await respondNext(gateway, { text: 'On.' })
  expect(body.contents.map(({ parts }) => parts)).toEqual([
    [{ text: 'Count.' }],
    columns[1]?.parts,
    [{ text: 'Go on.' }],
  ])
  await waitUntilIdle(app, conversationId)
  expect(count().since).toBe(1)
}, 60_000)

/** Resolves once the program has killed itself. */
async function runUntilKilled(folder: string, scenario: string): Promise<void> {
  const child = startProgram(program, folder, scenario)
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}

function countRows(folder: string, rows: string): number {
  const onDisk = connect(join(folder, 'workspace.db'))
  const counted = onDisk.get<{ count: number }>(`SELECT count(*) AS count FROM ${rows}`)?.count ?? 0
  onDisk.close()
  return counted
}

test('a killed import is never listed, and its rows are deleted', async () => {
  const folder = makeFolder()
  await runUntilKilled(folder, 'import')
  expect(countRows(folder, 'turns')).toBeGreaterThan(0)
  const { app } = await openTestWorkspace(folder)
  expect([
    app.conversations.list(),
    app.conversations.search({ query: 'needle', kind: 'chat', limit: 9 }),
  ]).toEqual([[], []])
  const rows = ['turns', 'turn_texts', 'conversations', 'conversation_titles']
  await expect.poll(() => rows.map((each) => countRows(folder, each))).toEqual([0, 0, 0, 0])
}, 60_000)

test.each(['delete', 'restore'])(
  'a long branch whose %s was killed is deleted completely, and can be restored completely',
  async (scenario) => {
    const folder = makeFolder()
    await runUntilKilled(folder, scenario)
    const marked = countRows(folder, 'turns WHERE deleted_at IS NOT NULL')
    expect([marked > 0, marked < 2999]).toEqual([true, true])
    const { app } = await openTestWorkspace(folder)
    const [conversation] = app.conversations.list()
    const conversationId = conversation?.id ?? ''
    expect((await read(app, conversationId)).branch).toHaveLength(1)
    const [turnId] = readChildren(folder)
    await app.chat.restoreTurn({ conversationId, turnId: turnId ?? '' })
    const view = await read(app, conversationId)
    expect([view.branch.length, view.turns.at(-1)?.parts]).toEqual([3000, [{ text: 'needle 2999' }]])
    expect(countRows(folder, 'turns WHERE deleted_at IS NOT NULL')).toBe(0)
  },
  60_000,
)

/** The children of the first turn. */
function readChildren(folder: string): string[] {
  const onDisk = connect(join(folder, 'workspace.db'))
  const rows = onDisk.all<{ id: string }>(
    'SELECT id FROM turns WHERE parent_id = (SELECT id FROM turns ORDER BY seq LIMIT 1)',
  )
  onDisk.close()
  return rows.map(({ id }) => id)
}

test('a closed workspace reopens unchanged', async () => {
  const workspace = await openTestWorkspace()
  const { conversationId } = await ask(workspace, 'One?')
  await ask(workspace, 'Two?', conversationId)
  const before = await read(workspace.app, conversationId)
  await workspace.app.close()
  const reopened = await openTestWorkspace(workspace.folder)
  expect(await read(reopened.app, conversationId)).toEqual(before)
  const { body } = await ask(reopened, 'Three?', conversationId)
  expect(body.contents).toHaveLength(5)
  expect(reopened.app.conversations.list()[0]?.parameters).toEqual(parameters)
})

test('a crash interrupts every column of a comparison, indexes the partial text, and keeps the queue', async () => {
  const { app, gateway, folder } = await openTestWorkspace()
  const { conversationId, turnIds } = app.chat.compare({
    conversationId: null,
    parts: [{ text: 'Which?' }],
    columns: [parameters, parameters],
  })
  const request = await gateway.next()
  request.respond()
  await request.sendText('Halfway through')
  app.chat.queue({ conversationId, parts: [{ text: 'Next.' }], parameters })

  // As after a crash: the first workspace is never closed.
  const other = await openTestWorkspace(folder)
  const view = await read(other.app, conversationId)
  expect(turnIds.map((id) => view.known[id]?.state)).toEqual(['interrupted', 'interrupted'])
  expect(view.conversation).toMatchObject({ running: false, queued: [{ parts: [{ text: 'Next.' }] }] })
  expect(findTexts(folder, 'Halfway')).toEqual(['Halfway through'])
})

function findTexts(folder: string, word: string): string[] {
  const direct = connect(join(folder, 'workspace.db'))
  const rows = direct.all<{ text: string }>('SELECT text FROM turn_texts WHERE turn_texts MATCH ?', [
    `"${word}"`,
  ])
  direct.close()
  return rows.map(({ text }) => text)
}

test('prompts, answers and edits are indexed, thoughts are not', async () => {
  const { app, gateway, folder } = await openTestWorkspace()
  const sent = app.chat.send({ conversationId: null, parts: [{ text: 'needle one' }], parameters })
  await respondNext(gateway, { text: 'needle thought', thought: true }, { text: 'needle two' })
  const { conversationId } = sent
  await waitUntilIdle(app, conversationId)
  app.chat.edit({ ...sent, parts: [{ text: 'needle three' }], parameters })
  expect(findTexts(folder, 'needle')).toEqual(['needle one', 'needle two', 'needle three'])
})

test('a continued answer that is interrupted by closing can be continued again', async () => {
  const { app, gateway, folder } = await openTestWorkspace()
  const sent = app.chat.send({ conversationId: null, parts: [{ text: 'Count.' }], parameters })
  const { conversationId } = sent
  const first = await gateway.next()
  first.respond()
  await first.sendText('One, ')
  app.chat.stop(sent)
  const continued = app.chat.continue(sent)
  const second = await gateway.next()
  second.respond()
  await second.sendText('two, ')
  await app.close()
  const reopened = await openTestWorkspace(folder)
  expect((await read(reopened.app, conversationId)).turns[1]).toMatchObject({
    id: continued.turnId,
    state: 'interrupted',
    parts: [{ text: 'One, two, ' }],
  })
  reopened.app.chat.continue({ conversationId, turnId: continued.turnId })
  const third = await respondNext(reopened.gateway, { text: 'three.' })
  expect(third.body.contents[1]).toEqual({ role: 'model', parts: [{ text: 'One, two, ' }] })
  const { turns } = await waitUntilIdle(reopened.app, conversationId)
  expect(turns[1]?.parts).toEqual([{ text: 'One, two, three.' }])
})
