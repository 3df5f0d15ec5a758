// Comparisons: one prompt, several answers, and the selection of one.
import { expect, test } from 'vitest'
import type { PendingRequest } from '../scripted-service.fixture'
import {
  ask,
  openTestWorkspace,
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
  readonly requests: readonly PendingRequest[]
}

async function compare(workspace: TestWorkspace, conversationId: string | null = null): Promise<Compared> {
  const { app, service } = workspace
  const columns = models.map((model) => ({ model }))
  const sent = app.chat.compare({ conversationId, parts: [{ text: 'Which?' }], columns })
  const received = [await service.next(), await service.next(), await service.next()]
  const requests = models.map((model) => {
    const request = received.find(({ request }) => request.path.includes(`${model}:`))
    if (!request) throw new Error(`No call for ${model}.`)
    return request
  })
  return { ...workspace, ...sent, requests }
}

test('every column has its own model and parameters, and runs and ends independently', async () => {
  const { app, conversationId, turnIds, requests } = await compare(await openTestWorkspace())
  expect(app.countRunning()).toBe(3)
  const viewer = watch(app, conversationId)
  const { branch } = await waitUntil(viewer, () => true)
  await requests[1]?.complete({ text: 'Flash.' })
  requests[2]?.respond(429)
  requests[2]?.end()
  await requests[0]?.complete({ text: 'Pro.' })
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

test('stopping one column does not stop the others, and stopping without a turn id stops all', async () => {
  const { app, conversationId, turnIds, requests } = await compare(await openTestWorkspace())
  requests[1]?.respond()
  await requests[1]?.sendText('Half')
  app.chat.stop({ conversationId, turnId: turnIds[1] ?? '' })
  expect(requests.map(({ request }) => request.signal.aborted)).toEqual([false, true, false])
  await requests[0]?.complete({ text: 'Pro.' })
  await expect.poll(() => app.countRunning()).toBe(1)
  app.chat.stop({ conversationId })
  const view = await waitUntilIdle(app, conversationId)
  expect(turnIds.map((id) => view.known[id]?.state)).toEqual(['complete', 'stopped', 'stopped'])
})

test('a prompt can follow only after one answer is kept; the others become alternates', async () => {
  const workspace = await openTestWorkspace()
  const compared = await compare(workspace)
  const { app, conversationId, turnIds, requests } = compared
  for (const [index, request] of requests.entries()) await request.complete({ text: `Answer ${index}.` })
  await waitUntilIdle(app, conversationId)
  const next = { conversationId, parts: [{ text: 'And?' }], parameters }
  for (const action of [() => app.chat.send(next), () => app.chat.queue(next)]) {
    expect(action).toThrow('Keep one of the compared responses before you continue.')
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
  const { body } = await ask(workspace, 'And?', conversationId)
  expect(body.contents[1]).toEqual({ role: 'model', parts: [{ text: 'Answer 1.' }] })
})

test('keeping a running answer stops the others; it continues, then the queue', async () => {
  const workspace = await openTestWorkspace()
  const { app, conversationId, turnIds, requests, service } = await compare(workspace)
  requests[2]?.respond()
  await requests[2]?.sendText('Kept ')
  app.chat.queue({ conversationId, parts: [{ text: 'Next.' }], parameters })
  app.chat.selectAnswer({ conversationId, turnId: turnIds[2] ?? '' })
  expect(requests.map(({ request }) => request.signal.aborted)).toEqual([true, true, false])
  await requests[2]?.complete({ text: 'on.' })
  const next = await respondNext(service, { text: 'Then.' })
  expect(next.body.contents.map(({ parts }) => parts[0]?.text)).toEqual(['Which?', 'Kept on.', 'Next.'])
  const view = await waitUntilIdle(app, conversationId)
  expect(view.turns[1]).toMatchObject({ id: turnIds[2], comparison: null, parts: [{ text: 'Kept on.' }] })
  expect(app.chat.turns({ conversationId, turnIds })).toMatchObject([
    { state: 'stopped', comparison: null },
    { state: 'stopped', comparison: null },
    { state: 'complete', comparison: null },
  ])
})

test('the queue waits until one answer is kept', async () => {
  const workspace = await openTestWorkspace()
  const { app, conversationId, turnIds, requests, service } = await compare(workspace)
  app.chat.queue({ conversationId, parts: [{ text: 'Next.' }], parameters })
  for (const request of requests) await request.complete({ text: 'Done.' })
  expect((await waitUntilIdle(app, conversationId)).conversation.queued).toHaveLength(1)
  app.chat.selectAnswer({ conversationId, turnId: turnIds[0] ?? '' })
  await respondNext(service, { text: 'Then.' })
  expect((await waitUntilIdle(app, conversationId)).turns.at(-1)?.parts).toEqual([{ text: 'Then.' }])
})

test('a comparison follows earlier turns, and ends when only one answer remains', async () => {
  const workspace = await openTestWorkspace()
  const first = await ask(workspace, 'First.')
  const { app, conversationId, turnIds, requests } = await compare(workspace, first.conversationId)
  expect(requests[0]?.body.contents).toHaveLength(3)
  for (const request of requests) await request.complete({ text: 'Done.' })
  await waitUntilIdle(app, conversationId)
  await app.chat.deleteTurn({ conversationId, turnId: turnIds[0] ?? '' })
  const view = await read(app, conversationId)
  expect([...view.branch.slice(3), Object.keys(view.known).length]).toEqual([turnIds[2], 5])
  await app.chat.deleteTurn({ conversationId, turnId: turnIds[1] ?? '' })
  const { body } = await ask(workspace, 'And?', conversationId)
  expect(body.contents).toHaveLength(5)
})

test('keeping an answer with descendants shows them, and answers no call twice', async () => {
  const workspace = await openTestWorkspace()
  const { app, conversationId, turnIds, requests } = await compare(workspace)
  for (const request of requests) await request.complete({ text: 'Done.' })
  await waitUntilIdle(app, conversationId)
  for (const turnId of turnIds.slice(1)) await app.chat.deleteTurn({ conversationId, turnId })
  await ask(workspace, 'And?', conversationId)
  const before = await read(app, conversationId)
  await app.chat.restoreTurn({ conversationId, turnId: turnIds[1] ?? '' })
  app.chat.selectAnswer({ conversationId, turnId: turnIds[0] ?? '' })
  expect((await read(app, conversationId)).branch).toEqual(before.branch)
})
