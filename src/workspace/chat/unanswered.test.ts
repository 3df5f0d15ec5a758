// What follows a prompt without a response: it is replaced as another version, or sent again with the next prompt.
import { expect, test } from 'vitest'
import type { Part } from '#shared/schemas/content'
import {
  ask,
  openTestWorkspace,
  parameters,
  read,
  respondNext,
  startAnswer,
  type TestWorkspace,
  waitUntilIdle,
} from '../workspace.fixture'

const readSent = ({ contents }: { contents: { parts: Part[] }[] }) =>
  contents.map(({ parts }) => parts.map(({ text }) => text).join('|'))

/** Asks after an answered prompt, and breaks the connection after the given parts. */
async function fail(workspace: TestWorkspace, ...parts: readonly Part[]) {
  const { conversationId } = await ask(workspace, 'One?')
  const { request } = await startAnswer(workspace, { text: 'Two?', conversationId })
  for (const part of parts) await request.sendChunk({ candidates: [{ content: { parts: [part] } }] })
  request.fail(new Error('terminated'))
  const { branch } = await waitUntilIdle(workspace.app, conversationId)
  const next = { conversationId, parts: [{ text: 'Three?' }], parameters }
  return { conversationId, unanswered: branch[2] ?? '', next, branch }
}

test('the next prompt replaces one that failed, and the versions switch back', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const { conversationId, unanswered, next, branch } = await fail(workspace)
  app.chat.send(next)
  const { body } = await respondNext(service, { text: 'Three.' })
  expect(readSent(body)).toEqual(['One?', 'Answer to One?', 'Three?'])
  const view = await waitUntilIdle(app, conversationId)
  expect(view.alternates).toEqual({ [view.branch[2] ?? '']: [unanswered, view.branch[2]] })
  app.chat.switch({ conversationId, turnId: unanswered })
  expect((await read(app, conversationId)).branch).toEqual(branch)
})

test('both prompts are sent as one on request, with their files first', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const { next } = await fail(workspace, { text: 'Hm.', thought: true })
  const file = { fileData: { fileUri: 'https://example.com/a', mimeType: 'text/plain' } }
  app.chat.send({ ...next, parts: [file, ...next.parts], unanswered: 'join' })
  const { body } = await respondNext(service, { text: 'Both.' })
  expect(body.contents[2]).toEqual({ role: 'user', parts: [file, { text: 'Two?\n\nThree?' }] })
})

test('a partial answer is sent, and its prompt stays', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const { next } = await fail(workspace, { text: 'Tw' })
  app.chat.send({ ...next, unanswered: 'join' })
  const { body } = await respondNext(service, { text: 'Three.' })
  expect(readSent(body)).toEqual(['One?', 'Answer to One?', 'Two?', 'Tw', 'Three?'])
})

test('a prompt that a quit or a deletion left without a response is replaced after reopening', async () => {
  const { app, service, options, workspace } = await openTestWorkspace()
  const { conversationId, next } = await fail(workspace)
  app.chat.send(next)
  await service.next()
  await app.close()
  const reopened = await openTestWorkspace(options)
  const [, , , interrupted = ''] = (await read(reopened.app, conversationId)).branch
  await reopened.app.chat.deleteTurn({ conversationId, turnId: interrupted })
  reopened.app.chat.send({ ...next, parts: [{ text: 'Four?' }] })
  const { body } = await respondNext(service, { text: 'Four.' })
  expect(readSent(body)).toEqual(['One?', 'Answer to One?', 'Four?'])
})

test('function results without a response are sent again with the next prompt, because their calls need them', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const { conversationId, request } = await startAnswer(workspace)
  await request.complete({ functionCall: { name: 'f', args: {} } })
  await waitUntilIdle(app, conversationId)
  const results = [{ functionResponse: { name: 'f', response: {} } }]
  app.chat.send({ conversationId, parts: results, parameters })
  ;(await service.next()).fail()
  await waitUntilIdle(app, conversationId)
  app.chat.send({ conversationId, parts: [{ text: 'Go on.' }], parameters })
  const { body } = await respondNext(service, { text: 'Done.' })
  expect(body.contents.map(({ parts }) => parts)).toEqual([
    [{ text: 'Go.' }],
    [{ functionCall: { name: 'f', args: {} } }],
    [...results, { text: 'Go on.' }],
  ])
})

test('queued prompts wait after a response without content, also one queued as it ends', async () => {
  const { app, workspace } = await openTestWorkspace()
  const { conversationId, request } = await startAnswer(workspace)
  const queue = (text: string) => app.chat.queue({ conversationId, parts: [{ text }], parameters })
  queue('Queued.')
  await request.complete({ text: '' })
  const { conversation } = await waitUntilIdle(app, conversationId)
  app.chat.unqueue({ conversationId, queuedId: conversation.queued[0]?.id ?? '' })
  queue('Late.')
  const { queued } = (await read(app, conversationId)).conversation
  expect(queued.map(({ parts }) => parts)).toEqual([[{ text: 'Late.' }]])
})

test('a comparison without any response is replaced', async () => {
  const { app, service } = await openTestWorkspace()
  const columns = [parameters, parameters]
  const { conversationId } = app.chat.compare({ conversationId: null, parts: [{ text: 'Which?' }], columns })
  for (const request of [await service.next(), await service.next()]) request.fail()
  await waitUntilIdle(app, conversationId)
  app.chat.compare({ conversationId, parts: [{ text: 'Again?' }], columns })
  expect(readSent((await service.next()).body)).toEqual(['Again?'])
})
