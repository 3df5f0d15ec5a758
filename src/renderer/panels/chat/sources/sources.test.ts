// Sources, searches and URLs of an answer, and the positions of its citations.
import { expect, test } from 'vitest'
import {
  isRedirect,
  joinCitations,
  readCitations,
  readQueries,
  readSources,
  readUrls,
  toStringIndex,
} from './read-sources'

const chunks = ['a', 'b', 'c'].map((name) => ({ web: { uri: `https://${name}.example/`, title: name } }))
const bytes = (text: string) => Buffer.byteLength(text)
const read = (texts: readonly string[], supports: unknown) => [
  ...readCitations({
    parts: texts.map((text) => ({ text })),
    metadata: { groundingMetadata: { groundingChunks: chunks, groundingSupports: supports } },
  }).citations,
]

test('citations count the bytes of emoji, Chinese and accents', () => {
  const first = 'Grüße 👩‍👩‍👧 漢字.'
  const text = `${first} And more.`
  const segment = { startIndex: 0, endIndex: bytes(first), text: first }
  expect(read([text], [{ segment, groundingChunkIndices: [1, 0] }])).toEqual([
    [0, [{ at: first.length, sources: [1, 2] }]],
  ])
})

test('an offset within a character is moved to its end, after combining marks', () => {
  expect(toStringIndex('é', 1)).toBe(1)
  expect(toStringIndex('👍🏽!', 1)).toBe(4)
  expect(toStringIndex('👩‍👧!', 4)).toBe(5)
  expect(toStringIndex('e\u0301!', 1)).toBe(2)
  expect(toStringIndex('ab', 0)).toBe(0)
})

test('an offset beyond the end is ignored', () => {
  expect(toStringIndex('ab', 3)).toBeNull()
  expect(read(['ab'], [{ segment: { endIndex: 99 }, groundingChunkIndices: [0] }])).toEqual([])
})

test('a missing start is 0, and supports at one position are joined into one mark', () => {
  const segment = { endIndex: 2, text: 'ab' }
  const supports = [
    { segment, groundingChunkIndices: [2] },
    { segment, groundingChunkIndices: [0, 2] },
  ]
  expect(read(['ab.'], supports)).toEqual([[0, [{ at: 2, sources: [1, 3] }]]])
})

test('the cited text is searched for if the offsets do not fit it', () => {
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

test('thoughts are never cited, and the citations of parts that are shown as one are joined', () => {
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

test('sources of every kind are numbered, also those without a URL', () => {
  const groundingChunks = [
    { web: { uri: 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/x', title: 'uefa.com' } },
    { retrievedContext: { uri: 'gs://bucket/file.pdf' } },
    {},
    { image: { sourceUri: 'https://www.pictures.example/1' } },
  ]
  const sources = readSources({ metadata: { groundingMetadata: { groundingChunks } } })
  expect(sources.map(({ number, title }) => [number, title])).toEqual([
    [1, 'uefa.com'],
    [2, 'bucket'],
    [3, 'Source 3'],
    [4, 'pictures.example'],
  ])
  expect(sources.map(({ url }) => isRedirect(url))).toEqual([true, false, false, false])
})

test('each URL has its status', () => {
  const urlMetadata = ['SUCCESS', 'ERROR', 'PAYWALL', 'UNSAFE', 'SOMETHING'].map((status, index) => ({
    retrievedUrl: `https://a.example/${index}`,
    urlRetrievalStatus: `URL_RETRIEVAL_STATUS_${status}`,
  }))
  const urls = readUrls({ metadata: { urlContextMetadata: { urlMetadata: [...urlMetadata, {}, null] } } })
  expect(urls.map(({ status }) => status)).toEqual(['success', 'error', 'paywall', 'unsafe', 'unknown'])
})

test('each search is listed once, and metadata with a wrong shape are ignored', () => {
  const metadata = { groundingMetadata: { webSearchQueries: ['a', 'b', 'a', 7], imageSearchQueries: ['c'] } }
  expect(readQueries({ metadata })).toEqual(['a', 'b', 'c'])
  expect(readSources({ metadata: { groundingMetadata: { groundingChunks: 'x' } } })).toEqual([])
  expect(readUrls({ metadata: null })).toEqual([])
})
