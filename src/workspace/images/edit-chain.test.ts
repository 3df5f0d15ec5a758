// A chain of edits: earlier turns of the branch are sent back unchanged (wire §7.2).
import { expect, test } from 'vitest'
import type { Part } from '#shared/schemas/content'
import { hashOf } from '../library/library.fixture'
import { makePicture, openImageWorkspace, partsResponse, toInline } from './image-workspace.fixture'

const model = 'gen-3-pro-image-preview'
const draft = toInline(makePicture(90))

/** An answer with every kind of part. */
const answerOf = (number: number): Part[] => [
  { text: 'Sketching first.', thought: true },
  { ...draft, thought: true },
  { text: 'Signed thought.', thought: true, thoughtSignature: 'dGhvdWdodA==' },
  { text: `Here is ` },
  { text: `number ${number}.` },
  { text: 'As you wished.', thoughtSignature: 'dGV4dA==' },
  {
    thoughtSignature: 'cGljdHVyZQ==',
    inlineData: {
      data: makePicture(number).toString('base64'),
      novel: { deep: [1, null] },
      mimeType: 'image/png',
    },
    partMetadata: { order: number },
  },
  { novelPart: { a: 1 } },
  toInline(makePicture(number + 40, { kind: 'jpeg' }), 'image/jpeg'),
  { text: '', thoughtSignature: 'ZW5k' },
]

/** Unsigned thoughts are not sent back (wire §2.4). */
const sentBack = (number: number) => answerOf(number).slice(2)

const user = (text: string) => ({ role: 'user', parts: [{ text }] })

test('the second request contains the first answer verbatim, also from another branch', async () => {
  const { app, requests, draw } = await openImageWorkspace((_, index) => partsResponse(answerOf(index)))
  const parameters = { model }
  const contentsOf = (index: number) => JSON.stringify(requests[index]?.body.contents)

  const { conversationId, answers } = await draw({ parameters, variations: 2 })
  // The order of the two requests is random, so each answer is identified by its image.
  const numbers = answers.map(({ parts }) =>
    [0, 1].find((n) => hashesOf(parts).includes(hashOf(makePicture(n)))),
  )
  const [first = 0, second = 1] = numbers
  const edit = (after: string | undefined, text: string) =>
    draw({ conversationId, parameters, after: after ?? null, parts: [{ text }] })

  const red = await edit(answers[1]?.id, 'Make it red.')
  expect(contentsOf(2)).toBe(
    JSON.stringify([user('A tree.'), { role: 'model', parts: sentBack(second) }, user('Make it red.')]),
  )
  await edit(answers[0]?.id, 'Make it blue.')
  const deeper = await edit(red.answers[0]?.id, 'Now a frame.')
  expect(contentsOf(4)).toBe(
    JSON.stringify([
      user('A tree.'),
      { role: 'model', parts: sentBack(second) },
      user('Make it red.'),
      { role: 'model', parts: sentBack(2) },
      user('Now a frame.'),
    ]),
  )
  expect(deeper.view.branch).toEqual([...red.view.branch, deeper.view.branch.at(-2), deeper.answers[0]?.id])

  // Back to an earlier step, and an edit of that.
  app.chat.switch({ conversationId, turnId: answers[0]?.id ?? '' })
  await edit(answers[0]?.id, 'Make it green.')
  expect(contentsOf(5)).toBe(
    JSON.stringify([user('A tree.'), { role: 'model', parts: sentBack(first) }, user('Make it green.')]),
  )
})

const hashesOf = (parts: readonly Part[]) => parts.map(({ inlineData }) => inlineData?.media)
