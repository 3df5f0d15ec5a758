// Queued prompts: their order, their changes, and when they are sent.
import { expect, test } from 'vitest'
import {
  ask,
  onDisk,
  openTestWorkspace,
  parameters,
  read,
  rejectWrites,
  respondNext,
  startAnswer,
  waitUntil,
  waitUntilIdle,
  watch,
} from '../workspace.fixture'

const toParts = (text: string) => [{ text }]

/** Starts an answer, and queues prompts after it. */
async function openQueue(...queued: string[]) {
  const { app, service, workspace } = await openTestWorkspace()
  const { conversationId, turnId, request } = await startAnswer(workspace, { text: 'First.' })
  const queue = (text: string) => app.chat.queue({ conversationId, parts: toParts(text), parameters })
  const ids = queued.map((text) => queue(text).queuedId)
  return {
    ...workspace,
    conversationId,
    turnId,
    queue,
    /** Of each queued prompt. */
    inputs: ids.map((queuedId) => ({ conversationId, queuedId })),
    /** Completes the running answer with “One.”. */
    finish: () => request.complete({ text: 'One.' }),
    fail() {
      request.fail(new Error('terminated'))
    },
    queuedTexts: () => app.conversations.list()[0]?.queued.map(({ parts }) => parts[0]?.text),
    /** Answers the next requests, and returns the texts of all turns once nothing runs. */
    async readTexts(...answers: string[]) {
      for (const text of answers) await respondNext(service, { text })
      await waitUntilIdle(app, conversationId)
      return (await read(app, conversationId)).turns.map(({ parts }) => parts[0]?.text)
    },
  }
}

const conversation = ['First.', 'One.', 'Second.', 'Two.', 'Third.', 'Three.']

test('sends each queued prompt when the answer before it is complete', async () => {
  const { app, service, conversationId, inputs, finish, readTexts } = await openQueue('Second.', 'Third.')
  const viewer = watch(app, conversationId)
  const { queued } = (await waitUntil(viewer, () => true)).conversation
  expect(queued).toEqual(
    ['Second.', 'Third.'].map((text, index) => ({
      id: inputs[index]?.queuedId,
      parts: toParts(text),
      parameters,
      createdAt: expect.any(Number),
    })),
  )
  expect(app.conversations.list()[0]?.queued).toEqual(queued)
  await finish()
  const second = await respondNext(service, { text: 'Two.' })
  expect(second.body.contents.map(({ parts }) => parts[0]?.text)).toEqual(conversation.slice(0, 3))
  expect(await readTexts('Three.')).toEqual(conversation)
  const view = await waitUntil(viewer, ({ conversation }) => !conversation.running)
  expect(view.conversation.queued).toEqual([])
  expect([view.branch[2], view.branch[4]]).toEqual(inputs.map(({ queuedId }) => queuedId))
  expect(await read(app, conversationId)).toEqual(view)
})

test.each(['stopped', 'failed'])(
  'the queue waits after an answer that was %s, until the next one is complete',
  async (state) => {
    const chat = await openQueue('Second.')
    const { app, conversationId, turnId, queue, queuedTexts, readTexts } = chat
    if (state === 'stopped') app.chat.stop({ conversationId })
    else chat.fail()
    const view = await waitUntilIdle(app, conversationId)
    expect(view.turns[1]).toMatchObject({ state })
    queue('Third.')
    expect(queuedTexts()).toEqual(['Second.', 'Third.'])
    app.chat.regenerate({ conversationId, turnId })
    expect(await readTexts('One.', 'Two.', 'Three.')).toEqual(conversation)
  },
)

test('sends a queued prompt immediately if no answer is running and the queue is empty', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const { conversationId } = await ask(workspace, 'First.')
  const prompt = { conversationId, parts: toParts('Second.'), parameters }
  const { queuedId } = app.chat.queue(prompt)
  await respondNext(service, { text: 'Two.' })
  const view = await waitUntilIdle(app, conversationId)
  expect([view.branch[2], view.conversation.queued]).toEqual([queuedId, []])
  expect(() => app.chat.queue({ ...prompt, parts: toParts(' ') })).toThrow('parts: must not be empty')
  expect(() => app.chat.queue({ ...prompt, conversationId: 'none' })).toThrow('Chat not found.')
})

test('the queue waits if the user has switched to another branch', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const { conversationId, turnId } = await ask(workspace, 'First.')
  app.chat.regenerate({ conversationId, turnId })
  app.chat.queue({ conversationId, parts: toParts('Second.'), parameters })
  app.chat.switch({ conversationId, turnId })
  await respondNext(service, { text: 'Other.' })
  const view = await waitUntilIdle(app, conversationId)
  expect([view.branch.at(-1), view.conversation.queued.length]).toEqual([turnId, 1])
})

test('a damaged prompt is skipped, and one that cannot be saved stays in the queue', async () => {
  const { app, conversationId, finish, queuedTexts, readTexts, folder } = await openQueue('Second.', 'Third.')
  onDisk(folder, ({ exec }) => exec("UPDATE queued_prompts SET parts = '[]' WHERE parts LIKE '%Second%'"))
  const makeRoom = rejectWrites(folder, 'INSERT ON turns')
  await finish()
  const { turns } = await waitUntilIdle(app, conversationId)
  expect([turns[1]?.state, queuedTexts()?.includes('Third.')]).toEqual(['complete', true])
  makeRoom()
  const third = app.conversations.list()[0]?.queued.find(({ parts }) => parts[0]?.text === 'Third.')
  app.chat.sendQueued({ conversationId, queuedId: third?.id ?? '' })
  expect(await readTexts('Three.')).toEqual(['First.', 'One.', 'Third.', 'Three.'])
})

test('a removed prompt is returned once, and has its old position if it is put back', async () => {
  const { app, conversationId, inputs, queue, queuedTexts } = await openQueue('Second.', 'Third.')
  const [input] = inputs
  const removed = app.chat.unqueue(input!)
  expect(removed).toMatchObject({ id: input?.queuedId, parts: toParts('Second.') })
  expect(queuedTexts()).toEqual(['Third.'])
  expect(() => app.chat.unqueue(input!)).toThrow('This prompt is no longer queued.')
  queue('Fourth.')
  app.chat.queue({ ...removed, conversationId })
  expect(queuedTexts()).toEqual(['Second.', 'Third.', 'Fourth.'])
})

test('queued prompts are in the order that the user has given them, also after a restart', async () => {
  const chat = await openQueue('One.', 'Two.', 'Three.')
  const { app, conversationId, queue, queuedTexts } = chat
  const [one = '', two = '', three = ''] = chat.inputs.map(({ queuedId }) => queuedId)
  const moves: [string, string | null, string[]][] = [
    [three, one, ['Three.', 'One.', 'Two.']],
    [three, two, ['One.', 'Three.', 'Two.']],
    [one, null, ['Three.', 'Two.', 'One.']],
    ['none', one, ['Three.', 'Two.', 'One.']],
    [one, 'none', ['Three.', 'Two.', 'One.']],
  ]
  for (const [queuedId, before, expected] of moves) {
    app.chat.moveQueued({ conversationId, queuedId, before })
    expect(queuedTexts()).toEqual(expected)
  }
  // A prompt that is queued now comes last, and one that is put back returns to its place.
  const removed = app.chat.unqueue({ conversationId, queuedId: two })
  queue('Four.')
  app.chat.queue({ conversationId, ...removed })
  await app.close()
  const again = await openTestWorkspace({ folder: chat.folder })
  const { queued } = (await read(again.app, conversationId)).conversation
  expect(queued.map(({ parts }) => parts[0]?.text)).toEqual(['Three.', 'Two.', 'One.', 'Four.'])
})

test('a prompt that is edited keeps its place, and is sent as edited once the editing ends', async () => {
  const chat = await openQueue('Second.', 'Third.')
  const { app, inputs, finish, queuedTexts, readTexts } = chat
  app.chat.holdQueued(inputs[0]!)
  await finish()
  // Neither the old text nor the prompt after it is sent.
  expect([await readTexts(), queuedTexts()]).toEqual([
    ['First.', 'One.'],
    ['Second.', 'Third.'],
  ])
  app.chat.editQueued({ ...inputs[0]!, parts: toParts('Second, edited.') })
  app.chat.releaseQueued(inputs[0]!)
  expect(await readTexts('Two.', 'Three.')).toEqual(conversation.with(2, 'Second, edited.'))
})

test('a prompt edited before its turn is changed in place; one whose editing is canceled is not', async () => {
  const { app, conversationId, inputs, finish, readTexts } = await openQueue('A', 'B', 'C')
  const [, second, third] = inputs
  app.chat.holdQueued(second!)
  app.chat.holdQueued(third!)
  app.chat.editQueued({ ...second!, parts: [{ text: 'B2' }, { text: ' ' }] })
  app.chat.releaseQueued(second!)
  app.chat.releaseQueued(third!)
  const { queued } = (await read(app, conversationId)).conversation
  expect(queued.map(({ id, parts }) => [id, parts])).toEqual(
    ['A', 'B2', 'C'].map((text, index) => [inputs[index]?.queuedId, toParts(text)]),
  )
  await finish()
  expect(await readTexts('Two.', 'Three.', 'Four.')).toEqual([
    'First.',
    'One.',
    ...['A', 'Two.', 'B2', 'Three.', 'C', 'Four.'],
  ])
})

test('an edit is saved immediately; a prompt that was sent or emptied is refused', async () => {
  const { app, folder, inputs } = await openQueue('Second.', 'Third.')
  const [input, other] = inputs
  app.chat.holdQueued(input!)
  app.chat.editQueued({ ...input!, parts: toParts('Second, edited.') })
  expect(() => app.chat.editQueued({ ...input!, parts: toParts(' ') })).toThrow(/empty/)
  app.chat.unqueue(other!)
  for (const call of [
    () => app.chat.editQueued({ ...other!, parts: toParts('Third, edited.') }),
    () => app.chat.holdQueued(other!),
    () => app.chat.sendQueued(other!),
  ])
    expect(call).toThrow(/no longer queued/)
  // Read by another connection, as after the end of the process.
  const rows = onDisk(folder, ({ all }) => all<{ parts: string }>('SELECT parts FROM queued_prompts'))
  expect(rows.map(({ parts }) => JSON.parse(parts))).toEqual([toParts('Second, edited.')])
})

test('removing the prompt that is being edited lets the next one be sent', async () => {
  const { app, inputs, finish, readTexts } = await openQueue('Second.', 'Third.')
  app.chat.holdQueued(inputs[0]!)
  await finish()
  await readTexts()
  app.chat.unqueue(inputs[0]!)
  expect(await readTexts('Three.')).toEqual(['First.', 'One.', 'Third.', 'Three.'])
})

test('a queued prompt is sent on request, once the chat is idle, and not lost if it cannot be saved', async () => {
  const { app, conversationId, inputs, queuedTexts, readTexts, folder } = await openQueue('Second.', 'Third.')
  const [, other] = inputs
  expect(() => app.chat.sendQueued(other!)).toThrow(/still being generated/)
  app.chat.stop({ conversationId })
  await waitUntilIdle(app, conversationId)
  const makeRoom = rejectWrites(folder, 'INSERT ON turns')
  expect(() => app.chat.sendQueued(other!)).toThrow()
  expect(queuedTexts()).toEqual(['Second.', 'Third.'])
  makeRoom()
  app.chat.sendQueued(other!)
  // The first prompt was not answered.
  expect(await readTexts('Three.', 'Two.')).toEqual(['Third.', 'Three.', 'Second.', 'Two.'])
  expect(queuedTexts()).toEqual([])
})
