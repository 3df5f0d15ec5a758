import { expect, test } from 'vitest'
import { summaries } from './inspector-sections'

const model = 'gen-2.5-flash'

test('returns no summary for default parameters', () => {
  expect(Object.values(summaries).map((summarize) => summarize({ model }))).toEqual(
    Object.values(summaries).map(() => ''),
  )
})

test('includes zero and off in summaries', () => {
  expect([
    summaries.sampling({ model, temperature: 0, topP: 0, seed: 0 }),
    summaries.thinking({ model, includeThoughts: true, thinkingBudget: 0 }),
    summaries.thinking({ model, thinkingBudget: 2048 }),
    summaries.output({ model, maxOutputTokens: 1024, stopSequences: ['a'] }),
    summaries.functions({
      model,
      functions: { on: false, declarations: [{ name: 'a' }], mocks: [], answerWithMocks: false },
    }),
  ]).toEqual(['0 · P 0 · seed', 'Shown · off', '2,048', '≤ 1,024 · 1 stop', ''])
})
