// What is left when the program is killed in the midst of an answer: everything but the last moment.
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

interface Running {
  readonly child: ChildProcess
  readonly conversationId: string
}

async function start(folder: string, what = 'answer'): Promise<Running> {
  const child = startProgram(program, folder, what)
  const [line] = await once(child.stdout, 'data')
  return { child, conversationId: JSON.parse(String(line)).conversationId }
}

async function killAtOnce({ child }: Running): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const counted = (length: number) => Array.from({ length }, (_, number) => `${number} `).join('')

test('the prompt is there when the program was killed as soon as it was sent', async () => {
  const folder = makeFolder()
  const running = await start(folder)
  await killAtOnce(running)
  const { app } = await openTestWorkspace(folder)
  const view = await read(app, running.conversationId)
  expect(view.conversation).toMatchObject({ title: 'Count.', running: false, headTurnId: view.turns[1]?.id })
  expect(view.turns).toMatchObject([
    { role: 'user', state: 'complete', parts: [{ text: 'Count.' }] },
    { role: 'model', state: 'interrupted' },
  ])
})

test('an answer that was killed keeps its checkpoints, is interrupted, and can be tried again', async () => {
  const folder = makeFolder()
  const running = await start(folder)
  const onDisk = connect(join(folder, 'workspace.db'))
  const kept = () =>
    onDisk.get<{ parts: string }>("SELECT parts FROM turns WHERE role = 'model'")?.parts ?? '[]'
  const textOf = (parts: string): string => JSON.parse(parts)[0]?.text ?? ''
  await expect.poll(() => textOf(kept()).length, { timeout: 20_000 }).toBeGreaterThan(0)
  const first = textOf(kept())
  await expect.poll(() => textOf(kept()).length, { timeout: 20_000 }).toBeGreaterThan(first.length)
  const second = textOf(kept())
  onDisk.close()
  await killAtOnce(running)

  const gateway = scriptGateway()
  const app = await openWorkspace({ folder, send: gateway.send })
  onTestFinished(() => app.close())
  const [prompt, answer] = (await read(app, running.conversationId)).turns
  const text = answer?.parts[0]?.text ?? ''
  expect(answer).toMatchObject({ state: 'interrupted', error: null, parts: [{ text }] })
  expect(text.startsWith(second)).toBe(true)
  expect(text).toBe(counted(text.trim().split(' ').length))

  app.chat.regenerate({ conversationId: running.conversationId, turnId: answer?.id ?? '' })
  expect((await gateway.next()).body.contents).toEqual([{ role: 'user', parts: prompt?.parts }])
}, 60_000)

/** The workspace as the next program opens it, and how often anything was sent before and since. */
async function openAgain(folder: string) {
  const gateway = scriptGateway()
  let since = 0
  const send: Send = (call) => {
    since += 1
    return gateway.send(call)
  }
  const app = await openWorkspace({ folder, send })
  onTestFinished(() => app.close())
  const before = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n').length
  return { app, gateway, count: () => ({ before, since }) }
}

/** Resolves once the disk holds the beginning of an answer under way. */
async function untilKept(folder: string): Promise<void> {
  const onDisk = connect(join(folder, 'workspace.db'))
  const isKept = () =>
    onDisk.get("SELECT 1 FROM turns WHERE state = 'running' AND parts LIKE '%0 1 2 %'") !== undefined
  await expect.poll(isKept, { timeout: 20_000 }).toBe(true)
  onDisk.close()
}

const startsCounting = { text: expect.stringMatching(/^0 1 2 /) }

test('a function loop that was killed is not gone on with: what came is there, and the user goes on', async () => {
  const folder = makeFolder()
  const running = await start(folder, 'loop')
  await untilKept(folder)
  await killAtOnce(running)
  const { app, gateway, count } = await openAgain(folder)
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

test('a comparison that was killed keeps what came of each column, sends nothing, and is chosen from', async () => {
  const folder = makeFolder()
  const running = await start(folder, 'compare')
  await untilKept(folder)
  await killAtOnce(running)
  const { app, gateway, count } = await openAgain(folder)
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

/** Runs until it kills itself. */
async function runUntilKilled(folder: string, what: string): Promise<void> {
  const child = startProgram(program, folder, what)
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}

function countRows(folder: string, rows: string): number {
  const onDisk = connect(join(folder, 'workspace.db'))
  const counted = onDisk.get<{ count: number }>(`SELECT count(*) AS count FROM ${rows}`)?.count ?? 0
  onDisk.close()
  return counted
}

test('of an import that was killed nothing is seen, and in the end nothing is left', async () => {
  const folder = makeFolder()
  await runUntilKilled(folder, 'import')
  expect(countRows(folder, 'turns')).toBeGreaterThan(0)
  const { app } = await openTestWorkspace(folder)
  expect([
    app.conversations.list(),
    app.conversations.search({ query: 'needle', kind: 'chat', limit: 9 }),
  ]).toEqual([[], []])
  const rows = ['turns', 'turn_texts', 'conversations', 'conversation_titles']
  await expect
    .poll(() => rows.map((each) => countRows(folder, each)), { timeout: 20_000 })
    .toEqual([0, 0, 0, 0])
}, 60_000)

test.each(['delete', 'restore'])(
  'a long branch that was killed in the midst of its %s is wholly deleted, and wholly restored',
  async (what) => {
    const folder = makeFolder()
    await runUntilKilled(folder, what)
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

/** Of the first turn. */
function readChildren(folder: string): string[] {
  const onDisk = connect(join(folder, 'workspace.db'))
  const rows = onDisk.all<{ id: string }>(
    'SELECT id FROM turns WHERE parent_id = (SELECT id FROM turns ORDER BY seq LIMIT 1)',
  )
  onDisk.close()
  return rows.map(({ id }) => id)
}

test('a workspace that was closed opens again as it was', async () => {
  const setting = await openTestWorkspace()
  const { conversationId } = await ask(setting, 'One?')
  await ask(setting, 'Two?', conversationId)
  const before = await read(setting.app, conversationId)
  await setting.app.close()
  const again = await openTestWorkspace(setting.folder)
  expect(await read(again.app, conversationId)).toEqual(before)
  const { body } = await ask(again, 'Three?', conversationId)
  expect(body.contents).toHaveLength(5)
  expect(again.app.conversations.list()[0]?.parameters).toEqual(parameters)
})

test('after a crash every column of a comparison is interrupted, what had come is found, and the queue waits', async () => {
  const { app, gateway, folder } = await openTestWorkspace()
  const { conversationId, turnIds } = app.chat.compare({
    conversationId: null,
    parts: [{ text: 'Which?' }],
    columns: [parameters, parameters],
  })
  const call = await gateway.next()
  call.answer()
  await call.say('Halfway through')
  app.chat.queue({ conversationId, parts: [{ text: 'Next.' }], parameters })

  // The folder as a crash leaves it: its owner never came to say that it ends.
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

test('prompts, answers and changes by hand are found, thoughts are not', async () => {
  const { app, gateway, folder } = await openTestWorkspace()
  const sent = app.chat.send({ conversationId: null, parts: [{ text: 'needle one' }], parameters })
  await respondNext(gateway, { text: 'needle thought', thought: true }, { text: 'needle two' })
  const { conversationId } = sent
  await waitUntilIdle(app, conversationId)
  app.chat.edit({ ...sent, parts: [{ text: 'needle three' }], parameters })
  expect(findTexts(folder, 'needle')).toEqual(['needle one', 'needle two', 'needle three'])
})

test('an answer that was going on when the program ended is gone on with again', async () => {
  const { app, gateway, folder } = await openTestWorkspace()
  const sent = app.chat.send({ conversationId: null, parts: [{ text: 'Count.' }], parameters })
  const { conversationId } = sent
  const first = await gateway.next()
  first.answer()
  await first.say('One, ')
  app.chat.stop(sent)
  const went = app.chat.continue(sent)
  const second = await gateway.next()
  second.answer()
  await second.say('two, ')
  await app.close()
  const again = await openTestWorkspace(folder)
  expect((await read(again.app, conversationId)).turns[1]).toMatchObject({
    id: went.turnId,
    state: 'interrupted',
    parts: [{ text: 'One, two, ' }],
  })
  again.app.chat.continue({ conversationId, turnId: went.turnId })
  const third = await respondNext(again.gateway, { text: 'three.' })
  expect(third.body.contents[1]).toEqual({ role: 'model', parts: [{ text: 'One, two, ' }] })
  const { turns } = await waitUntilIdle(again.app, conversationId)
  expect(turns[1]?.parts).toEqual([{ text: 'One, two, three.' }])
})
