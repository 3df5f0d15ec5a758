// Texts and files that are shown of a response.
import { expect, test } from 'vitest'
import { joinText, listMedia } from './read-response'

const at = (...values: readonly unknown[]) => ({
  texts: values.map((value, index) => ({ at: index, text: JSON.stringify(value) })),
  file: null,
})
const chunk = (...parts: readonly object[]) => ({ candidates: [{ content: { parts } }] })
const media = 'a'.repeat(64)

test('joins the text of streamed events, without thoughts', () => {
  const run = at(chunk({ text: 'Think', thought: true }), chunk({ text: 'One, ' }), chunk({ text: 'two.' }))
  expect(joinText(run)).toBe('One, two.')
  expect(joinText(at([chunk({ text: 'a' }), chunk({ text: 'b' })]))).toBe('ab')
  expect(joinText(at({ text: 'A transcript' }))).toBe('A transcript')
  expect(joinText(at({ candidates: [null, { content: { parts: [null] } }] }, null, 5))).toBe('')
  expect(joinText({ texts: [{ at: 0, text: 'not JSON' }] })).toBe('')
})

test('finds each stored file once, and nothing that only looks like one', () => {
  const part = { inlineData: { mimeType: 'image/png', media } }
  expect(listMedia(at(chunk(part), chunk(part)))).toEqual([{ media, mimeType: 'image/png' }])
  expect(listMedia(at({ media: 'short' }, { media: 5 }))).toEqual([])
  const file = { type: 'media', at: 1, media, mimeType: 'video/mp4', bytes: 5 } as const
  expect(listMedia({ texts: [], file })).toEqual([{ media, mimeType: 'video/mp4' }])
})
