// The workspace over the real gateway and the demo service, on loopback.
import { expect, onTestFinished, test } from 'vitest'
import { createDemoService } from '#demo/demo'
import { createDispatcher } from '#gateway/outbound/dispatch'
import { defaultLimits } from '#gateway/ports'
import { createGateway } from '#gateway/server/gateway'
import { listen } from '#gateway/server/listen'
import { catalog } from '#shared/models/catalog'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { openWorkspace, type Workspace } from './workspace'
import { makeFolder, parameters, read, type View, waitUntil, waitUntilIdle, watch } from './workspace.fixture'

interface JoinedOptions {
  readonly localKey?: string
  readonly sentKey?: string
  /** Settings of the demo service for every request (`x-demo`). */
  readonly demo?: string
}

async function openWithGateway({
  localKey = 'right',
  sentKey = localKey,
  demo = '',
}: JoinedOptions = {}): Promise<Workspace> {
  let app: Workspace | undefined
  const service = createDemoService({ pace: 'instant' })
  const gateway = createGateway({
    localKey: () => localKey,
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
  const dispatcher = createDispatcher({ headersTimeout: 0, bodyTimeout: 0 })
  const { send } = dispatcher
  app = await openWorkspace({
    folder: makeFolder(),
    send: (call) => send(listening.url, { ...call, headers: { ...call.headers, 'x-goog-api-key': sentKey } }),
  })
  const opened = app
  onTestFinished(async () => {
    await opened.close()
    await dispatcher.close()
    await listening.close(0)
  })
  return opened
}

async function sendPrompt(app: Workspace, text: string, conversationId: string | null = null): Promise<View> {
  const sent = app.chat.send({
    conversationId,
    parts: [{ text }],
    parameters: { ...parameters, includeThoughts: true },
  })
  return waitUntil(watch(app, sent.conversationId), ({ conversation }) => !conversation.running)
}

test('a rejected key fails the answer, and the prompt is stored', async () => {
  const app = await openWithGateway({ localKey: 'right', sentKey: 'wrong' })
  const { turns } = await sendPrompt(app, 'Count to two.')
  expect(turns).toMatchObject([
    { role: 'user', parts: [{ text: 'Count to two.' }] },
    { state: 'failed', parts: [], error: { code: 'UNAUTHENTICATED' } },
  ])
})

test('answers two prompts with thoughts, usage and the id of the exchange', async () => {
  const app = await openWithGateway()
  const first = await sendPrompt(app, 'My name is Ada.')
  const view = await sendPrompt(app, 'What is my name?', first.conversation.id)
  const { conversation, turns } = view
  expect(turns).toMatchObject([
    { role: 'user', state: 'complete' },
    {
      role: 'model',
      state: 'complete',
      finishReason: 'STOP',
      usage: { totalTokenCount: expect.any(Number) },
    },
    { role: 'user', state: 'complete' },
    { role: 'model', state: 'complete', finishReason: 'STOP', error: null },
  ])
  const [thought, answer] = turns[3]?.parts ?? []
  expect([thought?.thought, answer?.thought]).toEqual([true, undefined])
  expect(await read(app, conversation.id)).toEqual(view)
  const logged = (await app.exchanges.list({ limit: 10 })).rows.map(({ id, status }) => ({ id, status }))
  expect(logged).toContainEqual({ id: turns[1]?.exchangeId, status: 200 })
})

test.each([
  ['fail=429', { state: 'failed', parts: [], error: { code: 'RESOURCE_EXHAUSTED' } }],
  ['fail=503', { state: 'failed', parts: [] }],
  ['piece=1; fail-after=2', { state: 'failed', parts: [expect.anything()], error: { code: 'UNAVAILABLE' } }],
  ['piece=1; cut-after=2', { state: 'failed', parts: [expect.anything()], error: { code: 'UNAVAILABLE' } }],
  [
    'piece=1; end-after=2',
    { state: 'failed', parts: [expect.anything()], error: { message: expect.stringContaining('cut off') } },
  ],
  ['piece=1; garbage-after=2', { state: 'failed', parts: [expect.anything()] }],
  ['empty', { state: 'failed', parts: [], error: { message: expect.stringContaining('Empty response') } }],
])('an answer keeps its partial text if the service does %s', async (demo, answer) => {
  const app = await openWithGateway({ demo })
  const { turns } = await sendPrompt(app, 'Tell me something.')
  expect(turns).toMatchObject([{ role: 'user', parts: [{ text: 'Tell me something.' }] }, answer])
})

test('stopping an answer cancels the request in the gateway, which logs it as cancelled', async () => {
  const app = await openWithGateway({ demo: 'piece=1; stall-after=2' })
  const { conversationId } = app.chat.send({
    conversationId: null,
    parts: [{ text: 'Count forever.' }],
    parameters,
  })
  const viewer = watch(app, conversationId)
  await waitUntil(viewer, ({ turns }) => (turns[1]?.parts.length ?? 0) > 0)
  app.chat.stop({ conversationId })
  const { turns } = await waitUntil(viewer, ({ conversation }) => !conversation.running)
  expect(turns[1]).toMatchObject({ state: 'stopped', error: null })
  await expect
    .poll(async () =>
      (await app.exchanges.list({ limit: 10 })).rows.map(({ id, outcome }) => ({ id, outcome })),
    )
    .toEqual([{ id: turns[1]?.exchangeId, outcome: 'cancelled' }])
})

test('a blocked prompt fails with its reason, and the next one is answered', async () => {
  const app = await openWithGateway()
  const blocked = await sendPrompt(app, 'Say something [blocked].')
  expect(blocked.turns[1]).toMatchObject({ state: 'failed', blockReason: 'SAFETY', parts: [] })
  const { turns } = await sendPrompt(app, 'Then say hello.', blocked.conversation.id)
  expect(turns[3]).toMatchObject({ state: 'complete', blockReason: null })
})

const weather = {
  name: 'get_weather',
  description: 'Gets the weather of a city.',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string', description: 'Name of the city' } },
    required: ['city'],
  },
}
const withFunctions: ChatParameters = {
  model: 'gen-3.1-pro-preview',
  functions: { on: true, declarations: [weather], mocks: [], answerWithMocks: false },
}
const withMocks: ChatParameters = {
  ...withFunctions,
  functions: {
    on: true,
    declarations: [weather],
    mocks: [{ name: 'get_weather', response: { sky: 'clear', degrees: 21 } }],
    answerWithMocks: true,
  },
}
const question = [{ text: 'What is the weather in Lisbon and Paris?' }]

test('the user answers parallel function calls in one turn, with their ids, and the answer follows', async () => {
  const app = await openWithGateway()
  const { conversationId } = app.chat.send({
    conversationId: null,
    parts: question,
    parameters: withFunctions,
  })
  const first = await waitUntilIdle(app, conversationId)
  const calls = first.turns[1]?.parts ?? []
  expect(calls).toEqual([
    {
      functionCall: { id: expect.any(String), name: 'get_weather', args: { city: 'Lisbon' } },
      thoughtSignature: expect.any(String),
    },
    { functionCall: { id: expect.any(String), name: 'get_weather', args: { city: 'Paris' } } },
  ])
  const results = calls.map(({ functionCall }) => ({
    functionResponse: { id: functionCall?.id, name: 'get_weather', response: { sky: 'rainy in spring' } },
  }))
  app.chat.send({ conversationId, parts: results, parameters: withFunctions })
  const view = await waitUntilIdle(app, conversationId)
  expect(view.turns[3]).toMatchObject({ state: 'complete', error: null })
  expect(view.turns[3]?.parts[0]?.text).toContain('rainy in spring')
})

test('mocks answer parallel function calls without the user', async () => {
  const app = await openWithGateway()
  const { conversationId } = app.chat.send({ conversationId: null, parts: question, parameters: withMocks })
  const { turns } = await waitUntilIdle(app, conversationId)
  expect(turns.map(({ role, state, error }) => [role, state, error])).toEqual([
    ['user', 'complete', null],
    ['model', 'complete', null],
    ['user', 'complete', null],
    ['model', 'complete', null],
  ])
  const ids = turns[1]?.parts.map(({ functionCall }) => functionCall?.id)
  expect(turns[2]?.parts).toEqual(
    ids?.map((id) => ({
      functionResponse: { id, name: 'get_weather', response: { sky: 'clear', degrees: 21 } },
    })),
  )
  expect(turns[3]?.parts[0]?.text).toContain('clear')
})

test('an answer without streaming is stored like a streamed one', async () => {
  const app = await openWithGateway()
  const { conversationId } = app.chat.send({
    conversationId: null,
    parts: [{ text: 'My name is Ada.' }],
    parameters: { ...parameters, streaming: false },
  })
  const { turns, totals } = await waitUntilIdle(app, conversationId)
  expect(turns[1]).toMatchObject({
    state: 'complete',
    finishReason: 'STOP',
    parts: [{ text: expect.any(String) }],
    times: { firstToken: expect.any(Number), firstAnswer: expect.any(Number) },
  })
  expect(totals?.totalTokens).toBe(turns[1]?.usage?.totalTokenCount)
  const [logged] = (await app.exchanges.list({ limit: 1 })).rows
  expect(logged?.route).toBe('generateContent')
})

test('the columns of a comparison run in parallel, and one is kept', async () => {
  const app = await openWithGateway()
  const columns = [parameters, { ...parameters, model: 'gen-2.5-flash' }]
  const { conversationId, turnIds } = app.chat.compare({
    conversationId: null,
    parts: [{ text: 'Tell me something.' }],
    columns,
  })
  const view = await waitUntilIdle(app, conversationId)
  expect(turnIds.map((id) => [view.known[id]?.model, view.known[id]?.state])).toEqual([
    ['gen-2.5-pro', 'complete'],
    ['gen-2.5-flash', 'complete'],
  ])
  app.chat.selectAnswer({ conversationId, turnId: turnIds[1] ?? '' })
  const { turns } = await sendPrompt(app, 'Go on.', conversationId)
  expect(turns.map(({ id }) => id)).toContain(turnIds[1])
  expect(turns.at(-1)).toMatchObject({ state: 'complete' })
})
