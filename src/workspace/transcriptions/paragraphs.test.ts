// Paragraphs of a transcript at the pauses of its audio.
import { expect, test } from 'vitest'
import { splitParagraphs } from './paragraphs'

const text = 'The boat leaves. Another boat comes. A third boat sinks.'
const cuts = [{ at: 0, from: 0, to: 20_000 }]
/** The spans of speech are given as one list. */
const split = (spans: readonly number[], given = text) =>
  splitParagraphs(given, cuts, () =>
    spans.flatMap((from, at) => (at % 2 === 0 ? [{ from, to: spans[at + 1] ?? from }] : [])),
  )

test('a long pause starts a paragraph at the nearest sentence, also if its time is estimated differently', () => {
  // By its length, the first sentence would end after 2.4 s of 8 s, and the second after 5.3 s.
  expect([split([0, 2000, 5000, 11_000]), split([0, 4800, 7000, 10_200])]).toEqual([
    'The boat leaves.\n\nAnother boat comes. A third boat sinks.',
    'The boat leaves. Another boat comes.\n\nA third boat sinks.',
  ])
})

test('a short pause starts a paragraph only after enough text, and existing paragraphs stay', () => {
  expect(split([0, 4000, 5000, 11_000])).toBe(text)
  const long = `${'Many words without an end '.repeat(12)}end. ${text}`
  expect(split([0, 8900, 9800, 11_400], long)).toContain('end.\n\nThe boat')
  const again = split([0, 2000, 5000, 11_000])
  expect(split([0, 2000, 5000, 11_000], again)).toBe(again)
})

test('without pauses, cuts or text nothing changes', () => {
  expect([split([0, 20_000]), splitParagraphs(text, [], () => []), split([], '')]).toEqual([text, text, ''])
})
