// The workspace over the real gateway and the demo service, on loopback.
import { expect, onTestFinished, test } from 'vitest'
import { createDemoService } from '#demo/demo'
import { createDispatcher } from '#gateway/outbound/dispatch'
import { defaultLimits } from '#gateway/ports'
import { createGateway } from '#gateway/server/gateway'
import { listen } from '#gateway/server/listen'
import { catalog } from '#shared/models/catalog'
import { openWorkspace, type Workspace } from './workspace'
import { makeFolder, parameters, read, type View, waitUntil, waitUntilIdle, watch } from './workspace.fixture'

interface GatewayOptions {
  readonly sentKey?: string
  /** Settings of the demo service for every request (`x-demo`). */
  readonly demo?: string
}

async function openWithGateway({ sentKey = 'right', demo = '' }: GatewayOptions = {}): Promise<Workspace> {
  let app: Workspace | undefined
  const service = createDemoService({ pace: 'instant' })
  const gateway = createGateway({
    localKey: () => 'right',
    upstream: () => ({
      id: 'demo',
      kind: 'demo',
      send: (request) => service({ ...request, headers: { ...request.headers, 'x-demo': demo } }),
    }),
    upstreamOf: () => undefined,
    models: () => catalog,
    allowedOrigins: () => [],
    limits: () => defaultLimits,
    version: '0.0.0',
    onExchange: (exchange) => app?.exchanges.add(exchange),
  })
  const listening = await listen(gateway, { port: 0 })
  const { send, close } = createDispatcher({ headersTimeout: 0, bodyTimeout: 0 })
  const opened = await openWorkspace({
    folder: makeFolder(),
    send: (call) => send(listening.url, { ...call, headers: { ...call.headers, 'x-goog-api-key': sentKey } }),
  })
  app = opened
  onTestFinished(async () => {
    await opened.close()
    await close()
    await listening.close(0)
  })
  return opened
}

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
  const app = await openWithGateway()
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
  const logged = (await app.exchanges.list({ limit: 10 })).rows.map(({ id, status }) => ({ id, status }))
  expect(logged).toContainEqual({ id: view.turns[1]?.exchangeId, status: 200 })
})

test.each([
  ['a rejected key', { sentKey: 'wrong' }, { parts: [], error: { code: 'UNAUTHENTICATED' } }],
  ['a rate limit', { demo: 'fail=429' }, { parts: [], error: { code: 'RESOURCE_EXHAUSTED' } }],
  [
    'a connection that breaks',
    { demo: 'piece=1; cut-after=2' },
    { parts: [expect.anything()], error: { code: 'UNAVAILABLE' } },
  ],
])('%s fails the answer, and keeps the prompt and the partial text', async (_, options, answer) => {
  const { turns } = await sendPrompt(await openWithGateway(options), 'Tell me something.')
  expect(turns).toMatchObject([{ parts: [{ text: 'Tell me something.' }] }, { state: 'failed', ...answer }])
})

test('stopping an answer cancels the request in the gateway, which logs it as cancelled', async () => {
  const app = await openWithGateway({ demo: 'piece=1; stall-after=2' })
  const { conversationId } = app.chat.send({ conversationId: null, parts: [{ text: 'Count.' }], parameters })
  const viewer = watch(app, conversationId)
  await waitUntil(viewer, ({ turns }) => (turns[1]?.parts.length ?? 0) > 0)
  app.chat.stop({ conversationId })
  const { turns } = await waitUntil(viewer, ({ conversation }) => !conversation.running)
  expect(turns[1]).toMatchObject({ state: 'stopped', error: null })
  await expect
    .poll(async () => (await app.exchanges.list({ limit: 10 })).rows)
    .toMatchObject([{ id: turns[1]?.exchangeId, outcome: 'cancelled' }])
})

test('an answer without streaming is stored like a streamed one', async () => {
  const app = await openWithGateway()
  const { turns, totals } = await sendPrompt(app, 'My name is Ada.', { streaming: false })
  expect(turns[1]).toMatchObject({
    state: 'complete',
    finishReason: 'STOP',
    times: { firstToken: expect.any(Number), firstAnswer: expect.any(Number) },
  })
  expect(totals?.totalTokens).toBe(turns[1]?.usage?.totalTokenCount)
  const [logged] = (await app.exchanges.list({ limit: 1 })).rows
  expect(logged?.route).toBe('generateContent')
})
