// Follow-ups: prompts sent while the image that they edit is still being generated.
import { expect, test } from 'vitest'
import { hashOf } from '../library/library.fixture'
import { read, rejectWrites, type View, waitUntil, waitUntilIdle, watch } from '../workspace.fixture'
import {
  holdRequests,
  image,
  jsonResponse,
  makePicture,
  openImageWorkspace,
  partsResponse,
  toInline,
  toStep,
} from './image-workspace.fixture'

const answerWith = (number: number) => partsResponse([toInline(makePicture(number))])

const textsOf = (queued: View['conversation']['queued']) => queued.map(({ parts }) => parts[0]?.text)

/** Starts a step, and sends these prompts while its first variation is being generated. */
async function followUp(texts: readonly string[], step: Parameters<typeof toStep>[0] = {}) {
  const service = holdRequests()
  const workspace = await openImageWorkspace(service.script)
  const { app } = workspace
  const { conversationId, turnIds } = app.images.draw(toStep(step))
  const calls = await service.received(turnIds.length)
  for (const text of texts) {
    const sent = app.images.draw(toStep({ conversationId, after: turnIds[0] ?? '', parts: [{ text }] }))
    expect(sent).toEqual({ conversationId, turnIds: [] })
  }
  let answered = 0
  /** Answers the next request with this picture, and returns its contents. */
  const answerNext = async (number: number) => {
    answered += 1
    const call = (await service.received(answered))[answered - 1]
    call?.answer(answerWith(number))
    return call?.request.body.contents
  }
  return { ...workspace, conversationId, turnIds, calls, answerNext }
}

/** The end of a request that edits this picture. */
const editOf = (number: number, text: string) => [
  { parts: [toInline(makePicture(number))] },
  { parts: [{ text }] },
]

test('waits for the image, edits it, and is requested once', async () => {
  const { app, requests, conversationId, answerNext } = await followUp(['Blue.', 'Add a moon.'])
  const viewer = watch(app, conversationId)
  const waiting = await waitUntil(viewer, ({ conversation }) => conversation.queued.length === 2)
  expect([textsOf(waiting.conversation.queued), requests.length]).toEqual([['Blue.', 'Add a moon.'], 1])

  await answerNext(1)
  expect(await answerNext(2)).toMatchObject([{ parts: [{ text: 'A tree.' }] }, ...editOf(1, 'Blue.')])
  expect((await answerNext(3))?.slice(3)).toMatchObject(editOf(2, 'Add a moon.'))
  const view = await waitUntil(
    viewer,
    ({ branch, conversation }) => branch.length === 6 && !conversation.running,
  )
  expect([view.conversation.queued, requests.length]).toEqual([[], 3])
})

test.each(['stopped', 'failed', 'without an image'])(
  'stays queued, unsent, after an image that is %s, until a retry has one',
  async (outcome) => {
    const { app, requests, conversationId, turnIds, calls, answerNext } = await followUp(['Blue.'])
    if (outcome === 'stopped') app.chat.stop({ conversationId })
    else if (outcome === 'failed')
      calls[0]?.answer(jsonResponse({ error: { code: 503, message: 'Busy.' } }, 503))
    else calls[0]?.answer(partsResponse([{ text: 'No.' }]))
    const view = await waitUntilIdle(app, conversationId)
    expect([textsOf(view.conversation.queued), requests.length]).toEqual([['Blue.'], 1])

    app.chat.regenerate({ conversationId, turnId: turnIds[0] ?? '' })
    // The first request has been received.
    await answerNext(1)
    await answerNext(2)
    expect((await answerNext(3))?.slice(1)).toMatchObject(editOf(2, 'Blue.'))
  },
)

test('edits the selected variation, or the first one with an image once all have ended', async () => {
  const seeds = { parameters: { ...image, seed: 1 }, variations: 3 }
  const { app, requests, conversationId, turnIds, calls } = await followUp(['Blue.'], seeds)
  calls[2]?.answer(answerWith(3))
  calls[1]?.answer(answerWith(2))
  const viewer = watch(app, conversationId)
  await waitUntil(viewer, ({ known }) => turnIds.slice(1).every((id) => known[id]?.state === 'complete'))
  expect(requests).toHaveLength(3)
  app.chat.stop({ conversationId, turnId: turnIds[0] ?? '' })
  await expect.poll(() => requests.length).toBe(4)
  expect(requests[3]?.body.contents.slice(1)).toMatchObject(editOf(2, 'Blue.'))
})

test.each(['stopping everything', 'stopping the step', 'deleting the step', 'deleting the session'])(
  '%s sends no follow-up, although one variation is complete',
  async (action) => {
    const seeds = { parameters: { ...image, seed: 1 }, variations: 3 }
    const { app, requests, conversationId, turnIds, calls } = await followUp(['Blue.'], seeds)
    const viewer = watch(app, conversationId)
    calls[1]?.answer(answerWith(2))
    await waitUntil(viewer, ({ known }) => known[turnIds[1] ?? '']?.state === 'complete')
    const promptId = app.chat.turns({ conversationId, turnIds })[0]?.parentId ?? ''
    if (action === 'stopping everything') app.chat.stop({ conversationId })
    else if (action === 'stopping the step') app.chat.stop({ conversationId, turnId: promptId })
    else if (action === 'deleting the step') await app.chat.deleteTurn({ conversationId, turnId: promptId })
    else app.conversations.delete({ conversationId })
    expect(app.countRunning()).toBe(0)
    if (action === 'deleting the session') app.conversations.restore({ conversationId })
    const { conversation } = await read(app, conversationId)
    expect([textsOf(conversation.queued), requests.length]).toEqual([['Blue.'], 3])
  },
)

test('has its own variations, model, and references, and does not change the branch that is shown', async () => {
  const { app, requests, conversationId, turnIds, calls } = await followUp([])
  const { hash } = await app.media.store(makePicture(9))
  const reference = { inlineData: { mimeType: 'image/png', media: hash } }
  const parameters = { model: 'gen-3-pro-image-preview', imageSize: '2K', seed: 7 }
  const parts = [reference, { text: 'Use this.' }]
  app.images.draw(toStep({ conversationId, after: turnIds[0] ?? '', parts, parameters, variations: 2 }))
  const other = app.images.draw(toStep({ conversationId }))
  expect((await read(app, conversationId)).branch.at(-1)).toBe(other.turnIds[0])
  calls[0]?.answer(answerWith(1))
  await expect.poll(() => requests.length).toBe(4)
  // The two start together, so that either can arrive first.
  const sent = requests
    .slice(2)
    .map(({ path, body }) => [path, body.generationConfig?.seed, body.contents.at(-1)])
    .sort(([, one], [, other]) => Number(one) - Number(other))
  const content = { role: 'user', parts: [toInline(makePicture(9)), { text: 'Use this.' }] }
  expect(sent).toEqual([7, 8].map((seed) => [expect.stringContaining(parameters.model), seed, content]))
  expect((await read(app, conversationId)).branch.at(-1)).toBe(other.turnIds[0])
})

test('survives a restart unsent, with its settings', async () => {
  const { app, folder, conversationId } = await followUp(['Blue.'], { variations: 2 })
  await app.close()
  const { app: reopened, requests } = await openImageWorkspace(undefined, folder)
  const { conversation, turns } = await read(reopened, conversationId)
  expect([turns[1]?.state, textsOf(conversation.queued), requests.length]).toEqual([
    'interrupted',
    ['Blue.'],
    0,
  ])
  expect(conversation.queued[0]?.step).toEqual({ promptId: turns[0]?.id, variations: 1 })
})

test('one that is put back after its step has ended waits for the step that continues it, or is rejected', async () => {
  const { app, requests, conversationId, answerNext } = await followUp(['Blue.', 'Red.'])
  const [, second] = (await read(app, conversationId)).conversation.queued
  const { id: _, ...removed } = app.chat.unqueue({ conversationId, queuedId: second?.id ?? '' })
  await answerNext(1)
  await expect.poll(() => requests.length).toBe(2)
  app.chat.queue({ ...removed, conversationId })
  await answerNext(2)
  expect((await answerNext(3))?.slice(3)).toMatchObject(editOf(2, 'Red.'))
  await waitUntilIdle(app, conversationId)
  expect(() => app.chat.queue({ ...removed, conversationId })).toThrow('no longer being generated')
  expect((await read(app, conversationId)).conversation.queued).toEqual([])
})

test('is not lost or requested if it cannot be saved', async () => {
  const { app, folder, requests, conversationId, calls } = await followUp(['Blue.'])
  rejectWrites(folder, 'INSERT ON turns')
  calls[0]?.answer(answerWith(1))
  const view = await waitUntilIdle(app, conversationId)
  expect(view.turns[1]?.parts).toEqual([
    { inlineData: { mimeType: 'image/png', media: hashOf(makePicture(1)) } },
  ])
  expect([textsOf(view.conversation.queued), requests.length]).toEqual([['Blue.'], 1])
})
