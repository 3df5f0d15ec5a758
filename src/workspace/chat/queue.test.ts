// Queued prompts: their order, and when they are sent.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect } from '../database/connection'
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

const textParts = (text: string) => [{ text }]

/** Starts an answer, and queues prompts after it. */
async function queueBehind(workspace: TestWorkspace, ...texts: string[]) {
  const { app, gateway } = workspace
  const { conversationId, turnId } = app.chat.send({
    conversationId: null,
    parts: textParts('First.'),
    parameters,
  })
  const request = await gateway.next()
  const queuedIds = texts.map(
    (text) => app.chat.queue({ conversationId, parts: textParts(text), parameters }).queuedId,
  )
  return { conversationId, turnId, request: request, queuedIds }
}

const textsOf = (queued: readonly { parts: readonly { text?: string | undefined }[] }[]) =>
  queued.map(({ parts }) => parts[0]?.text)

test('sends each queued prompt when the answer before it is complete', async () => {
  const workspace = await openTestWorkspace()
  const { app, gateway } = workspace
  const { conversationId, request, queuedIds } = await queueBehind(workspace, 'Second.', 'Third.')
  const viewer = watch(app, conversationId)
  const before = await waitUntil(viewer, () => true)
  expect(before.conversation.queued).toEqual([
    { id: queuedIds[0], parts: textParts('Second.'), parameters, createdAt: expect.any(Number) },
    { id: queuedIds[1], parts: textParts('Third.'), parameters, createdAt: expect.any(Number) },
  ])
  expect(app.conversations.list()[0]?.queued).toEqual(before.conversation.queued)
  request.respond()
  await request.sendText('One.')
  await request.sendChunk({ candidates: [{ finishReason: 'STOP' }] })
  request.end()
  const second = await respondNext(gateway, { text: 'Two.' })
  expect(second.body.contents.map(({ parts }) => parts[0]?.text)).toEqual(['First.', 'One.', 'Second.'])
  await respondNext(gateway, { text: 'Three.' })
  const view = await waitUntil(
    viewer,
    ({ conversation, turns }) => turns.length === 6 && !conversation.running,
  )
  expect(view.conversation.queued).toEqual([])
  expect(view.turns.map(({ parts }) => parts[0]?.text)).toEqual([
    'First.',
    'One.',
    'Second.',
    'Two.',
    'Third.',
    'Three.',
  ])
  expect([view.branch[2], view.branch[4]]).toEqual(queuedIds)
  expect(await read(app, conversationId)).toEqual(view)
})

test.each(['stopped', 'failed'])(
  'the queue waits after an answer that was %s, until the next one is complete',
  async (state) => {
    const workspace = await openTestWorkspace()
    const { app, gateway } = workspace
    const { conversationId, turnId, request } = await queueBehind(workspace, 'Second.')
    if (state === 'stopped') app.chat.stop({ conversationId })
    else {
      request.respond(503)
      request.end()
    }
    const view = await waitUntilIdle(app, conversationId)
    expect(view.turns[1]).toMatchObject({ state })
    expect(textsOf(view.conversation.queued)).toEqual(['Second.'])
    app.chat.queue({ conversationId, parts: textParts('Third.'), parameters })
    expect(textsOf((await read(app, conversationId)).conversation.queued)).toEqual(['Second.', 'Third.'])

    app.chat.regenerate({ conversationId, turnId })
    for (const text of ['One.', 'Two.', 'Three.']) await respondNext(gateway, { text })
    const done = await waitUntil(
      watch(app, conversationId),
      ({ conversation, turns }) => turns.length === 6 && !conversation.running,
    )
    expect(textsOf(done.turns)).toEqual(['First.', 'One.', 'Second.', 'Two.', 'Third.', 'Three.'])
  },
)

test('the queue survives a restart, and waits', async () => {
  const workspace = await openTestWorkspace()
  const { conversationId } = await queueBehind(workspace, 'Second.')
  await workspace.app.close()
  const reopened = await openTestWorkspace(workspace.folder)
  const view = await read(reopened.app, conversationId)
  expect(view.turns[1]).toMatchObject({ state: 'interrupted' })
  expect(textsOf(view.conversation.queued)).toEqual(['Second.'])
  expect(reopened.app.countRunning()).toBe(0)
})

test('a prompt is removed from the queue once, with all of its content', async () => {
  const workspace = await openTestWorkspace()
  const { app } = workspace
  const { conversationId, queuedIds } = await queueBehind(workspace, 'Second.', 'Third.')
  const viewer = watch(app, conversationId)
  const [queuedId = ''] = queuedIds
  expect(app.chat.unqueue({ conversationId, queuedId })).toMatchObject({
    id: queuedId,
    parts: textParts('Second.'),
  })
  const view = await waitUntil(viewer, ({ conversation }) => conversation.queued.length === 1)
  expect(textsOf(view.conversation.queued)).toEqual(['Third.'])
  expect(() => app.chat.unqueue({ conversationId, queuedId })).toThrow('This prompt is no longer queued.')
})

test('a prompt that is put back has its old position', async () => {
  const { app, ...workspace } = await openTestWorkspace()
  const { conversationId, queuedIds } = await queueBehind(
    { app, ...workspace },
    'Second.',
    'Third.',
    'Fourth.',
  )
  const { parts, createdAt } = app.chat.unqueue({ conversationId, queuedId: queuedIds[0] ?? '' })
  app.chat.queue({ conversationId, parts: textParts('Fifth.'), parameters })
  app.chat.queue({ conversationId, parts, parameters, createdAt })
  expect(textsOf(app.conversations.list()[0]?.queued ?? [])).toEqual([
    'Second.',
    'Third.',
    'Fourth.',
    'Fifth.',
  ])
})

test('sends a queued prompt immediately if no answer is running and the queue is empty', async () => {
  const workspace = await openTestWorkspace()
  const { app, gateway } = workspace
  const { conversationId } = await ask(workspace, 'First.')
  const { queuedId } = app.chat.queue({ conversationId, parts: textParts('Second.'), parameters })
  await respondNext(gateway, { text: 'Two.' })
  const view = await waitUntilIdle(app, conversationId)
  expect(view.branch[2]).toBe(queuedId)
  expect(view.conversation.queued).toEqual([])
  expect(() => app.chat.queue({ conversationId, parts: textParts(' '), parameters })).toThrow(
    'parts: must not be empty',
  )
  expect(() => app.chat.queue({ conversationId: 'none', parts: textParts('x'), parameters })).toThrow(
    'Chat not found.',
  )
})

test('the queue waits if the user has switched to another branch', async () => {
  const workspace = await openTestWorkspace()
  const { app, gateway } = workspace
  const first = await ask(workspace, 'First.')
  const { conversationId } = first
  app.chat.regenerate({ conversationId, turnId: first.turnId })
  const request = await gateway.next()
  app.chat.queue({ conversationId, parts: textParts('Second.'), parameters })
  app.chat.switch({ conversationId, turnId: first.turnId })
  request.respond()
  await request.sendChunk({ candidates: [{ content: { parts: textParts('Other.') }, finishReason: 'STOP' }] })
  request.end()
  const view = await waitUntilIdle(app, conversationId)
  expect(view.branch.at(-1)).toBe(first.turnId)
  expect(textsOf(view.conversation.queued)).toEqual(['Second.'])
})

test('skips a damaged prompt in the queue', async () => {
  const workspace = await openTestWorkspace()
  const { app, gateway, folder } = workspace
  const { conversationId, request, queuedIds } = await queueBehind(workspace, 'Second.', 'Third.')
  const direct = connect(join(folder, 'workspace.db'))
  direct.run("UPDATE queued_prompts SET parts = '[]' WHERE id = ?", [queuedIds[0] ?? ''])
  direct.close()
  request.respond()
  await request.sendChunk({ candidates: [{ content: { parts: textParts('One.') }, finishReason: 'STOP' }] })
  request.end()
  await respondNext(gateway, { text: 'Three.' })
  const view = await waitUntil(
    watch(app, conversationId),
    ({ turns, conversation }) => turns.length === 4 && !conversation.running,
  )
  expect(textsOf(view.turns)).toEqual(['First.', 'One.', 'Third.', 'Three.'])
})

test('a prompt that cannot be saved stays in the queue', async () => {
  const workspace = await openTestWorkspace()
  const { app, folder } = workspace
  const { conversationId, request } = await queueBehind(workspace, 'Second.')
  const direct = connect(join(folder, 'workspace.db'))
  direct.exec("CREATE TRIGGER full BEFORE INSERT ON turns BEGIN SELECT RAISE(ABORT, 'no room'); END")
  direct.close()
  request.respond()
  await request.sendChunk({ candidates: [{ content: { parts: textParts('One.') }, finishReason: 'STOP' }] })
  request.end()
  const view = await waitUntilIdle(app, conversationId)
  expect(view.turns[1]).toMatchObject({ state: 'complete' })
  expect(textsOf(view.conversation.queued)).toEqual(['Second.'])
})

test('queued prompts are sent in the order that the user has given them, also after a restart', async () => {
  const workspace = await openTestWorkspace()
  const { app } = workspace
  const { conversationId, queuedIds } = await queueBehind(workspace, 'One.', 'Two.', 'Three.')
  const [one = '', two = '', three = ''] = queuedIds
  const move = (queuedId: string, before: string | null) => {
    app.chat.moveQueued({ conversationId, queuedId, before })
    return textsOf(app.conversations.list()[0]?.queued ?? [])
  }
  expect(move(three, one)).toEqual(['Three.', 'One.', 'Two.'])
  expect(move(three, two)).toEqual(['One.', 'Three.', 'Two.'])
  expect(move(one, null)).toEqual(['Three.', 'Two.', 'One.'])
  for (const [moved, before] of [
    ['none', one],
    [one, 'none'],
  ] as const)
    expect(move(moved, before)).toEqual(['Three.', 'Two.', 'One.'])
  // A prompt that is queued now comes last, and one that is put back returns to its place.
  const removed = app.chat.unqueue({ conversationId, queuedId: two })
  app.chat.queue({ conversationId, parts: textParts('Four.'), parameters })
  app.chat.queue({ conversationId, ...removed })
  await app.close()
  const again = await openTestWorkspace(workspace.folder)
  expect(textsOf(again.app.conversations.list()[0]?.queued ?? [])).toEqual([
    'Three.',
    'Two.',
    'One.',
    'Four.',
  ])
})

test('a prompt that is edited keeps its place, and is sent as edited once the editing ends', async () => {
  const workspace = await openTestWorkspace()
  const { app, gateway } = workspace
  const { conversationId, request, queuedIds } = await queueBehind(workspace, 'Second.', 'Third.')
  const [queuedId = ''] = queuedIds
  app.chat.holdQueued({ conversationId, queuedId })
  request.respond()
  await request.sendText('One.')
  await request.sendChunk({ candidates: [{ finishReason: 'STOP' }] })
  request.end()
  const view = await waitUntilIdle(app, conversationId)
  // Neither the old text nor the prompt after it was sent.
  expect([view.turns.length, textsOf(view.conversation.queued)]).toEqual([2, ['Second.', 'Third.']])

  app.chat.editQueued({ conversationId, queuedId, parts: textParts('Second, edited.') })
  app.chat.releaseQueued({ conversationId, queuedId })
  for (const text of ['Two.', 'Three.']) await respondNext(gateway, { text })
  const done = await waitUntil(
    watch(app, conversationId),
    ({ conversation, turns }) => turns.length === 6 && !conversation.running,
  )
  expect(textsOf(done.turns)).toEqual(['First.', 'One.', 'Second, edited.', 'Two.', 'Third.', 'Three.'])
})

test('a prompt edited before its turn is changed in place; one whose editing is canceled is not', async () => {
  const workspace = await openTestWorkspace()
  const { app, gateway } = workspace
  const { conversationId, request, queuedIds } = await queueBehind(workspace, 'A', 'B', 'C')
  const [first = '', second = '', third = ''] = queuedIds
  for (const queuedId of [second, third]) app.chat.holdQueued({ conversationId, queuedId })
  app.chat.editQueued({ conversationId, queuedId: second, parts: [{ text: 'B2' }, { text: ' ' }] })
  for (const queuedId of [second, third]) app.chat.releaseQueued({ conversationId, queuedId })
  const { queued } = (await read(app, conversationId)).conversation
  expect(queued.map(({ id, parts }) => [id, parts])).toEqual([
    [first, textParts('A')],
    [second, textParts('B2')],
    [third, textParts('C')],
  ])
  request.respond()
  await request.sendText('One.')
  await request.sendChunk({ candidates: [{ finishReason: 'STOP' }] })
  request.end()
  for (const text of ['Two.', 'Three.', 'Four.']) await respondNext(gateway, { text })
  const done = await waitUntil(
    watch(app, conversationId),
    ({ conversation, turns }) => turns.length === 8 && !conversation.running,
  )
  expect(textsOf(done.turns)).toEqual(['First.', 'One.', 'A', 'Two.', 'B2', 'Three.', 'C', 'Four.'])
})

test('an edit that is saved survives a crash; one of a prompt that was sent is refused', async () => {
  const workspace = await openTestWorkspace()
  const { app } = workspace
  const { conversationId, queuedIds } = await queueBehind(workspace, 'Second.', 'Third.')
  const [queuedId = '', other = ''] = queuedIds
  app.chat.holdQueued({ conversationId, queuedId })
  app.chat.editQueued({ conversationId, queuedId, parts: textParts('Second, edited.') })
  expect(() => app.chat.editQueued({ conversationId, queuedId, parts: textParts(' ') })).toThrow(/empty/)
  app.chat.unqueue({ conversationId, queuedId: other })
  const parts = textParts('Third, edited.')
  for (const call of [
    () => app.chat.editQueued({ conversationId, queuedId: other, parts }),
    () => app.chat.holdQueued({ conversationId, queuedId: other }),
    () => app.chat.sendQueued({ conversationId, queuedId: other }),
  ])
    expect(call).toThrow(/no longer queued/)
  // Read by another connection, as after the end of the process.
  const connection = connect(join(workspace.folder, 'workspace.db'))
  const rows = connection.all<{ parts: string }>('SELECT parts FROM queued_prompts')
  connection.close()
  expect(rows.map(({ parts }) => JSON.parse(parts))).toEqual([textParts('Second, edited.')])
})

test('removing the prompt that is being edited lets the next one be sent', async () => {
  const workspace = await openTestWorkspace()
  const { app, gateway } = workspace
  const { conversationId, request, queuedIds } = await queueBehind(workspace, 'Second.', 'Third.')
  const [queuedId = ''] = queuedIds
  app.chat.holdQueued({ conversationId, queuedId })
  request.respond()
  await request.sendText('One.')
  await request.sendChunk({ candidates: [{ finishReason: 'STOP' }] })
  request.end()
  await waitUntilIdle(app, conversationId)
  app.chat.unqueue({ conversationId, queuedId })
  await respondNext(gateway, { text: 'Three.' })
  const view = await waitUntilIdle(app, conversationId)
  expect(textsOf(view.turns)).toEqual(['First.', 'One.', 'Third.', 'Three.'])
})

test('a queued prompt is sent on request, once the chat is idle, and not lost if it cannot be saved', async () => {
  const workspace = await openTestWorkspace()
  const { app, gateway, folder } = workspace
  const { conversationId, queuedIds } = await queueBehind(workspace, 'Second.', 'Third.')
  const [queuedId = '', other = ''] = queuedIds
  expect(() => app.chat.sendQueued({ conversationId, queuedId })).toThrow(/still being generated/)
  app.chat.stop({ conversationId })
  await waitUntilIdle(app, conversationId)
  const direct = connect(join(folder, 'workspace.db'))
  direct.exec("CREATE TRIGGER full BEFORE INSERT ON turns BEGIN SELECT RAISE(ABORT, 'no room'); END")
  expect(() => app.chat.sendQueued({ conversationId, queuedId: other })).toThrow()
  expect(textsOf((await read(app, conversationId)).conversation.queued)).toEqual(['Second.', 'Third.'])
  direct.exec('DROP TRIGGER full')
  direct.close()
  app.chat.sendQueued({ conversationId, queuedId: other })
  await respondNext(gateway, { text: 'Three.' })
  await respondNext(gateway, { text: 'Two.' })
  const view = await waitUntilIdle(app, conversationId)
  expect([textsOf(view.turns), view.conversation.queued]).toEqual([
    ['First.', undefined, 'Third.', 'Three.', 'Second.', 'Two.'],
    [],
  ])
})
