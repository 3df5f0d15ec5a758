// Editing, regenerating, continuing, switching, deleting and restoring turns, and the events of watchers.
import { expect, test } from 'vitest'
import {
  applyEvents,
  ask,
  onDisk,
  openTestWorkspace,
  parameters,
  read,
  respondNext,
  startAnswer,
  type TestWorkspace,
  type View,
  type Viewer,
  waitUntil,
  waitUntilIdle,
  watch,
} from '../workspace.fixture'

interface Conversation extends TestWorkspace {
  readonly conversationId: string
  /** The ids of each prompt and its answer, in order. */
  readonly ids: readonly string[]
  /** The input of actions on the turn at this index. */
  readonly at: (index: number) => { conversationId: string; turnId: string }
  readonly viewer: Viewer
}

/** Creates a conversation with answered questions, and watches it as the renderer does. */
async function startConversation(...questions: string[]): Promise<Conversation> {
  const workspace = await openTestWorkspace()
  const [first = '', ...rest] = questions
  const { conversationId } = await ask(workspace, first)
  for (const question of rest) await ask(workspace, question, conversationId)
  const viewer = watch(workspace.app, conversationId)
  const { branch: ids } = await waitUntil(viewer, () => true)
  const at = (index: number) => ({ conversationId, turnId: ids[index] ?? '' })
  return { ...workspace, conversationId, ids, at, viewer }
}

const textsOf = ({ turns }: View) => turns.map(({ parts }) => parts.map(({ text }) => text).join(''))

/** Checks that the watcher's view equals a new snapshot. */
async function expectSettled({ app, conversationId, viewer }: Conversation): Promise<View> {
  const now = await waitUntilIdle(app, conversationId)
  const stateOf = ({ branch, conversation }: View) => JSON.stringify([branch, conversation])
  const watched = await waitUntil(viewer, (view) => stateOf(view) === stateOf(now))
  expect([watched.alternates, watched.totals]).toEqual([now.alternates, now.totals])
  return now
}

test('an edited prompt becomes an alternate of the old one, which keeps its answers', async () => {
  const chat = await startConversation('One?', 'Two?')
  const { app, service, ids, at } = chat
  const changed = { ...parameters, temperature: 1 }
  const edited = app.chat.edit({ ...at(2), parts: [{ text: 'Three?' }], parameters: changed })
  const call = await respondNext(service, { text: 'Three.' })
  expect(call.body.contents.at(-1)).toEqual({ role: 'user', parts: [{ text: 'Three?' }] })
  const view = await expectSettled(chat)
  expect(textsOf(view)).toEqual(['One?', 'Answer to One?', 'Three?', 'Three.'])
  expect(view.branch.at(-1)).toBe(edited.turnId)
  expect(view.alternates).toEqual({ [view.branch[2] ?? '']: [ids[2], view.branch[2]] })
  expect(view.conversation.parameters).toEqual(changed)

  app.chat.switch(at(2))
  expect((await expectSettled(chat)).branch).toEqual(ids)
})

test('an edited answer is saved without a request, and is sent to the model as edited', async () => {
  const chat = await startConversation('One?')
  const { app, conversationId, at } = chat
  const parts = [{ text: 'As I say.', novel: { nested: true } }]
  const { turnId } = app.chat.edit({ ...at(1), parts, parameters })
  const view = await expectSettled(chat)
  expect(view.turns[1]).toMatchObject({
    id: turnId,
    role: 'model',
    state: 'complete',
    edited: true,
    parts,
    model: 'gen-2.5-pro',
    usage: null,
    upstream: null,
  })
  expect(view.conversation.running).toBe(false)
  const { body } = await ask(chat, 'Two?', conversationId)
  expect(body.contents[1]).toEqual({ role: 'model', parts })
})

test('regenerating uses the given parameters, or those of the answer', async () => {
  const chat = await startConversation('One?')
  const { app, service, conversationId, ids, at } = chat
  const own = { model: 'gen-2.5-flash', temperature: 0.5 }
  const first = app.chat.regenerate({ ...at(1), parameters: own })
  expect((await respondNext(service, { text: 'Own.' })).body).toMatchObject({
    generationConfig: { temperature: 0.5 },
  })
  await expectSettled(chat)
  const second = app.chat.regenerate({ conversationId, turnId: first.turnId })
  expect((await respondNext(service, { text: 'Again.' })).request.path).toContain('gen-2.5-flash')
  const view = await expectSettled(chat)
  expect(view.turns[1]).toMatchObject({ id: second.turnId, model: 'gen-2.5-flash', parameters: own })
  expect(view.alternates).toEqual({ [second.turnId]: [ids[1], first.turnId, second.turnId] })
  expect(view.conversation.parameters).toEqual(parameters)
})

test('deleted messages are listed with what was deleted with them, until they are restored', async () => {
  const chat = await startConversation('One?', 'Two?')
  const { app, conversationId, ids, at } = chat
  const list = () =>
    app.chat.deletedTurns({ conversationId }).map(({ role, text, followers }) => ({ role, text, followers }))
  expect(list()).toEqual([])
  await app.chat.deleteTurn(at(3))
  expect(list()).toEqual([{ role: 'model', text: 'Answer to Two?', followers: 0 }])
  // The answer cannot be restored without the prompts before it.
  await app.chat.deleteTurn(at(0))
  expect(list()).toEqual([{ role: 'user', text: 'One?', followers: 2 }])
  await expect(app.chat.restoreTurn(at(3))).rejects.toThrow('Restore it first.')
  await app.chat.restoreTurn(at(0))
  expect((await expectSettled(chat)).branch).toEqual(ids.slice(0, 3))
  const [answer] = app.chat.deletedTurns({ conversationId })
  await app.chat.restoreTurn({ conversationId, turnId: answer?.turnId ?? '' })
  expect((await expectSettled(chat)).branch).toEqual(ids)
  expect(list()).toEqual([])
})

test('regenerates from the prompt if all answers are deleted', async () => {
  const chat = await startConversation('One?')
  const { app, service, ids, at } = chat
  await app.chat.deleteTurn(at(1))
  expect((await expectSettled(chat)).branch).toEqual([ids[0]])
  const { turnId } = app.chat.regenerate(at(0))
  await respondNext(service, { text: 'New.' })
  expect((await expectSettled(chat)).branch).toEqual([ids[0], turnId])
})

/** An answer that was stopped after these parts. */
async function stopAnswer(
  workspace: TestWorkspace,
  parts: readonly object[],
  options: Parameters<typeof startAnswer>[1] = {},
) {
  const { request, ...sent } = await startAnswer(workspace, options)
  for (const part of parts) await request.sendChunk({ candidates: [{ content: { parts: [part] } }] })
  workspace.app.chat.stop(sent)
  return sent
}

test('continuing starts with the partial answer, requests the rest and appends it', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const initial = [{ text: 'Hm.', thought: true }, { text: 'Half an ans' }]
  const { conversationId, turnId } = await stopAnswer(workspace, initial)
  const continued = app.chat.continue({ conversationId, turnId })
  expect((await read(app, conversationId)).turns[1]).toMatchObject({ state: 'running', parts: initial })
  const call = await respondNext(service, { text: 'Where was I?', thought: true }, { text: 'wer.' })
  expect(call.body.contents).toEqual([
    { role: 'user', parts: [{ text: 'Go.' }] },
    { role: 'model', parts: [{ text: 'Half an ans' }] },
    { role: 'user', parts: [{ text: expect.stringContaining('Continue it exactly where it ends') }] },
  ])
  const view = await waitUntilIdle(app, conversationId)
  expect(view.turns).toMatchObject([
    { role: 'user', parts: [{ text: 'Go.' }] },
    {
      id: continued.turnId,
      state: 'complete',
      parts: [initial[0], { text: 'Where was I?', thought: true }, { text: 'Half an answer.' }],
    },
  ])
  expect(view.alternates).toEqual({ [continued.turnId]: [turnId, continued.turnId] })
  const { body } = await ask(workspace, 'And now?', conversationId)
  expect(body.contents.map(({ parts }) => parts.map(({ text }) => text))).toEqual([
    ['Go.'],
    ['Half an answer.'],
    ['And now?'],
  ])
})

test('an answer that an error or the token limit has cut off can be continued', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const { request, ...cutOff } = await startAnswer(workspace)
  await request.sendText('One, ')
  request.end()
  const { conversationId } = cutOff
  expect((await waitUntilIdle(app, conversationId)).turns[1]).toMatchObject({ state: 'failed' })
  const limited = app.chat.continue(cutOff)
  const second = await service.next()
  expect(second.body.contents[1]).toEqual({ role: 'model', parts: [{ text: 'One, ' }] })
  second.respond()
  await second.sendText('two, ')
  await second.sendChunk({ candidates: [{ finishReason: 'MAX_TOKENS' }] })
  second.end()
  await waitUntilIdle(app, conversationId)
  const last = app.chat.continue({ conversationId, turnId: limited.turnId })
  await respondNext(service, { text: 'three.' })
  const view = await waitUntilIdle(app, conversationId)
  expect(view.turns[1]).toMatchObject({ id: last.turnId, parts: [{ text: 'One, two, three.' }] })
})

test('another model continues without the signatures of the first one', async () => {
  const workspace = await openTestWorkspace()
  const sent = await stopAnswer(workspace, [{ text: 'One', thoughtSignature: 's', novel: 1 }])
  workspace.app.chat.continue({ ...sent, parameters: { model: 'gen-3.1-pro-preview' } })
  await respondNext(workspace.service, { text: ', two.' })
  expect((await waitUntilIdle(workspace.app, sent.conversationId)).turns[1]?.parts).toEqual([
    { text: 'One', novel: 1 },
    { text: ', two.' },
  ])
})

test('continuing retains earlier sources, and adds new ones', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const groundingOf = (...sources: string[]) => ({
    groundingMetadata: { groundingChunks: sources.map((uri) => ({ web: { uri } })) },
  })
  const { request, ...sent } = await startAnswer(workspace)
  await request.sendText('Height')
  await request.sendChunk({
    candidates: [{ finishReason: 'MAX_TOKENS', safetyRatings: [], ...groundingOf('https://a.example') }],
  })
  request.end()
  await waitUntilIdle(app, sent.conversationId)
  app.chat.continue(sent)
  const second = await service.next()
  expect((await read(app, sent.conversationId)).turns[1]?.metadata).toEqual(groundingOf('https://a.example'))
  second.respond()
  await second.sendChunk({ candidates: [groundingOf('https://b.example')] })
  await second.complete({ text: ' and depth' })
  const { turns } = await waitUntilIdle(app, sent.conversationId)
  expect(turns[1]?.metadata).toEqual(groundingOf('https://a.example', 'https://b.example'))
})

test('rejects continuing an answer that is complete, empty, structured, or waits for results', async () => {
  const chat = await startConversation('One?')
  const { app, at } = chat
  const structured = { on: true, schema: { type: 'object' }, sentAs: 'responseSchema' as const }
  const rejected = [
    [at(1), 'This response is already complete.'],
    [await stopAnswer(chat, [{ text: 'Hm.', thought: true }]), 'This response is empty.'],
    [
      await stopAnswer(chat, [{ functionCall: { name: 'f' } }]),
      'This response is waiting for function results.',
    ],
    // The rest would be another document.
    [
      await stopAnswer(chat, [{ text: '{"a": 1' }], { parameters: { ...parameters, structured } }),
      'A response with structured output can’t be continued.',
    ],
  ] as const
  for (const [turn, message] of rejected) expect(() => app.chat.continue(turn)).toThrow(message)
})

test('switching shows the newest branch through a turn', async () => {
  const chat = await startConversation('One?', 'Two?')
  const { app, service, conversationId, ids, at } = chat
  app.chat.regenerate(at(1))
  await respondNext(service, { text: 'Other.' })
  const other = await expectSettled(chat)
  app.chat.switch(at(1))
  expect((await expectSettled(chat)).branch).toEqual(ids)
  app.chat.edit({ ...at(2), parts: [{ text: 'Two!' }], parameters })
  await respondNext(service, { text: 'Two.' })
  const newest = await expectSettled(chat)
  app.chat.switch({ conversationId, turnId: other.branch[1] ?? '' })
  expect((await expectSettled(chat)).branch).toEqual(other.branch)
  app.chat.switch(at(0))
  expect((await expectSettled(chat)).branch).toEqual(newest.branch)
  expect(() => app.chat.switch({ conversationId, turnId: 'none' })).toThrow('Message not found in this chat.')
})

test('deleted turns include descendants, are never sent, and are restored unchanged', async () => {
  const chat = await startConversation('One?', 'Two?', 'Three?')
  const { app, conversationId, ids, at } = chat
  const before = await expectSettled(chat)
  await app.chat.deleteTurn(at(2))
  const after = await expectSettled(chat)
  expect(after.branch).toEqual(ids.slice(0, 2))
  expect(after.conversation.headTurnId).toBe(ids[1])
  expect(after.totals).toEqual(before.totals)
  expect(app.chat.turns({ conversationId, turnIds: [...ids] }).map(({ id }) => id)).toEqual(ids.slice(0, 2))
  expect(() => app.chat.regenerate(at(3))).toThrow('Message not found in this chat.')
  await app.chat.restoreTurn(at(2))
  expect(await expectSettled(chat)).toEqual(before)
  await app.chat.deleteTurn(at(2))
  const { body } = await ask(chat, 'Instead?', conversationId)
  expect(body.contents.map(({ parts }) => parts[0]?.text)).toEqual(['One?', 'Answer to One?', 'Instead?'])
})

test('a branch restored after another was started becomes an alternate', async () => {
  const chat = await startConversation('One?', 'Two?')
  const { app, conversationId, ids, at } = chat
  await app.chat.deleteTurn(at(2))
  await ask(chat, 'Instead?', conversationId)
  const { branch } = await expectSettled(chat)
  await app.chat.restoreTurn(at(2))
  const view = await expectSettled(chat)
  expect(view.branch).toEqual(branch)
  expect(view.alternates).toEqual({ [branch[2] ?? '']: [ids[2], branch[2]] })
})

test('deleting an answer shows its newest alternate, and undo shows the old one again', async () => {
  const chat = await startConversation('One?', 'Two?')
  const { app, service, conversationId, ids, at } = chat
  const { turnId } = app.chat.regenerate(at(1))
  await respondNext(service, { text: 'Other.' })
  await expectSettled(chat)
  app.chat.switch(at(1))
  await expectSettled(chat)
  await app.chat.deleteTurn(at(1))
  const view = await expectSettled(chat)
  expect([view.branch, view.alternates]).toEqual([[ids[0], turnId], {}])
  app.conversations.rename({ conversationId, title: 'Renamed' })
  await app.chat.restoreTurn(at(1))
  expect((await expectSettled(chat)).branch).toEqual(ids)
})

test('deleting a branch stops the answers in it, and no others', async () => {
  const chat = await startConversation('One?')
  const { app, conversationId, at } = chat
  const { turnId, request } = await startAnswer(chat, { text: 'Two?', conversationId })
  await request.sendText('Two, ')
  await app.chat.deleteTurn(at(0))
  expect(request.request.signal.aborted).toBe(true)
  expect((await expectSettled(chat)).branch).toEqual([])
  await app.chat.restoreTurn(at(0))
  expect((await expectSettled(chat)).turns.at(-1)).toMatchObject({
    id: turnId,
    state: 'stopped',
    parts: [{ text: 'Two, ' }],
  })
})

test('rejects further prompts while an answer is running, with the reason', async () => {
  const chat = await startConversation('One?')
  const { app, conversationId, at } = chat
  const { turnId } = await startAnswer(chat, { text: 'Two?', conversationId })
  const parts = [{ text: 'x' }]
  const columns = [parameters, parameters]
  const rejected = [
    () => app.chat.send({ conversationId, parts, parameters }),
    () => app.chat.compare({ conversationId, parts, columns }),
    () => app.chat.edit({ ...at(0), parts, parameters }),
    () => app.chat.regenerate(at(1)),
    () => app.chat.continue(at(1)),
  ]
  for (const action of rejected) expect(action).toThrow('A response is still being generated in this chat')
  app.chat.switch(at(1))
  expect((await read(app, conversationId)).branch.at(-1)).toBe(turnId)
})

test('a conversation without text is named by its attachment', async () => {
  const { app } = await openTestWorkspace()
  const beginnings = [
    [{ text: ' \n' }, { inlineData: { mimeType: 'image/png', media: 'a'.repeat(64) } }],
    [{ fileData: { mimeType: 'video/mp4', fileUri: 'https://example.com/v' } }],
    [{ inline_data: { mime_type: 'application/pdf', media: 'a'.repeat(64) } }],
    [{ functionResponse: { name: 'f', response: {} } }],
    [{ fileData: { fileUri: 'https://example.com/v' } }, { text: '  Say\n what? ' }],
  ]
  const titles = beginnings.map((parts) => {
    const { conversationId } = app.chat.send({ conversationId: null, parts, parameters })
    app.chat.stop({ conversationId })
    return app.conversations.list().find(({ id }) => id === conversationId)?.title
  })
  expect(titles).toEqual(['Image', 'Video', 'PDF', 'Function results', 'Say what?'])
})

test('stores the metadata of the candidate, and the time of the first text after thoughts', async () => {
  const workspace = await openTestWorkspace()
  const { request, conversationId } = await startAnswer(workspace)
  await request.sendChunk({ candidates: [{ content: { parts: [{ text: 'Hm.', thought: true }] } }] })
  const thinking = (await read(workspace.app, conversationId)).turns[1]?.times
  expect(thinking).toEqual({ firstToken: expect.any(Number), firstAnswer: null, total: null })
  await request.sendChunk({
    candidates: [{ content: { parts: [{ text: 'So.' }] }, groundingMetadata: { a: 1 } }],
  })
  await request.sendChunk({ candidates: [{ finishReason: 'STOP', urlContextMetadata: { b: 2 } }] })
  request.end()
  const { turns } = await waitUntilIdle(workspace.app, conversationId)
  expect(turns[1]).toMatchObject({
    times: { firstToken: thinking?.firstToken, firstAnswer: expect.any(Number), total: expect.any(Number) },
    metadata: { groundingMetadata: { a: 1 }, urlContextMetadata: { b: 2 } },
  })
})

test('a damaged search index loses no answer, and the workspace opens', async () => {
  const chat = await startConversation('One?')
  const { conversationId } = chat
  onDisk(chat.folder, ({ exec }) => exec("UPDATE turn_texts_data SET block = x'00ff00ff'"))
  await ask(chat, 'Two?', conversationId)
  const { request } = await startAnswer(chat, { text: 'Three?', conversationId })
  await request.sendText('Thr')
  const reopened = await openTestWorkspace({ folder: chat.folder })
  const view = await read(reopened.app, conversationId)
  expect(textsOf(view)).toEqual(['One?', 'Answer to One?', 'Two?', 'Answer to Two?', 'Three?', 'Thr'])
})

test('rejects changes of a deleted conversation', async () => {
  const chat = await startConversation('One?')
  const { app, conversationId, ids, at } = chat
  app.conversations.delete({ conversationId })
  const actions = [
    () => app.chat.edit({ ...at(1), parts: [{ text: 'x' }], parameters }),
    () => app.chat.regenerate(at(1)),
    () => app.chat.switch(at(1)),
    () => app.chat.deleteTurn(at(1)),
    () => app.chat.restoreTurn(at(1)),
    () => app.chat.send({ conversationId, parts: [{ text: 'x' }], parameters }),
  ]
  for (const action of actions) await expect(async () => action()).rejects.toThrow('Chat not found.')
  app.conversations.restore({ conversationId })
  expect((await read(app, conversationId)).branch).toEqual(ids)
})

test('a turn requested during its answer is consistent with waiting events', async () => {
  const chat = await startConversation('One?')
  const { app, conversationId } = chat
  const slow = app.chat.watch({ conversationId })[Symbol.asyncIterator]()
  const events = [...(await slow.next()).value]
  const { turnId, request } = await startAnswer(chat, { text: 'Two?', conversationId })
  await request.sendText('One, ')
  await request.sendText('two, ')
  expect(app.chat.turns({ conversationId, turnIds: [turnId] })).toMatchObject([
    { state: 'running', parts: [{ text: 'One, two, ' }] },
  ])
  await request.sendText('three.')
  app.chat.stop({ conversationId })
  const isLast = () => events.at(-1)?.type === 'conversation' && !events.at(-1).conversation.running
  while (!isLast()) events.push(...(await slow.next()).value)
  expect(applyEvents(events).turns.at(-1)).toMatchObject({
    state: 'stopped',
    parts: [{ text: 'One, two, three.' }],
  })
})
