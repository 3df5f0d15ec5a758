// Editing a turn in its place.
import { expect, test } from 'vitest'
import { readTexts, writeTexts } from './edit-parts'

const picture = { inlineData: { mimeType: 'image/png', media: 'abc' } }
const call = { functionCall: { name: 'f' }, thoughtSignature: 's' }

test('attachments stay where they stand, with every field, and the text is the new one', () => {
  const parts = [picture, { text: 'What is ' }, { text: 'this?', thoughtSignature: 's' }]
  expect(readTexts(parts)).toEqual(['What is this?'])
  expect(writeTexts(parts, ['And this?'])).toEqual([picture, { text: 'And this?' }])
})

test('texts around a picture are edited each in its place', () => {
  const parts = [{ text: 'Before' }, picture, { text: 'after' }, call]
  expect(readTexts(parts)).toEqual(['Before', 'after'])
  expect(writeTexts(parts, ['1', '2'])).toEqual([{ text: '1' }, picture, { text: '2' }, call])
  expect(writeTexts(parts, [' ', '2'])).toEqual([picture, { text: '2' }, call])
})

test('thoughts and lone signatures do not follow what the user wrote', () => {
  const parts = [{ text: 'Hm.', thought: true }, { text: 'Yes' }, { thoughtSignature: 's' }]
  expect(readTexts(parts)).toEqual(['Yes'])
  expect(writeTexts(parts, ['No'])).toEqual([{ text: 'No' }])
})

test('a prompt of pictures alone can be given words', () => {
  expect(readTexts([picture])).toEqual([''])
  expect(writeTexts([picture], ['What is this?'])).toEqual([picture, { text: 'What is this?' }])
})
