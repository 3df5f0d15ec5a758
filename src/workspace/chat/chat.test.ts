// The chat with a scripted gateway: sending, watching, stopping, failing, regenerating.
import { expect, test } from 'vitest'
import { ApiError } from '#shared/schemas/api-error'
import { ChatEvent } from '#shared/schemas/chat'
import { openWorkspace } from '../workspace'
import { ask, openTestWorkspace, parameters, read, stop, waitUntil, watch } from '../workspace.fixture'

test('saves a prompt, builds its request, and sends it in different turns of the event loop', async () => {
  const { app, gateway } = await openTestWorkspace()
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  app.chat.send({ conversationId: null, parts: [{ text: 'Hello.' }], parameters })
  let timer = setImmediate(count)
  await gateway.next()
  clearImmediate(timer)
  expect(turns).toBeGreaterThanOrEqual(1)
})

test('streams and saves an answer with its usage', async () => {
  const { app, gateway } = await openTestWorkspace()
  const { conversationId, turnId } = app.chat.send({
    conversationId: null,
    parts: [{ text: 'Count to two.' }],
    parameters,
  })
  const viewer = watch(app, conversationId)
  const request = await gateway.next()
  expect(request.request).toMatchObject({
    method: 'POST',
    path: expect.stringMatching(/\/models\/gen-2\.5-pro:streamGenerateContent\?alt=sse$/),
    headers: { 'content-type': 'application/json' },
  })
  expect(request.body).toEqual({ contents: [{ role: 'user', parts: [{ text: 'Count to two.' }] }] })

  request.respond(200, { 'x-exchange-id': 'exchange-7', 'x-upstream': 'service' })
  await request.sendText('One, ')
  await waitUntil(viewer, (view) => view.turns.at(-1)?.parts[0]?.text === 'One, ')
  await request.sendChunk({
    candidates: [{ content: { parts: [{ text: 'two.' }], role: 'model' }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 4, totalTokenCount: 9, novelCount: 1 },
    modelVersion: 'gen-2.5-pro-002',
  })
  request.end()
  const view = await waitUntil(viewer, ({ conversation }) => !conversation.running)

  expect(view.turns).toEqual([
    expect.objectContaining({
      role: 'user',
      parts: [{ text: 'Count to two.' }],
      state: 'complete',
      parentId: null,
    }),
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
      usage: { promptTokenCount: 5, candidatesTokenCount: 4, totalTokenCount: 9, novelCount: 1 },
      times: {
        firstToken: expect.any(Number),
        firstAnswer: expect.any(Number),
        total: expect.any(Number),
      },
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
  expect(view.conversation).toMatchObject({
    title: 'Count to two.',
    headTurnId: turnId,
    running: false,
    parameters,
  })
  for (const event of viewer.events) expect(ChatEvent.safeParse(event).error).toBeUndefined()
})

test('saves the prompt before the request is sent', async () => {
  const { app, gateway, folder } = await openTestWorkspace()
  const { conversationId } = app.chat.send({ conversationId: null, parts: [{ text: 'Kept?' }], parameters })
  const other = await openWorkspace({ folder, send: gateway.send })
  expect((await read(other, conversationId)).turns[0]).toMatchObject({
    role: 'user',
    parts: [{ text: 'Kept?' }],
  })
  await other.close()
})

test('a watcher that joins during an answer gets all of it, without gaps or repeats', async () => {
  const { app, gateway } = await openTestWorkspace()
  const { conversationId } = app.chat.send({ conversationId: null, parts: [{ text: 'Go.' }], parameters })
  const first = watch(app, conversationId)
  const request = await gateway.next()
  request.respond()
  const second = []
  for (let index = 0; index < 60; index += 1) {
    await request.sendText(`word${index} `)
    if (index % 20 === 10) second.push(watch(app, conversationId))
  }
  const whole = Array.from({ length: 60 }, (_, index) => `word${index} `).join('')
  for (const viewer of [first, ...second]) {
    const view = await waitUntil(viewer, ({ turns }) => turns.at(-1)?.parts[0]?.text?.length === whole.length)
    expect(view.turns.at(-1)?.parts).toEqual([{ text: whole }])
    expect(view.turns.at(-1)?.state).toBe('running')
  }
})

test('merges the deltas of a thousand chunks into a few events', async () => {
  const { app, gateway } = await openTestWorkspace()
  const { conversationId } = app.chat.send({ conversationId: null, parts: [{ text: 'Go.' }], parameters })
  const viewer = watch(app, conversationId)
  const request = await gateway.next()
  request.respond()
  const event = (text: string) =>
    `data: ${JSON.stringify({ candidates: [{ content: { parts: [{ text }] } }] })}\n\n`
  await request.send(Array.from({ length: 1000 }, (_, index) => event(`${index},`)).join(''))
  const whole = Array.from({ length: 1000 }, (_, index) => `${index},`).join('')
  await waitUntil(viewer, ({ turns }) => turns.at(-1)?.parts[0]?.text === whole)
  expect(viewer.events.filter(({ type }) => type === 'delta').length).toBeLessThan(50)
})

test('the answer waits for a slow watcher in a few events', async () => {
  const { app, gateway } = await openTestWorkspace()
  const { conversationId } = app.chat.send({ conversationId: null, parts: [{ text: 'Go.' }], parameters })
  const slow = app.chat.watch({ conversationId })[Symbol.asyncIterator]()
  expect((await slow.next()).value).toMatchObject({ type: 'snapshot' })
  const quick = watch(app, conversationId)
  const request = await gateway.next()
  request.respond()
  for (let index = 0; index < 200; index += 1) await request.sendText('x')
  await waitUntil(quick, ({ turns }) => turns.at(-1)?.parts[0]?.text?.length === 200)
  expect((await slow.next()).value).toMatchObject({ type: 'turn', turn: { state: 'running', parts: [] } })
  expect((await slow.next()).value).toMatchObject({
    type: 'delta',
    deltas: [{ index: 0, parts: [{ text: 'x'.repeat(200) }] }],
  })
  await request.sendChunk(stop)
  request.end()
  await waitUntil(quick, ({ conversation }) => !conversation.running)
  expect((await slow.next()).value).toMatchObject({ type: 'turn', turn: { state: 'complete' } })
  expect((await slow.next()).value).toMatchObject({ type: 'totals' })
  expect((await slow.next()).value).toMatchObject({ type: 'conversation', conversation: { running: false } })
})

test('publishes the upstream before the first text', async () => {
  const { app, gateway } = await openTestWorkspace()
  const { conversationId } = app.chat.send({ conversationId: null, parts: [{ text: 'Go.' }], parameters })
  const viewer = watch(app, conversationId)
  const request = await gateway.next()
  request.respond(200, { 'x-upstream': 'demo' })
  const view = await waitUntil(viewer, ({ turns }) => turns.at(-1)?.upstream === 'demo')
  expect(view.turns.at(-1)).toMatchObject({ state: 'running', parts: [] })
})

test('aborting a watcher does not stop the answer', async () => {
  const { app, gateway } = await openTestWorkspace()
  const { conversationId } = app.chat.send({ conversationId: null, parts: [{ text: 'Go.' }], parameters })
  const abortController = new AbortController()
  const viewer = watch(app, conversationId, abortController.signal)
  const request = await gateway.next()
  request.respond()
  await request.sendText('still ')
  abortController.abort()
  await viewer.ended
  await request.sendText('coming')
  expect((await read(app, conversationId)).turns.at(-1)).toMatchObject({
    state: 'running',
    parts: [{ text: 'still coming' }],
  })
})

test('stopping aborts the request and keeps the partial text', async () => {
  const { app, gateway } = await openTestWorkspace()
  const { conversationId } = app.chat.send({ conversationId: null, parts: [{ text: 'Go.' }], parameters })
  const request = await gateway.next()
  request.respond()
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
  const folderless = await openTestWorkspace()
  const unresponsive = await openWorkspace({ ...folderless.options, send: () => new Promise(() => {}) })
  const { conversationId } = unresponsive.chat.send({
    conversationId: null,
    parts: [{ text: 'Go.' }],
    parameters,
  })
  unresponsive.chat.stop({ conversationId })
  expect((await read(unresponsive, conversationId)).turns.at(-1)).toMatchObject({
    state: 'stopped',
    parts: [],
  })
  await unresponsive.close()
})

test('runs one answer at a time in a conversation, in parallel with other conversations', async () => {
  const { app, gateway } = await openTestWorkspace()
  const { conversationId, turnId } = app.chat.send({
    conversationId: null,
    parts: [{ text: 'One.' }],
    parameters,
  })
  const again = { conversationId, parts: [{ text: 'Two.' }], parameters }
  expect(() => app.chat.send(again)).toThrow('A response is still being generated in this chat')
  expect(() => app.chat.regenerate({ conversationId, turnId })).toThrow(ApiError)
  app.chat.send({ conversationId: null, parts: [{ text: 'Elsewhere.' }], parameters })
  expect(app.countRunning()).toBe(2)
  expect((await gateway.next()).body.contents[0]?.parts).toEqual([{ text: 'One.' }])
  expect((await gateway.next()).body.contents[0]?.parts).toEqual([{ text: 'Elsewhere.' }])
  expect((await read(app, conversationId)).turns).toHaveLength(2)
})

test.each([
  {
    shape: 'in the Gemini shape',
    status: 429,
    body: '{"error":{"code":429,"message":"Quota is used up.","status":"RESOURCE_EXHAUSTED"}}',
    error: { code: 'RESOURCE_EXHAUSTED', message: 'Quota is used up.' },
  },
  {
    shape: 'with a delay',
    status: 429,
    body: '{"error":{"code":429,"message":"Too many.","status":"RESOURCE_EXHAUSTED"}}',
    headers: { 'retry-after': '32' },
    error: { code: 'RESOURCE_EXHAUSTED', message: 'Too many.', retryAfter: 32 },
  },
  {
    shape: 'as HTML',
    status: 502,
    body: '<html>Bad gateway</html>',
    error: { code: 'UNAVAILABLE', message: 'The provider returned status 502.' },
  },
  {
    shape: 'without a body',
    status: 401,
    body: '',
    error: { code: 'UNAUTHENTICATED', message: 'The provider returned status 401.' },
  },
])('stores an error response $shape with the prompt', async ({ status, body, headers, error }) => {
  const { app, gateway } = await openTestWorkspace()
  const { conversationId } = app.chat.send({
    conversationId: null,
    parts: [{ text: 'Keep me.' }],
    parameters,
  })
  const request = await gateway.next()
  request.respond(status, { 'x-exchange-id': 'refused-1', ...headers })
  if (body) void request.send(body)
  request.end()
  const view = await waitUntil(watch(app, conversationId), ({ conversation }) => !conversation.running)
  expect(view.turns).toMatchObject([
    { role: 'user', parts: [{ text: 'Keep me.' }] },
    { role: 'model', state: 'failed', parts: [], error, exchangeId: 'refused-1' },
  ])
})

test('stores the error message of an unreachable gateway', async () => {
  const { app, gateway } = await openTestWorkspace()
  const { conversationId } = app.chat.send({ conversationId: null, parts: [{ text: 'Go.' }], parameters })
  const request = await gateway.next()
  request.reject(new ApiError('UNAVAILABLE', 'Nothing listens there.'))
  const view = await waitUntil(watch(app, conversationId), ({ conversation }) => !conversation.running)
  expect(view.turns[1]).toMatchObject({
    state: 'failed',
    error: { code: 'UNAVAILABLE', message: 'Nothing listens there.' },
  })
})

const textChunk = { candidates: [{ content: { parts: [{ text: 'One, ' }] } }] }
const sse = (...chunks: unknown[]) => chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
const wireError = { error: { code: 503, message: 'Overloaded.', status: 'UNAVAILABLE' } }
const expectedError = { state: 'failed', error: { code: 'UNAVAILABLE', message: 'Overloaded.' } }

test.each([
  ['an error frame', sse(textChunk, wireError), { ...expectedError, parts: [{ text: 'One, ' }] }],
  [
    'a bare error object',
    `${sse(textChunk)}${JSON.stringify(wireError, null, 2)}\n`,
    { ...expectedError, parts: [{ text: 'One, ' }] },
  ],
  ['only an error object', JSON.stringify(wireError), { ...expectedError, parts: [] }],
  [
    'no finish reason',
    sse(textChunk),
    { state: 'failed', parts: [{ text: 'One, ' }], error: { message: expect.stringContaining('cut off') } },
  ],
  [
    'no event',
    '',
    { state: 'failed', parts: [], error: { message: expect.stringContaining('Empty response') } },
  ],
  [
    'invalid JSON',
    `${sse(textChunk)}data: {"cand\n\n`,
    { state: 'failed', parts: [{ text: 'One, ' }], error: { message: expect.stringContaining('not JSON') } },
  ],
  [
    'a part of the wrong type',
    sse(textChunk, { candidates: [{ content: { parts: [{ text: 5 }] } }] }),
    {
      state: 'failed',
      parts: [{ text: 'One, ' }],
      error: { message: expect.stringContaining('candidates.0.content.parts.0.text') },
    },
  ],
  [
    'a blocked prompt',
    sse({ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 3 } }),
    {
      state: 'failed',
      parts: [],
      blockReason: 'SAFETY',
      finishReason: null,
      error: { message: 'The provider blocked the prompt (SAFETY).' },
    },
  ],
  [
    'the token limit',
    sse(textChunk, { candidates: [{ finishReason: 'MAX_TOKENS' }] }),
    { state: 'complete', parts: [{ text: 'One, ' }], finishReason: 'MAX_TOKENS', error: null },
  ],
])('a stream that ends with %s has that outcome and keeps the partial text', async (_, bytes, turn) => {
  const { app, gateway } = await openTestWorkspace()
  const { conversationId } = app.chat.send({ conversationId: null, parts: [{ text: 'Go.' }], parameters })
  const request = await gateway.next()
  request.respond()
  if (bytes) void request.send(bytes)
  request.end()
  const view = await waitUntil(watch(app, conversationId), ({ conversation }) => !conversation.running)
  expect(view.turns[1]).toMatchObject(turn)
  expect((await read(app, conversationId)).turns[1]).toEqual(view.turns[1])
})

test('a broken connection keeps the partial text; after the finish reason the answer is complete', async () => {
  const { app, gateway } = await openTestWorkspace()
  const broken = []
  for (const last of [textChunk, stop]) {
    const { conversationId } = app.chat.send({ conversationId: null, parts: [{ text: 'Go.' }], parameters })
    const request = await gateway.next()
    request.respond()
    await request.sendChunk(textChunk)
    await request.sendChunk(last)
    request.fail(new Error('terminated'))
    broken.push(await waitUntil(watch(app, conversationId), ({ conversation }) => !conversation.running))
  }
  expect(broken.map(({ turns }) => turns[1])).toMatchObject([
    {
      state: 'failed',
      parts: [{ text: 'One, One, ' }],
      error: { message: expect.stringContaining('cut off') },
    },
    { state: 'complete', parts: [{ text: 'One, ' }], error: null },
  ])
})

test('an error event keeps its code, message and delay if the connection breaks after it', async () => {
  const { app, gateway } = await openTestWorkspace()
  const { conversationId } = app.chat.send({ conversationId: null, parts: [{ text: 'Go.' }], parameters })
  const request = await gateway.next()
  request.respond()
  await request.sendChunk(textChunk)
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '32s' }]
  await request.sendChunk({
    error: { code: 429, message: 'Too many.', status: 'RESOURCE_EXHAUSTED', details },
  })
  request.fail(new ApiError('UNAVAILABLE', 'The connection broke off.'))
  const view = await waitUntil(watch(app, conversationId), ({ conversation }) => !conversation.running)
  expect(view.turns[1]).toMatchObject({
    state: 'failed',
    parts: [{ text: 'One, ' }],
    error: { code: 'RESOURCE_EXHAUSTED', message: 'Too many.', retryAfter: 32 },
  })
})

test('sends unknown fields, signatures and unknown parts back unchanged', async () => {
  const workspace = await openTestWorkspace()
  const { app, gateway } = workspace
  const { conversationId } = app.chat.send({ conversationId: null, parts: [{ text: 'Think.' }], parameters })
  const parts = [
    { thought: true, text: 'Hm.' },
    { thought: true, thoughtSignature: 'c2lnbmVk', text: 'Signed thought.' },
    { text: 'Hello ' },
    { zeta: { b: 1, a: [null, 'ü\u2028'] }, text: 'there', alpha: 1e21 },
    { thoughtSignature: 'QUJD', text: '' },
    { toolCall: { toolType: 'SEARCH', id: 'x' } },
  ]
  const request = await gateway.next()
  request.respond()
  for (const part of parts) await request.sendChunk({ candidates: [{ content: { parts: [part] } }] })
  await request.sendChunk(stop)
  request.end()
  await waitUntil(watch(app, conversationId), ({ conversation }) => !conversation.running)
  const again = await ask(workspace, 'And now?', conversationId)
  expect(JSON.stringify(again.body.contents)).toBe(
    JSON.stringify([
      { role: 'user', parts: [{ text: 'Think.' }] },
      { role: 'model', parts: parts.slice(1) },
      { role: 'user', parts: [{ text: 'And now?' }] },
    ]),
  )
  const third = await ask(workspace, 'Once more.', conversationId)
  expect(JSON.stringify(third.body.contents[1])).toBe(JSON.stringify(again.body.contents[1]))
})

test('regenerating sends the prompt again and keeps the old answer as an alternate', async () => {
  const workspace = await openTestWorkspace()
  const { app, gateway } = workspace
  const { conversationId, turnId } = app.chat.send({
    conversationId: null,
    parts: [{ text: 'Go.' }],
    parameters,
  })
  const first = await gateway.next()
  first.respond(503)
  first.end()
  await waitUntil(watch(app, conversationId), ({ conversation }) => !conversation.running)

  const retried = app.chat.regenerate({ conversationId, turnId })
  const second = await gateway.next()
  expect(second.body).toEqual(first.body)
  second.respond()
  await second.sendText('Gone.')
  await second.sendChunk(stop)
  second.end()
  const view = await waitUntil(watch(app, conversationId), ({ conversation }) => !conversation.running)
  const prompt = view.turns[0]
  expect(view.conversation.headTurnId).toBe(retried.turnId)
  expect(view.alternates).toEqual({ [retried.turnId]: [turnId, retried.turnId] })
  expect(app.chat.turns({ conversationId, turnIds: ['none', turnId] })).toMatchObject([
    { id: turnId, parentId: prompt?.id, state: 'failed' },
  ])
  expect(view.turns).toMatchObject([
    { id: prompt?.id, role: 'user' },
    { id: retried.turnId, parentId: prompt?.id, state: 'complete', parts: [{ text: 'Gone.' }] },
  ])
  const third = await ask(workspace, 'Next.', conversationId)
  expect(third.body.contents.map(({ role }) => role)).toEqual(['user', 'model', 'user'])
})

test('rejects missing conversations and turns, and empty prompts', async () => {
  const workspace = await openTestWorkspace()
  const { app } = workspace
  const { conversationId } = await ask(workspace, 'Go.')
  const [prompt] = (await read(app, conversationId)).turns
  expect(() => app.chat.send({ conversationId: null, parts: [{ text: ' \n' }], parameters })).toThrow(
    'parts: must not be empty',
  )
  expect(() => app.chat.send({ conversationId: 'none', parts: [{ text: 'Go.' }], parameters })).toThrow(
    'Chat not found.',
  )
  expect(() => app.chat.regenerate({ conversationId, turnId: 'none' })).toThrow(
    'Message not found in this chat.',
  )
  expect(() => app.chat.continue({ conversationId, turnId: prompt?.id ?? '' })).toThrow(
    'Only a response can be continued.',
  )
  const raw = [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }]
  expect(() => app.chat.send({ conversationId, parts: raw, parameters })).toThrow(
    'parts[0].inlineData: must refer to a file in the media folder',
  )
  await expect(read(app, 'none')).rejects.toThrow('Chat not found.')
  expect(app.conversations.list()).toHaveLength(1)
})

test('stores the media of an answer as files, and sends them back unchanged', async () => {
  const workspace = await openTestWorkspace()
  const { app, gateway } = workspace
  const data = Buffer.from('\x89PNG\r\n\x1a\nthese are the pixels', 'latin1').toString('base64')
  const { conversationId } = app.chat.send({ conversationId: null, parts: [{ text: 'Draw.' }], parameters })
  const request = await gateway.next()
  request.respond()
  const part = { inlineData: { mimeType: 'image/png', data, hue: 'red' }, thoughtSignature: 'U0lH' }
  await request.sendChunk({ candidates: [{ content: { parts: [{ text: 'Here: ' }, part] } }] })
  await request.sendChunk(stop)
  request.end()
  const view = await waitUntil(watch(app, conversationId), ({ conversation }) => !conversation.running)
  const media = view.turns[1]?.parts[1]?.inlineData?.media
  expect(view.turns[1]?.parts[1]).toEqual({
    inlineData: { mimeType: 'image/png', media, hue: 'red' },
    thoughtSignature: 'U0lH',
  })
  expect(Buffer.from(await app.media.read(String(media))).toString('base64')).toBe(data)
  const again = await ask(workspace, 'Bluer.', conversationId)
  expect(JSON.stringify(again.body.contents[1]?.parts[1])).toBe(JSON.stringify(part))
})

test('closing saves a running answer as interrupted, and ends its watchers', async () => {
  const { app, gateway, options } = await openTestWorkspace()
  const { conversationId } = app.chat.send({ conversationId: null, parts: [{ text: 'Go.' }], parameters })
  const viewer = watch(app, conversationId)
  const request = await gateway.next()
  request.respond()
  await request.sendText('Half an ans')
  await app.close()
  await viewer.ended
  expect(request.request.signal.aborted).toBe(true)
  expect(() => app.conversations.list()).toThrow('The workspace is closed.')
  const reopened = await openWorkspace(options)
  expect((await read(reopened, conversationId)).turns[1]).toMatchObject({
    state: 'interrupted',
    parts: [{ text: 'Half an ans' }],
  })
  await reopened.close()
})
