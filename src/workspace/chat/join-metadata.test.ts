// An answer that was gone on with: its old sources stay, and the new ones are cited in the new text.
import { expect, test } from 'vitest'
import { joinMetadata, keepSources } from './join-metadata'

const web = (uri: string) => ({ web: { uri, title: uri } })
const grounding = (support: object, ...uris: string[]) => ({
  groundingMetadata: {
    groundingChunks: uris.map(web),
    groundingSupports: [support],
    webSearchQueries: ['q'],
  },
})

const kept = {
  parts: [{ text: 'Hm.', thought: true }, { text: 'Grüße. ' }],
  metadata: {
    ...grounding({ segment: { partIndex: 1, endIndex: 8 }, groundingChunkIndices: [1] }, 'a', 'b'),
    urlContextMetadata: { urlMetadata: [{ retrievedUrl: 'a' }] },
    safetyRatings: [],
  },
}
const own = {
  ...grounding({ segment: { endIndex: 4, text: 'More' }, groundingChunkIndices: [0] }, 'c'),
  urlContextMetadata: { urlMetadata: [{ retrievedUrl: 'c' }] },
  safetyRatings: [{ category: 'x' }],
}

test('places count from the whole text in bytes, and numbers of sources from the old ones', () => {
  const parts = [kept.parts[0]!, { text: 'Grüße. More' }]
  expect(joinMetadata({ kept, own, parts })).toEqual({
    groundingMetadata: {
      groundingChunks: [web('a'), web('b'), web('c')],
      groundingSupports: [
        { segment: { partIndex: 1, endIndex: 8 }, groundingChunkIndices: [1] },
        { segment: { partIndex: 1, startIndex: 9, endIndex: 13, text: 'More' }, groundingChunkIndices: [2] },
      ],
      webSearchQueries: ['q'],
    },
    urlContextMetadata: { urlMetadata: [{ retrievedUrl: 'a' }, { retrievedUrl: 'c' }] },
    safetyRatings: [{ category: 'x' }],
  })
})

const placeIn = (parts: Parameters<typeof joinMetadata>[0]['parts']) =>
  joinMetadata({ kept, own, parts })?.groundingMetadata

test('thoughts that came before the text move its part', () => {
  const parts = [kept.parts[0]!, { text: 'Again.', thought: true }, { text: 'Grüße. More' }]
  expect(placeIn(parts)).toMatchObject({
    groundingSupports: [{}, { segment: { partIndex: 2, startIndex: 9 } }],
  })
})

test('a text that stands in a part of its own counts from its own beginning', () => {
  const parts = [...kept.parts, { text: 'More', thoughtSignature: 's' }]
  expect(placeIn(parts)).toMatchObject({
    groundingSupports: [{}, { segment: { partIndex: 2, startIndex: 0 } }],
  })
})

test('what was told of the sources stays where nothing new is told, and nothing else does', () => {
  const { safetyRatings: _, ...sources } = kept.metadata
  expect(joinMetadata({ kept, own: null, parts: kept.parts })).toEqual(sources)
  expect(keepSources({ safetyRatings: [] })).toBeNull()
})

test.each([
  [{ groundingMetadata: { groundingSupports: [null, 5, { segment: 'x', groundingChunkIndices: 'y' }] } }],
  [{ groundingMetadata: 'x', urlContextMetadata: [] }],
])('what is of no known shape is left as it came: %j', (odd) => {
  const bare = { parts: kept.parts, metadata: null }
  expect(joinMetadata({ kept: bare, own: odd, parts: kept.parts })).toEqual(odd)
})
