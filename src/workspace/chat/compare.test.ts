// One prompt, several answers side by side, and the choice between them.
import { expect, test } from 'vitest'
import {
  ask,
  openTestWorkspace,
  type PendingRequest,
  parameters,
  read,
  respondNext,
  type TestWorkspace,
  waitUntil,
  waitUntilIdle,
  watch,
} from '../workspace.fixture'

const models = ['gen-2.5-pro', 'gen-2.5-flash', 'gen-3.1-pro-preview']

interface Compared extends TestWorkspace {
  readonly conversationId: string
  readonly turnIds: string[]
  readonly calls: readonly PendingRequest[]
}

async function compare(setting: TestWorkspace, conversationId: string | null = null): Promise<Compared> {
  const { app, gateway } = setting
  const columns = models.map((model) => ({ model }))
  const sent = app.chat.compare({ conversationId, parts: [{ text: 'Which?' }], columns })
  const came = [await gateway.next(), await gateway.next(), await gateway.next()]
  const calls = models.map((model) => {
    const call = came.find(({ call }) => call.path.includes(`${model}:`))
    if (!call) throw new Error(`No call for ${model}.`)
    return call
  })
  return { ...setting, ...sent, calls }
}

async function finish(call: PendingRequest | undefined, text: string): Promise<void> {
  call?.answer()
  await call?.chunk({ candidates: [{ content: { parts: [{ text }] }, finishReason: 'STOP' }] })
  call?.end()
}

test('every column has its own model and parameters, runs beside the others, and ends by itself', async () => {
  const { app, conversationId, turnIds, calls } = await compare(await openTestWorkspace())
  expect(app.countRunning()).toBe(3)
  const viewer = watch(app, conversationId)
  const { branch } = await waitUntil(viewer, () => true)
  await finish(calls[1], 'Flash.')
  calls[2]?.answer(429)
  calls[2]?.end()
  await finish(calls[0], 'Pro.')
  const view = await waitUntil(viewer, ({ conversation }) => !conversation.running)
  const columns = turnIds.map((id) => view.known[id])
  expect(columns).toMatchObject([
    { model: models[0], parameters: { model: models[0] }, state: 'complete', parts: [{ text: 'Pro.' }] },
    { model: models[1], parameters: { model: models[1] }, state: 'complete', parts: [{ text: 'Flash.' }] },
    { model: models[2], state: 'failed', error: { code: 'RESOURCE_EXHAUSTED' } },
  ])
  expect(new Set(columns.map((turn) => turn?.comparison)).size).toBe(1)
  expect(columns[0]?.comparison).toEqual(expect.any(String))
  expect(view.branch).toEqual([branch[0], turnIds[0]])
  expect(view.alternates).toEqual({ [turnIds[0] ?? '']: turnIds })
  expect(await read(app, conversationId)).toEqual(view)
})

test('one column is stopped, the others go on', async () => {
  const { app, conversationId, turnIds, calls } = await compare(await openTestWorkspace())
  calls[1]?.answer()
  await calls[1]?.say('Half')
  app.chat.stop({ conversationId, turnId: turnIds[1] ?? '' })
  expect(calls.map(({ call }) => call.signal.aborted)).toEqual([false, true, false])
  await finish(calls[0], 'Pro.')
  await finish(calls[2], 'Preview.')
  const view = await waitUntilIdle(app, conversationId)
  expect(turnIds.map((id) => view.known[id]?.state)).toEqual(['complete', 'stopped', 'complete'])
  app.chat.stop({ conversationId })
})

test('stop without a name stops every column', async () => {
  const { app, conversationId, turnIds, calls } = await compare(await openTestWorkspace())
  app.chat.stop({ conversationId })
  expect(calls.every(({ call }) => call.signal.aborted)).toBe(true)
  const view = await read(app, conversationId)
  expect(turnIds.map((id) => view.known[id]?.state)).toEqual(['stopped', 'stopped', 'stopped'])
})

test('until one is kept no prompt can follow; then it follows that one, and the others stay alternates', async () => {
  const setting = await openTestWorkspace()
  const compared = await compare(setting)
  const { app, conversationId, turnIds, calls } = compared
  for (const [index, call] of calls.entries()) await finish(call, `Answer ${index}.`)
  await waitUntilIdle(app, conversationId)
  const next = { conversationId, parts: [{ text: 'And?' }], parameters }
  for (const verb of [() => app.chat.send(next), () => app.chat.queue(next)]) {
    expect(verb).toThrow('Keep one of the compared responses before you continue.')
  }
  const viewer = watch(app, conversationId)
  await waitUntil(viewer, () => true)
  app.chat.selectAnswer({ conversationId, turnId: turnIds[1] ?? '' })
  const view = await waitUntil(viewer, ({ branch }) => branch[1] === turnIds[1])
  expect(turnIds.map((id) => view.known[id]?.comparison)).toEqual([null, null, null])
  expect(view.alternates).toEqual({ [turnIds[1] ?? '']: turnIds })
  expect((await read(app, conversationId)).conversation.parameters).toEqual({ model: models[1] })
  expect(() => app.chat.selectAnswer({ conversationId, turnId: turnIds[0] ?? '' })).toThrow(
    'This response isn’t part of a comparison.',
  )
  const { body } = await ask(setting, 'And?', conversationId)
  expect(body.contents[1]).toEqual({ role: 'model', parts: [{ text: 'Answer 1.' }] })
})

test('keeping one that still runs stops the others; it goes on, and the queue after it', async () => {
  const setting = await openTestWorkspace()
  const { app, conversationId, turnIds, calls, gateway } = await compare(setting)
  calls[2]?.answer()
  await calls[2]?.say('Kept ')
  app.chat.queue({ conversationId, parts: [{ text: 'Next.' }], parameters })
  app.chat.selectAnswer({ conversationId, turnId: turnIds[2] ?? '' })
  expect(calls.map(({ call }) => call.signal.aborted)).toEqual([true, true, false])
  await calls[2]?.chunk({ candidates: [{ content: { parts: [{ text: 'on.' }] }, finishReason: 'STOP' }] })
  calls[2]?.end()
  const next = await respondNext(gateway, { text: 'Then.' })
  expect(next.body.contents.map(({ parts }) => parts[0]?.text)).toEqual(['Which?', 'Kept on.', 'Next.'])
  const view = await waitUntilIdle(app, conversationId)
  expect(view.turns[1]).toMatchObject({ id: turnIds[2], comparison: null, parts: [{ text: 'Kept on.' }] })
  expect(app.chat.turns({ conversationId, turnIds })).toMatchObject([
    { state: 'stopped', comparison: null },
    { state: 'stopped', comparison: null },
    { state: 'complete', comparison: null },
  ])
})

test('the queue waits for the choice, and goes on after it', async () => {
  const setting = await openTestWorkspace()
  const { app, conversationId, turnIds, calls, gateway } = await compare(setting)
  app.chat.queue({ conversationId, parts: [{ text: 'Next.' }], parameters })
  for (const call of calls) await finish(call, 'Done.')
  expect((await waitUntilIdle(app, conversationId)).conversation.queued).toHaveLength(1)
  app.chat.selectAnswer({ conversationId, turnId: turnIds[0] ?? '' })
  await respondNext(gateway, { text: 'Then.' })
  expect((await waitUntilIdle(app, conversationId)).turns.at(-1)?.parts).toEqual([{ text: 'Then.' }])
})

test('a comparison follows what was said, and counts no longer once only one of its answers is left', async () => {
  const setting = await openTestWorkspace()
  const first = await ask(setting, 'First.')
  const { app, conversationId, turnIds, calls } = await compare(setting, first.conversationId)
  expect(calls[0]?.body.contents).toHaveLength(3)
  for (const call of calls) await finish(call, 'Done.')
  await waitUntilIdle(app, conversationId)
  await app.chat.deleteTurn({ conversationId, turnId: turnIds[0] ?? '' })
  const view = await read(app, conversationId)
  expect([...view.branch.slice(3), Object.keys(view.known).length]).toEqual([turnIds[2], 5])
  await app.chat.deleteTurn({ conversationId, turnId: turnIds[1] ?? '' })
  const { body } = await ask(setting, 'And?', conversationId)
  expect(body.contents).toHaveLength(5)
})

test('keeping one that was gone on from shows what follows it, and answers no call a second time', async () => {
  const setting = await openTestWorkspace()
  const { app, conversationId, turnIds, calls } = await compare(setting)
  for (const call of calls) await finish(call, 'Done.')
  await waitUntilIdle(app, conversationId)
  for (const turnId of turnIds.slice(1)) await app.chat.deleteTurn({ conversationId, turnId })
  await ask(setting, 'And?', conversationId)
  const before = await read(app, conversationId)
  await app.chat.restoreTurn({ conversationId, turnId: turnIds[1] ?? '' })
  app.chat.selectAnswer({ conversationId, turnId: turnIds[0] ?? '' })
  expect((await read(app, conversationId)).branch).toEqual(before.branch)
})

test('closing in the midst of a comparison leaves every column interrupted, with what had come', async () => {
  const setting = await openTestWorkspace()
  const { app, conversationId, turnIds, calls } = await compare(setting)
  calls[0]?.answer()
  await calls[0]?.say('Half')
  await app.close()
  const again = await openTestWorkspace(setting.folder)
  const view = await read(again.app, conversationId)
  expect(turnIds.map((id) => view.known[id])).toMatchObject([
    { state: 'interrupted', parts: [{ text: 'Half' }] },
    { state: 'interrupted', parts: [] },
    { state: 'interrupted', parts: [] },
  ])
  again.app.chat.selectAnswer({ conversationId, turnId: turnIds[0] ?? '' })
  again.app.chat.continue({ conversationId, turnId: turnIds[0] ?? '' })
  await respondNext(again.gateway, { text: ' an answer.' })
  expect((await waitUntilIdle(again.app, conversationId)).turns[1]?.parts).toEqual([
    { text: 'Half an answer.' },
  ])
})
