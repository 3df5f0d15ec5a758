// The workspace over the real gateway and the demo service, on loopback.
import { expect, test } from 'vitest'
import { openDemoWorkspace } from './gateway-workspace.fixture'
import type { Workspace } from './workspace'
import { parameters, read, type View, waitUntil, waitUntilIdle, watch } from './workspace.fixture'

async function sendPrompt(
  app: Workspace,
  text: string,
  { conversationId = null as string | null, streaming = true } = {},
): Promise<View> {
  const sent = app.chat.send({
    conversationId,
    parts: [{ text }],
    parameters: { ...parameters, includeThoughts: true, streaming },
  })
  return await waitUntilIdle(app, sent.conversationId)
}

test('answers two prompts with thoughts, usage and the id of the exchange', async () => {
  const { app, gateway } = await openDemoWorkspace()
  const first = await sendPrompt(app, 'My name is Ada.')
  const view = await sendPrompt(app, 'What is my name?', { conversationId: first.conversation.id })
  const answer = { state: 'complete', finishReason: 'STOP', error: null }
  expect(view.turns).toMatchObject([
    { role: 'user', state: 'complete' },
    { role: 'model', ...answer, usage: { totalTokenCount: expect.any(Number) } },
    { role: 'user', state: 'complete' },
    { role: 'model', ...answer },
  ])
  expect(view.turns[3]?.parts.map(({ thought }) => thought === true).slice(0, 2)).toEqual([true, false])
  expect(await read(app, view.conversation.id)).toEqual(view)
  expect(await gateway.nextExchange()).toMatchObject({ id: view.turns[1]?.exchangeId, status: 200 })
})

test.each([
  ['a rejected key', { key: 'wrong' }, { parts: [], error: { code: 'UNAUTHENTICATED' } }],
  ['a rate limit', { demo: 'fail=429' }, { parts: [], error: { code: 'RESOURCE_EXHAUSTED' } }],
  [
    'a connection that breaks',
    { demo: 'piece=1; cut-after=2' },
    { parts: [expect.anything()], error: { code: 'UNAVAILABLE' } },
  ],
])('%s fails the answer, and keeps the prompt and the partial text', async (_, options, answer) => {
  const { turns } = await sendPrompt((await openDemoWorkspace(options)).app, 'Tell me something.')
  expect(turns).toMatchObject([{ parts: [{ text: 'Tell me something.' }] }, { state: 'failed', ...answer }])
})

test('stopping an answer cancels the request in the gateway, which logs it as cancelled', async () => {
  const { app, gateway } = await openDemoWorkspace({ demo: 'piece=1; stall-after=2' })
  const { conversationId } = app.chat.send({ conversationId: null, parts: [{ text: 'Count.' }], parameters })
  const viewer = watch(app, conversationId)
  await waitUntil(viewer, ({ turns }) => (turns[1]?.parts.length ?? 0) > 0)
  app.chat.stop({ conversationId })
  const { turns } = await waitUntil(viewer, ({ conversation }) => !conversation.running)
  expect(turns[1]).toMatchObject({ state: 'stopped', error: null })
  expect(await gateway.nextExchange()).toMatchObject({ id: turns[1]?.exchangeId, outcome: 'cancelled' })
})

test('an answer without streaming is stored like a streamed one', async () => {
  const { app, gateway } = await openDemoWorkspace()
  const { turns, totals } = await sendPrompt(app, 'My name is Ada.', { streaming: false })
  expect(turns[1]).toMatchObject({
    state: 'complete',
    finishReason: 'STOP',
    times: { firstToken: expect.any(Number), firstAnswer: expect.any(Number) },
  })
  expect(totals?.totalTokens).toBe(turns[1]?.usage?.totalTokenCount)
  expect((await gateway.nextExchange()).route).toBe('generateContent')
})
