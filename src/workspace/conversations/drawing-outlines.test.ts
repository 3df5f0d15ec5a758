// What the list tells of drawings.
import { expect, test } from 'vitest'
import { draw, hashOf, pictureOf } from '../library/collection.fixture'
import { makePng } from '../library/make-png.fixture'
import { ask, setUp } from '../workspace.fixture'

const boat = makePng(8, 4, 10)
const night = makePng(8, 4, 20)

test('a drawing tells of its steps in all branches and of its first picture, and a chat of neither', async () => {
  const setting = await setUp()
  const { app } = setting
  await ask(setting, 'Hello?')
  const first = await draw(setting, { prompt: 'A boat', answer: [{ text: 'Here.' }, pictureOf(boat)] })
  const { conversationId } = first
  const after = first.turnId
  await draw(setting, { prompt: 'At night', answer: [pictureOf(night)], conversationId, after })
  await draw(setting, { prompt: 'At noon', answer: [{ text: 'No.' }], conversationId, after })
  const outlines = () => app.conversations.list().map(({ drawing }) => drawing)
  expect(outlines()).toEqual([{ steps: 3, cover: { media: hashOf(boat), mimeType: 'image/png' } }, undefined])

  await app.chat.deleteTurn(first)
  expect(outlines()).toEqual([{ steps: 1, cover: null }, undefined])
})
