// What is shown of a turn's parts.
import { expect, test } from 'vitest'
import { toSegments } from './answer-segments'

test('texts join across pieces, thoughts and lone signatures show nothing', () => {
  expect(
    toSegments([
      { text: 'Hm.', thought: true },
      { text: 'One ' },
      { text: 'two', thoughtSignature: 's' },
      { thoughtSignature: 's' },
      { text: '' },
      { inlineData: { mimeType: 'image/png', media: 'abc' } },
      { text: 'three' },
    ]),
  ).toEqual([
    { kind: 'text', text: 'One two' },
    { kind: 'media', url: 'media://library/abc', mimeType: 'image/png' },
    { kind: 'text', text: 'three' },
  ])
})

test('calls, their results and code that was run are told by name', () => {
  expect(
    toSegments([
      { functionCall: { name: 'get_weather', args: { city: 'Oslo' } } },
      { functionCall: { name: 'now' } },
      { functionResponse: { name: 'now', response: { output: 1 } } },
      { executableCode: { language: 'PYTHON', code: 'print(1)' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
      { somethingNew: {} },
    ]),
  ).toEqual([
    { kind: 'code', title: 'Function call: get_weather', code: '{\n  "city": "Oslo"\n}' },
    { kind: 'code', title: 'Function call: now', code: '{}' },
    { kind: 'code', title: 'Function result: now', code: '{\n  "output": 1\n}' },
    { kind: 'code', title: 'Code that was run', code: 'print(1)' },
    { kind: 'code', title: 'Its output', code: '1' },
  ])
})
