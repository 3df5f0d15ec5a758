// A chain of edits: what went before goes back as it came, from whichever branch (wire §7.2).
import { expect, test } from 'vitest'
import type { Part } from '#shared/schemas/content'
import { hashOf, makePicture, openImageWorkspace, partsResponse, toInline } from './image-workspace.fixture'

const model = 'gen-3-pro-image-preview'
const draft = toInline(makePicture(90))

/** All that an answer may hold, in an order of its own. */
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

/** Unsigned thoughts are no part of what was said (wire §2.4). */
const sentBack = (number: number) => answerOf(number).slice(2)

const user = (text: string) => ({ role: 'user', parts: [{ text }] })

test('the second request carries the first answer verbatim, and so does one from a branch', async () => {
  const { app, asked, draw } = await openImageWorkspace((_, index) => partsResponse(answerOf(index)))
  const parameters = { model }
  const contentsOf = (index: number) => JSON.stringify(asked[index]?.body.contents)

  const { conversationId, answers } = await draw({ parameters, variations: 2 })
  // Which of the two came first to the service is no matter: each is known by its picture.
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
  expect(contentsOf(3)).toBe(
    JSON.stringify([user('A tree.'), { role: 'model', parts: sentBack(first) }, user('Make it blue.')]),
  )
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

  // Back to an earlier step, and on from there.
  app.chat.switch({ conversationId, turnId: answers[0]?.id ?? '' })
  await edit(answers[0]?.id, 'Make it green.')
  expect(contentsOf(5)).toBe(
    JSON.stringify([user('A tree.'), { role: 'model', parts: sentBack(first) }, user('Make it green.')]),
  )
})

const hashesOf = (parts: readonly Part[]) => parts.map(({ inlineData }) => inlineData?.media)

test('another model is not shown the signatures of the first one', async () => {
  const { asked, draw } = await openImageWorkspace((_, index) => partsResponse(answerOf(index)))
  const { conversationId, answers } = await draw({ parameters: { model } })
  const parameters = { model: 'gen-2.5-flash-image' }
  await draw({ conversationId, parameters, after: answers[0]?.id ?? null })
  expect(JSON.stringify(asked[1]?.body.contents)).not.toContain('thoughtSignature')
  expect(JSON.stringify(asked[1]?.body.contents)).toContain(makePicture(0).toString('base64'))
})

test('an edit by the demo service changes the picture that came before', async () => {
  const { draw } = await openImageWorkspace()
  const { conversationId, answers } = await draw({ parameters: { model } })
  const edited = await draw({
    conversationId,
    parameters: { model },
    after: answers[0]?.id ?? null,
    parts: [{ text: 'Make it black and white.' }],
  })
  expect(edited.answers[0]?.parts[0]?.text).toBe('Edited: converted to black and white.')
  expect(hashesOf(edited.answers[0]?.parts ?? [])).not.toEqual(hashesOf(answers[0]?.parts ?? []))
})
