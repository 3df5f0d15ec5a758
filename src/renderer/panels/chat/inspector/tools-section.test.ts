import { expect, test } from 'vitest'
import { rejectsMixedTools } from './ToolsSection'

test('only generation 2 models reject both, and disabled tools are ignored', () => {
  const functions = { on: true, declarations: [{ name: 'a' }], mocks: [], answerWithMocks: false }
  expect([
    rejectsMixedTools({ model: 'gemini-2.5-pro', functions, urlContext: true }),
    rejectsMixedTools({ model: 'gen-2.5-flash', functions, googleSearch: true }),
    rejectsMixedTools({ model: 'gen-2.5-flash', functions }),
    rejectsMixedTools({ model: 'gen-2.5-flash', functions: { ...functions, on: false }, urlContext: true }),
    rejectsMixedTools({
      model: 'gen-2.5-flash',
      functions: { ...functions, declarations: [] },
      urlContext: true,
    }),
    rejectsMixedTools({ model: 'gen-3.1-pro-preview', functions, urlContext: true }),
  ]).toEqual([true, true, false, false, false, false])
})
