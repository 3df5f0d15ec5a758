// Positions of citations, from UTF-8 bytes to string indices.
import { expect, test } from 'vitest'
import { joinCitations, readCitations, toStringIndex } from './read-citations'

const chunks = ['a', 'b', 'c'].map((name) => ({ web: { uri: `https://${name}.example/`, title: name } }))
const bytes = (text: string) => Buffer.byteLength(text)
const read = (texts: readonly string[], supports: unknown) => [
  ...readCitations({
    parts: texts.map((text) => ({ text })),
    metadata: { groundingMetadata: { groundingChunks: chunks, groundingSupports: supports } },
  }).citations,
]

test('counts the bytes of emoji, Chinese and accents', () => {
  const first = 'Grüße 👩‍👩‍👧 漢字.'
  const text = `${first} And more.`
  const segment = { startIndex: 0, endIndex: bytes(first), text: first }
  expect(read([text], [{ segment, groundingChunkIndices: [1, 0] }])).toEqual([
    [0, [{ at: first.length, sources: [1, 2] }]],
  ])
})

test('moves an offset within a character to its end, after combining marks', () => {
  expect(toStringIndex('é', 1)).toBe(1)
  expect(toStringIndex('👍🏽!', 1)).toBe(4)
  expect(toStringIndex('👩‍👧!', 4)).toBe(5)
  expect(toStringIndex('e\u0301!', 1)).toBe(2)
  expect(toStringIndex('ab', 0)).toBe(0)
})

test('ignores an offset beyond the end', () => {
  expect(toStringIndex('ab', 3)).toBeNull()
  expect(read(['ab'], [{ segment: { endIndex: 99 }, groundingChunkIndices: [0] }])).toEqual([])
})

test('treats a missing start as 0, and joins supports at one position into one mark', () => {
  const segment = { endIndex: 2, text: 'ab' }
  const supports = [
    { segment, groundingChunkIndices: [2] },
    { segment, groundingChunkIndices: [0, 2] },
  ]
  expect(read(['ab.'], supports)).toEqual([[0, [{ at: 2, sources: [1, 3] }]]])
})

test('searches for the cited text if the offsets do not fit it', () => {
  const segment = { partIndex: 3, startIndex: 40, endIndex: 44, text: 'here' }
  expect(read(['not', 'but here it is'], [{ segment, groundingChunkIndices: [0] }])).toEqual([
    [1, [{ at: 8, sources: [1] }]],
  ])
})

test.each([
  undefined,
  'text',
  [null],
  [{}],
  [{ segment: { endIndex: 2 } }],
  [{ segment: { endIndex: 2 }, groundingChunkIndices: [7, -1, 'x'] }],
  [{ segment: { startIndex: 2, endIndex: 1 }, groundingChunkIndices: [0] }],
])('ignores incomplete supports: %j', (supports) => {
  expect(read(['abc'], supports)).toEqual([])
})

test('never cites thoughts, and joins the citations of parts that are shown as one', () => {
  const parts = [{ text: 'ab', thought: true }, { text: 'ab' }, { text: 'cd' }]
  const citations = readCitations({
    parts,
    metadata: {
      groundingMetadata: {
        groundingChunks: chunks,
        groundingSupports: [
          { segment: { partIndex: 1, endIndex: 2, text: 'ab' }, groundingChunkIndices: [0] },
          { segment: { partIndex: 2, endIndex: 2, text: 'cd' }, groundingChunkIndices: [1] },
        ],
      },
    },
  })
  expect(joinCitations(citations, parts.slice(1), 1)).toEqual([
    { at: 2, sources: [1] },
    { at: 4, sources: [2] },
  ])
})
