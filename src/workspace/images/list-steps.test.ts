// The steps of a drawing in all branches, as the filmstrip lists them.
import { expect, test } from 'vitest'
import { mediaOf, openImageWorkspace, partsResponse } from './image-workspace.fixture'

test('lists the steps of all branches, as many as the list of sessions counts', async () => {
  const { app, draw } = await openImageWorkspace()
  const first = await draw({ parts: [{ text: ' A tree.\nBy a lake. ' }], variations: 2 })
  const { conversationId, answers } = first
  const [one, other] = answers.map(({ id }) => id)
  const autumn = await draw({ conversationId, after: one ?? '', parts: [{ text: 'Autumn.' }] })
  await draw({ conversationId, after: autumn.answers[0]?.id ?? '', parts: [{ text: 'Add snow.' }] })
  await draw({ conversationId, after: other ?? '', parts: [{ text: 'Blue.' }] })
  await draw({ conversationId, after: null, parts: [{ text: 'A boat.' }] })

  const steps = app.images.steps({ conversationId })
  expect(steps.map(({ text }) => text)).toEqual([
    'A tree. By a lake.',
    'Autumn.',
    'Add snow.',
    'Blue.',
    'A boat.',
  ])
  expect(steps.map(({ parentId }) => parentId)).toEqual([null, one, autumn.answers[0]?.id, other, null])
  expect(steps[0]?.variations.map(({ picture }) => picture?.media)).toEqual(
    answers.map((turn) => mediaOf(turn).at(-1)),
  )
  const [session] = app.conversations.list()
  expect(session?.drawing?.steps).toBe(steps.length)

  // The steps that follow a deleted one cannot be reached, so they must not be listed or counted.
  await app.chat.deleteTurn({ conversationId, turnId: autumn.answers[0]?.parentId ?? '' })
  const left = app.images.steps({ conversationId })
  expect(left.map(({ text }) => text)).toEqual(['A tree. By a lake.', 'Blue.', 'A boat.'])
  expect(app.conversations.list()[0]?.drawing?.steps).toBe(3)
})

test('an answer without an image, or with its image in the trash, is listed without a picture', async () => {
  const { app, draw } = await openImageWorkspace((_, index) => partsResponse([{ text: `No ${index}.` }]))
  const { conversationId } = await draw({ variations: 2 })
  const [step] = app.images.steps({ conversationId })
  expect(step?.variations.map(({ picture }) => picture)).toEqual([null, null])
  expect(() => app.images.steps({ conversationId: 'unknown' })).toThrow('not found')
})
