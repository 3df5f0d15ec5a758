// Folding chunks into an answer, deltas, and the sources of continued answers.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TurnDelta } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import type { GenerateContentResponse } from '#shared/schemas/gemini-requests'
import { applyDeltas } from '../workspace.fixture'
import { type AnswerState, foldChunk, joinMetadata, mergeDeltas, pickSources } from './fold'

const nothing: AnswerState = {
  parts: [],
  modelVersion: null,
  finishReason: null,
  blockReason: null,
  error: null,
  usage: null,
  metadata: null,
}

const chunkOf = (...parts: Part[]): GenerateContentResponse => ({ candidates: [{ content: { parts } }] })

function foldAll(chunks: readonly GenerateContentResponse[]): AnswerState {
  return chunks.reduce<AnswerState>((state, chunk) => foldChunk(state, chunk).state, nothing)
}

test('merges adjacent plain texts of one kind', () => {
  const chunks = [
    chunkOf({ text: 'Let me ', thought: true }),
    chunkOf({ text: 'see.', thought: true }, { text: 'It ' }),
    chunkOf({ text: 'is ' }, { text: '' }, { text: 'so.' }),
  ]
  expect(foldAll(chunks).parts).toEqual([{ text: 'Let me see.', thought: true }, { text: 'It is so.' }])
})

test('does not merge the parts of an answer without streaming', () => {
  const parts = [{ text: 'a' }, { text: 'b' }, { text: '' }, { text: 'c', thought: true }, { novel: 1 }]
  const { state, deltas } = foldChunk(nothing, chunkOf(...parts), { parts, initial: 0, isWhole: true })
  expect(state.parts).toEqual(parts)
  expect(applyDeltas([], deltas)).toEqual(parts)
  expect(foldChunk(nothing, chunkOf(), { parts: [], initial: 0, isWhole: true }).deltas).toEqual([])
})

test('never merges a part with other fields', () => {
  const parts = [
    { text: 'a' },
    { text: 'b', thoughtSignature: 's' },
    { text: 'c' },
    { text: '', thoughtSignature: 't' },
    { thoughtSignature: 'u' },
    { text: 'd', novel: true },
    { text: 'e' },
    { functionCall: { name: 'f' } },
  ]
  expect(foldAll(parts.map((part) => chunkOf(part))).parts).toEqual(parts)
  expect(foldAll([chunkOf(...parts)]).parts).toEqual(parts)
})

test('the last usage replaces earlier ones, and a chunk without usage changes nothing', () => {
  const state = foldAll([
    { usageMetadata: { promptTokenCount: 4, thoughtsTokenCount: 2 }, modelVersion: 'v1' },
    { usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 9 } },
    { candidates: [{ finishReason: 'max_tokens' }] },
  ])
  expect(state).toEqual({
    ...nothing,
    modelVersion: 'v1',
    usage: { promptTokenCount: 4, candidatesTokenCount: 9 },
    finishReason: 'MAX_TOKENS',
  })
})

test('the last value of each field beside the content wins', () => {
  const state = foldAll([
    { candidates: [{ content: { parts: [] }, index: 0, safetyRatings: [{ probability: 'LOW' }] }] },
    { candidates: [{ groundingMetadata: { webSearchQueries: ['a'], novel: 1 } }] },
    { candidates: [{ groundingMetadata: { webSearchQueries: ['b'] }, finishReason: 'STOP' }] },
    { usageMetadata: { totalTokenCount: 1 } },
  ])
  expect(state.metadata).toEqual({
    safetyRatings: [{ probability: 'LOW' }],
    groundingMetadata: { webSearchQueries: ['b'] },
  })
})

test('ignores candidates that were not requested', () => {
  const second = { content: { parts: [{ text: 'other' }] }, index: 1, finishReason: 'SAFETY' }
  expect(foldAll([{ candidates: [second] }])).toEqual(nothing)
  expect(
    foldAll([{ candidates: [second, { index: 0, content: { parts: [{ text: 'mine' }] } }] }]).parts,
  ).toEqual([{ text: 'mine' }])
})

const text = fc.constantFrom('', 'a', 'abc dé', '👋')
const anyPart: fc.Arbitrary<Part> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ text }) },
  { weight: 2, arbitrary: fc.record({ text, thought: fc.constant(true) }) },
  fc.record({ text, thoughtSignature: fc.string() }),
  fc.record({ text, thought: fc.constant(true), thoughtSignature: fc.constant('q') }),
  fc.record({ functionCall: fc.record({ name: fc.string(), args: fc.dictionary(fc.string(), fc.nat()) }) }),
  fc.record({ text, somethingNew: fc.array(fc.nat()) }),
)
/** A chunk, and whether the watcher reads after it. */
const anyStep = fc.record({ parts: fc.array(anyPart, { maxLength: 3 }), reads: fc.boolean() })

test('a watcher that joins at any time and reads at any pace gets the same answer', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 25 }), fc.nat(24), (steps, joinsAt) => {
      let state = nothing
      let received: readonly Part[] = []
      let waiting: readonly TurnDelta[] = []
      for (const [index, { parts, reads }] of steps.entries()) {
        if (index === joinsAt % steps.length) received = state.parts
        const folded = foldChunk(state, chunkOf(...parts))
        state = folded.state
        if (index >= joinsAt % steps.length) waiting = mergeDeltas(waiting, folded.deltas)
        if (reads) {
          received = applyDeltas(received, waiting)
          waiting = []
        }
      }
      expect(applyDeltas(received, waiting)).toEqual(state.parts)
    }),
    { numRuns: 300 },
  )
})

test('a continuation is appended to the unfinished text, with its thoughts before', () => {
  const initialState: Part[] = [{ text: 'Old.', thought: true }, { text: 'Half an ans' }]
  const sent: Part[] = [
    { text: 'Where ', thought: true },
    { text: 'was I?', thought: true },
    { text: 'wer.' },
    { functionCall: { name: 'f' } },
  ]
  let state: AnswerState = { ...nothing, parts: initialState }
  let received: readonly Part[] = initialState
  let waiting: readonly TurnDelta[] = []
  for (const part of sent) {
    const folded = foldChunk(state, chunkOf(part), { parts: [part], initial: initialState.length })
    state = folded.state
    received = applyDeltas(received, folded.deltas)
    waiting = mergeDeltas(waiting, folded.deltas)
  }
  const whole = [
    { text: 'Old.', thought: true },
    { text: 'Where was I?', thought: true },
    { text: 'Half an answer.' },
    { functionCall: { name: 'f' } },
  ]
  expect([state.parts, received, applyDeltas(initialState, waiting)]).toEqual([whole, whole, whole])
  expect(waiting).toHaveLength(1)
})

test('merges any number of deltas of one part into one', () => {
  const many = Array.from({ length: 500 }, () => ({ index: 0, append: 'x' }))
  const first: TurnDelta = { index: 0, parts: [{ text: 'y' }] }
  expect(mergeDeltas([first], many)).toEqual([{ index: 0, parts: [{ text: `y${'x'.repeat(500)}` }] }])
  expect(mergeDeltas([], many)).toEqual([{ index: 0, append: 'x'.repeat(500) }])
})

test('an error in the middle of a stream has its retry delay', () => {
  const details = [
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.400000000s' },
    { '@type': 'type.googleapis.com/google.rpc.Help' },
  ]
  const refusal = { code: 429, message: 'Too many.', status: 'RESOURCE_EXHAUSTED' }
  const errorOf = (error: object) =>
    foldAll([chunkOf({ text: 'One' }), { error } as GenerateContentResponse]).error
  expect([errorOf({ ...refusal, details }), errorOf(refusal)]).toEqual([
    { code: 'RESOURCE_EXHAUSTED', message: 'Too many.', retryAfter: 34.4 },
    { code: 'RESOURCE_EXHAUSTED', message: 'Too many.' },
  ])
})

const web = (uri: string) => ({ web: { uri, title: uri } })
const grounding = (support: object, ...uris: string[]) => ({
  groundingMetadata: {
    groundingChunks: uris.map(web),
    groundingSupports: [support],
    webSearchQueries: ['q'],
  },
})

const initial = {
  parts: [{ text: 'Hm.', thought: true }, { text: 'Grüße. ' }],
  metadata: {
    ...grounding({ segment: { partIndex: 1, endIndex: 8 }, groundingChunkIndices: [1] }, 'a', 'b'),
    urlContextMetadata: { urlMetadata: [{ retrievedUrl: 'a' }] },
    safetyRatings: [],
  },
}
const continuation = {
  ...grounding({ segment: { endIndex: 4, text: 'More' }, groundingChunkIndices: [0] }, 'c'),
  urlContextMetadata: { urlMetadata: [{ retrievedUrl: 'c' }] },
  safetyRatings: [{ category: 'x' }],
}

test('offsets include the bytes of the earlier text, and source numbers the earlier sources', () => {
  const parts = [initial.parts[0]!, { text: 'Grüße. More' }]
  expect(joinMetadata({ initial, continuation, parts })).toEqual({
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

test('earlier thoughts move the part of the text, and a separate part starts at its own text', () => {
  const moved = [initial.parts[0]!, { text: 'Again.', thought: true }, { text: 'Grüße. More' }]
  const separate = [...initial.parts, { text: 'More', thoughtSignature: 's' }]
  for (const [parts, startIndex] of [
    [moved, 9],
    [separate, 0],
  ] as const)
    expect(joinMetadata({ initial, continuation, parts })?.groundingMetadata).toMatchObject({
      groundingSupports: [{}, { segment: { partIndex: 2, startIndex } }],
    })
})

test('retains earlier sources, and no other metadata, if there are no new ones', () => {
  const { safetyRatings: _, ...sources } = initial.metadata
  expect(joinMetadata({ initial, continuation: null, parts: initial.parts })).toEqual(sources)
  expect(pickSources({ safetyRatings: [] })).toBeNull()
})

test.each([
  [{ groundingMetadata: { groundingSupports: [null, 5, { segment: 'x', groundingChunkIndices: 'y' }] } }],
  [{ groundingMetadata: 'x', urlContextMetadata: [] }],
])('leaves unknown shapes unchanged: %j', (odd) => {
  const bare = { parts: initial.parts, metadata: null }
  expect(joinMetadata({ initial: bare, continuation: odd, parts: initial.parts })).toEqual(odd)
})
