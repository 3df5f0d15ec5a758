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

interface Joined {
  readonly localKey?: string
  readonly callWith?: string
  /** Settings of the demo service for every call (`x-demo`). */
  readonly demo?: string
}

async function openJoined({
  localKey = 'right',
  callWith = localKey,
  demo = '',
}: Joined = {}): Promise<Workspace> {
  let app: Workspace | undefined
  const service = createDemoService({ pace: 'instant' })
  const gateway = createGateway({
    localKey: () => localKey,
    upstream: () => ({
      id: 'demo',
      kind: 'demo',
      send: (call) => service({ ...call, headers: { ...call.headers, 'x-demo': demo } }),
    }),
    upstreamOf: () => undefined,
    models: () => catalog,
    allowedOrigins: () => [],
    limits: () => defaultLimits,
    version: '0.0.0',
    onExchange: (exchange) => app?.exchanges.keep(exchange),
  })
  const listening = await listen(gateway, { port: 0 })
  const dispatcher = createDispatcher({ headersTimeout: 0, bodyTimeout: 0 })
  const { send } = dispatcher
  app = await openWorkspace({
    folder: makeFolder(),
    send: (call) =>
      send(listening.url, { ...call, headers: { ...call.headers, 'x-goog-api-key': callWith } }),
  })
  const opened = app
  onTestFinished(async () => {
    await opened.close()
    await dispatcher.close()
    await listening.close(0)
  })
  return opened
}

async function converse(app: Workspace, text: string, conversationId: string | null = null): Promise<View> {
  const sent = app.chat.send({
    conversationId,
    parts: [{ text }],
    parameters: { ...parameters, includeThoughts: true },
  })
  return waitUntil(watch(app, sent.conversationId), ({ conversation }) => !conversation.running)
}

test('a refused key is told, and the prompt is kept', async () => {
  const app = await openJoined({ localKey: 'right', callWith: 'wrong' })
  const { turns } = await converse(app, 'Count to two.')
  expect(turns).toMatchObject([
    { role: 'user', parts: [{ text: 'Count to two.' }] },
    { state: 'failed', parts: [], error: { code: 'UNAUTHENTICATED' } },
  ])
})

test('two turns are answered, with thoughts, usage and the exchange behind each', async () => {
  const app = await openJoined()
  const first = await converse(app, 'My name is Ada.')
  const view = await converse(app, 'What is my name?', first.conversation.id)
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
  const logged = app.exchanges.list({ limit: 10 }).map(({ id, status }) => ({ id, status }))
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
])('a service that does %s leaves a failed answer that keeps what came', async (demo, answer) => {
  const app = await openJoined({ demo })
  const { turns } = await converse(app, 'Tell me something.')
  expect(turns).toMatchObject([{ role: 'user', parts: [{ text: 'Tell me something.' }] }, answer])
})

test('stop reaches through the gateway, and the exchange is logged as cancelled', async () => {
  const app = await openJoined({ demo: 'piece=1; stall-after=2' })
  const { conversationId } = app.chat.send({
    conversationId: null,
    parts: [{ text: 'Go on for ever.' }],
    parameters,
  })
  const viewer = watch(app, conversationId)
  await waitUntil(viewer, ({ turns }) => (turns[1]?.parts.length ?? 0) > 0)
  app.chat.stop({ conversationId })
  const { turns } = await waitUntil(viewer, ({ conversation }) => !conversation.running)
  expect(turns[1]).toMatchObject({ state: 'stopped', error: null })
  await expect
    .poll(() => app.exchanges.list({ limit: 10 }).map(({ id, outcome }) => ({ id, outcome })))
    .toEqual([{ id: turns[1]?.exchangeId, outcome: 'cancelled' }])
})

test('a blocked prompt is told as blocked, and the next one is answered', async () => {
  const app = await openJoined()
  const blocked = await converse(app, 'Say something [blocked].')
  expect(blocked.turns[1]).toMatchObject({ state: 'failed', blockReason: 'SAFETY', parts: [] })
  const { turns } = await converse(app, 'Then say hello.', blocked.conversation.id)
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
const calling: ChatParameters = {
  model: 'gen-3.1-pro-preview',
  functions: { on: true, declarations: [weather], mocks: [], answerWithMocks: false },
}
const mocked: ChatParameters = {
  ...calling,
  functions: {
    on: true,
    declarations: [weather],
    mocks: [{ name: 'get_weather', response: { sky: 'clear', degrees: 21 } }],
    answerWithMocks: true,
  },
}
const question = [{ text: 'What is the weather in Lisbon and Paris?' }]

test('parallel calls are answered by hand in one turn, with their ids and signatures, and the answer follows', async () => {
  const app = await openJoined()
  const { conversationId } = app.chat.send({ conversationId: null, parts: question, parameters: calling })
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
  app.chat.send({ conversationId, parts: results, parameters: calling })
  const view = await waitUntilIdle(app, conversationId)
  expect(view.turns[3]).toMatchObject({ state: 'complete', error: null })
  expect(view.turns[3]?.parts[0]?.text).toContain('rainy in spring')
})

test('parallel calls with mocks are answered without the user, over the same service', async () => {
  const app = await openJoined()
  const { conversationId } = app.chat.send({ conversationId: null, parts: question, parameters: mocked })
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

test('an answer in one piece is kept as a streamed one is', async () => {
  const app = await openJoined()
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
  const [logged] = app.exchanges.list({ limit: 1 })
  expect(logged?.route).toBe('generateContent')
})

test('columns of one comparison are answered side by side, and one is kept', async () => {
  const app = await openJoined()
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
  const { turns } = await converse(app, 'Go on.', conversationId)
  expect(turns.map(({ id }) => id)).toContain(turnIds[1])
  expect(turns.at(-1)).toMatchObject({ state: 'complete' })
})
