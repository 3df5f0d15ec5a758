// The chat with a scripted service: sending, watching, stopping, and every way an answer ends.
import { expect, test } from 'vitest'
import { ApiError } from '#shared/schemas/api-error'
import { ChatEvent } from '#shared/schemas/chat'
import { type PendingRequest, stop } from '../scripted-service.fixture'
import {
  ask,
  openTestWorkspace,
  parameters,
  read,
  startAnswer,
  waitUntil,
  waitUntilIdle,
  watch,
} from '../workspace.fixture'

const go = { conversationId: null, parts: [{ text: 'Go.' }], parameters }

test('streams and saves an answer with its usage', async () => {
  const { app, service } = await openTestWorkspace()
  const { conversationId, turnId } = app.chat.send(go)
  const viewer = watch(app, conversationId)
  const request = await service.next()
  expect(request.request).toMatchObject({
    method: 'POST',
    path: expect.stringMatching(/\/models\/gen-2\.5-pro:streamGenerateContent\?alt=sse$/),
    headers: { 'content-type': 'application/json' },
  })
  expect(request.body).toEqual({ contents: [{ role: 'user', parts: [{ text: 'Go.' }] }] })

  request.respond(200, { 'x-exchange-id': 'exchange-7', 'x-upstream': 'service' })
  // The upstream is shown before the first text.
  const empty = await waitUntil(viewer, ({ turns }) => turns.at(-1)?.upstream === 'service')
  expect(empty.turns.at(-1)).toMatchObject({ state: 'running', parts: [] })
  await request.sendText('One, ')
  await waitUntil(viewer, ({ turns }) => turns.at(-1)?.parts[0]?.text === 'One, ')
  const usage = { promptTokenCount: 5, candidatesTokenCount: 4, totalTokenCount: 9, novelCount: 1 }
  await request.sendChunk({
    candidates: [{ content: { parts: [{ text: 'two.' }], role: 'model' }, finishReason: 'STOP', index: 0 }],
    usageMetadata: usage,
    modelVersion: 'gen-2.5-pro-002',
  })
  request.end()
  const view = await waitUntil(viewer, ({ conversation }) => !conversation.running)

  expect(view.turns).toEqual([
    expect.objectContaining({ role: 'user', parts: [{ text: 'Go.' }], state: 'complete', parentId: null }),
    {
      id: turnId,
      conversationId,
      parentId: view.turns[0]?.id,
      role: 'model',
      parts: [{ text: 'One, two.' }],
      state: 'complete',
      createdAt: expect.any(Number),
      model: 'gen-2.5-pro',
      modelVersion: 'gen-2.5-pro-002',
      finishReason: 'STOP',
      blockReason: null,
      error: null,
      usage,
      times: { firstToken: expect.any(Number), firstAnswer: expect.any(Number), total: expect.any(Number) },
      exchangeId: 'exchange-7',
      upstream: 'service',
      parameters,
      metadata: null,
      comparison: null,
      edited: false,
    },
  ])
  expect(view.totals).toEqual({ promptTokens: 5, outputTokens: 4, thoughtsTokens: null, totalTokens: 9 })
  expect(await read(app, conversationId)).toEqual(view)
  expect(app.conversations.list()).toEqual([view.conversation])
  expect(view.conversation).toMatchObject({ title: 'Go.', headTurnId: turnId, running: false, parameters })
  for (const event of viewer.events) expect(ChatEvent.safeParse(event).error).toBeUndefined()
})

test('watchers join during an answer without gaps or repeats, and leave without stopping it', async () => {
  const { app, workspace } = await openTestWorkspace()
  const { conversationId, request } = await startAnswer(workspace)
  const abortController = new AbortController()
  const aborted = watch(app, conversationId, abortController.signal)
  const viewers = []
  let whole = ''
  for (let index = 0; index < 60; index += 1) {
    whole += `word${index} `
    await request.sendText(`word${index} `)
    if (index % 20 === 10) viewers.push(watch(app, conversationId))
    if (index === 30) abortController.abort()
  }
  await aborted.ended
  for (const viewer of viewers) {
    const view = await waitUntil(viewer, ({ turns }) => turns.at(-1)?.parts[0]?.text?.length === whole.length)
    expect(view.turns.at(-1)).toMatchObject({ state: 'running', parts: [{ text: whole }] })
  }
})

test('the answer waits for a slow watcher in one item', async () => {
  const { app, service } = await openTestWorkspace()
  const { conversationId } = app.chat.send(go)
  const slow = app.chat.watch({ conversationId })[Symbol.asyncIterator]()
  expect((await slow.next()).value).toMatchObject([{ type: 'snapshot' }])
  const quick = watch(app, conversationId)
  const request = await service.next()
  request.respond()
  for (let index = 0; index < 200; index += 1) await request.sendText('x')
  await waitUntil(quick, ({ turns }) => turns.at(-1)?.parts[0]?.text?.length === 200)
  expect((await slow.next()).value).toMatchObject([
    { type: 'turn', turn: { state: 'running', parts: [] } },
    { type: 'delta', deltas: [{ index: 0, parts: [{ text: 'x'.repeat(200) }] }] },
  ])
  await request.complete()
  await waitUntil(quick, ({ conversation }) => !conversation.running)
  expect((await slow.next()).value).toMatchObject([
    { type: 'turn', turn: { state: 'complete' } },
    { type: 'totals' },
    { type: 'conversation', conversation: { running: false } },
  ])
})

test('stopping aborts the request and keeps the partial text', async () => {
  const { app, workspace } = await openTestWorkspace()
  const { conversationId, request } = await startAnswer(workspace)
  await request.sendText('One, ')
  app.chat.stop({ conversationId })
  expect(request.request.signal.aborted).toBe(true)
  const view = await read(app, conversationId)
  expect(view.conversation.running).toBe(false)
  expect(view.turns.at(-1)).toMatchObject({ state: 'stopped', parts: [{ text: 'One, ' }], error: null })
  app.chat.stop({ conversationId })
  expect(await read(app, conversationId)).toEqual(view)
})

test('stopping ends an answer whose request ignores the abort', async () => {
  const { app: unresponsive } = await openTestWorkspace({ send: () => new Promise(() => {}) })
  const { conversationId } = unresponsive.chat.send(go)
  unresponsive.chat.stop({ conversationId })
  const { turns } = await read(unresponsive, conversationId)
  expect(turns.at(-1)).toMatchObject({ state: 'stopped', parts: [] })
  await unresponsive.close()
})

test('answers of several conversations run in parallel', async () => {
  const { app, service } = await openTestWorkspace()
  const texts = ['One.', 'Elsewhere.']
  for (const text of texts) app.chat.send({ ...go, parts: [{ text }] })
  expect(app.countRunning()).toBe(2)
  for (const text of texts) expect((await service.next()).body.contents[0]?.parts).toEqual([{ text }])
})

const sse = (...chunks: unknown[]) => chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
const respondWith =
  (status: number, body: string, headers = {}) =>
  (request: PendingRequest) => {
    request.respond(status, { 'x-exchange-id': 'exchange-1', ...headers })
    if (body) void request.send(body)
    request.end()
  }
const streamOf = (...bytes: string[]) => respondWith(200, bytes.join(''))
const breakAfter =
  (chunks: unknown[], error = new Error('terminated')) =>
  async (request: PendingRequest) => {
    request.respond()
    for (const chunk of chunks) await request.sendChunk(chunk)
    request.fail(error)
  }
const textChunk = { candidates: [{ content: { parts: [{ text: 'One, ' }] } }] }
const overloaded = { error: { code: 503, message: 'Overloaded.', status: 'UNAVAILABLE' } }
const tooMany = { code: 429, message: 'Too many.', status: 'RESOURCE_EXHAUSTED' }
const retryInfo = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '32s' }]
const containing = (message: string) => ({ message: expect.stringContaining(message) })
const none: never[] = []
const busy = { code: 'UNAVAILABLE', message: 'Overloaded.' }
const half = [{ text: 'One, ' }]
const failed = (code: string, message: string) => ({ parts: none, error: { code, message } })

test.each<[string, (request: PendingRequest) => unknown, object]>([
  [
    'an error response with a delay',
    respondWith(429, JSON.stringify({ error: tooMany }), { 'retry-after': '32' }),
    {
      parts: none,
      error: { code: 'RESOURCE_EXHAUSTED', message: 'Too many.', retryAfter: 32 },
      exchangeId: 'exchange-1',
    },
  ],
  [
    'an error response as HTML',
    respondWith(502, '<html>Bad gateway</html>'),
    failed('UNAVAILABLE', 'The provider returned status 502.'),
  ],
  [
    'an error response without a body',
    respondWith(401, ''),
    failed('UNAUTHENTICATED', 'The provider returned status 401.'),
  ],
  [
    'an unreachable gateway',
    (request) => request.fail(new ApiError('UNAVAILABLE', 'Nothing listens there.')),
    failed('UNAVAILABLE', 'Nothing listens there.'),
  ],
  ['an error frame', streamOf(sse(textChunk, overloaded)), { parts: half, error: busy }],
  [
    'a bare error object',
    streamOf(sse(textChunk), `${JSON.stringify(overloaded, null, 2)}\n`),
    { parts: half, error: busy },
  ],
  ['only an error object', streamOf(JSON.stringify(overloaded)), { parts: none, error: busy }],
  ['no finish reason', streamOf(sse(textChunk)), { parts: half, error: containing('cut off') }],
  ['no event', streamOf(''), { parts: none, error: containing('Empty response') }],
  ['no candidate', streamOf(sse({ candidates: [] })), { parts: none, error: containing('Empty response') }],
  [
    'invalid JSON',
    streamOf(sse(textChunk), 'data: {"cand\n\n'),
    { parts: half, error: containing('not JSON') },
  ],
  [
    'a part of the wrong type',
    streamOf(sse(textChunk, { candidates: [{ content: { parts: [{ text: 5 }] } }] })),
    { parts: half, error: containing('candidates.0.content.parts.0.text') },
  ],
  [
    'a blocked prompt',
    streamOf(sse({ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 3 } })),
    {
      parts: none,
      blockReason: 'SAFETY',
      finishReason: null,
      error: { message: 'The provider blocked the prompt (SAFETY).' },
    },
  ],
  [
    'the token limit',
    streamOf(sse(textChunk, { candidates: [{ finishReason: 'MAX_TOKENS' }] })),
    { state: 'complete', parts: half, finishReason: 'MAX_TOKENS', error: null },
  ],
  ['a broken connection', breakAfter([textChunk]), { parts: half, error: containing('cut off') }],
  [
    'a broken connection after the finish reason',
    breakAfter([textChunk, stop]),
    { state: 'complete', parts: half, error: null },
  ],
  [
    'a broken connection after an error frame',
    breakAfter(
      [textChunk, { error: { ...tooMany, details: retryInfo } }],
      new ApiError('UNAVAILABLE', 'The connection broke off.'),
    ),
    { parts: half, error: { code: 'RESOURCE_EXHAUSTED', message: 'Too many.', retryAfter: 32 } },
  ],
])('an answer that ends with %s has that outcome, and keeps its partial text', async (_, answer, turn) => {
  const { app, service } = await openTestWorkspace()
  const { conversationId } = app.chat.send(go)
  await answer(await service.next())
  const { turns } = await waitUntilIdle(app, conversationId)
  expect(turns).toMatchObject([
    { role: 'user', parts: go.parts },
    { role: 'model', state: 'failed', ...turn },
  ])
})

test('rejects missing conversations and turns, and empty prompts', async () => {
  const workspace = await openTestWorkspace()
  const { chat, conversations } = workspace.app
  const { conversationId } = await ask(workspace, 'Go.')
  const turnId = (await read(workspace.app, conversationId)).branch[0] ?? ''
  const raw = [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }]
  const rejected: [() => unknown, string][] = [
    [() => chat.send({ ...go, parts: [{ text: ' \n' }] }), 'parts: must not be empty'],
    [() => chat.send({ ...go, conversationId: 'none' }), 'Chat not found.'],
    [() => chat.regenerate({ conversationId, turnId: 'none' }), 'Message not found in this chat.'],
    [() => chat.continue({ conversationId, turnId }), 'Only a response can be continued.'],
    [() => chat.send({ ...go, parts: raw }), 'parts[0].inlineData: must refer to a file in the media folder'],
  ]
  for (const [action, message] of rejected) expect(action).toThrow(message)
  await expect(read(workspace.app, 'none')).rejects.toThrow('Chat not found.')
  expect(conversations.list()).toHaveLength(1)
})

test('closing aborts the request of a running answer, and ends its watchers', async () => {
  const workspace = await openTestWorkspace()
  const { conversationId, request } = await startAnswer(workspace)
  const viewer = watch(workspace.app, conversationId)
  await workspace.app.close()
  await viewer.ended
  expect(request.request.signal.aborted).toBe(true)
  expect(() => workspace.app.conversations.list()).toThrow('The workspace is closed.')
})
