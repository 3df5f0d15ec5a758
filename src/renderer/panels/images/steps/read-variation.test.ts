// What an answer of an image model holds.
import { expect, test } from 'vitest'
import { makeTurn } from '../../../state/turn.fixture'
import { findFinalPicture, readVariation } from './read-variation'

const picture = (media: string, more = {}) => ({ inlineData: { mimeType: 'image/png', media }, ...more })
const file = (media: string) => ({ media, mimeType: 'image/png', name: null })

test('pictures of its thoughts are drafts, the others are what was drawn', () => {
  const parts = [
    { text: 'A sketch first.', thought: true },
    picture('t1', { thought: true }),
    picture('t2', { thought: true }),
    { text: 'Here ' },
    picture('m1'),
    { text: 'it is.\n' },
    picture('m2'),
  ]
  expect(readVariation({ parts })).toEqual({
    pictures: [file('m1'), file('m2')],
    draft: file('t2'),
    text: 'Here it is.',
  })
})

test('what is no picture is none, however it came', () => {
  const parts = [
    { inlineData: { mimeType: 'audio/wav', media: 's1' } },
    { inlineData: { mimeType: 'image/png' } },
  ]
  expect(readVariation({ parts })).toEqual({ pictures: [], draft: null, text: '' })
})

test('a picture can be edited once its answer has come whole', () => {
  const parts = [picture('m1'), picture('m2')]
  expect(findFinalPicture(makeTurn({ parts }))).toEqual(file('m2'))
  expect(findFinalPicture(makeTurn({ parts, state: 'stopped' }))).toBe(null)
  expect(findFinalPicture(undefined)).toBe(null)
})
