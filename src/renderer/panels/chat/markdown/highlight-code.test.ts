// Highlighting of code, also while it is streamed.
import { expect, test } from 'vitest'
import {
  extendHighlight,
  type Highlighted,
  highlightCode,
  maxHighlightLength,
  maxStreamingLength,
} from './CodeBlock'

const line = 'const answer = 42 // of all\n'
const stream = (before: Highlighted | null, code: string, language = 'js') =>
  extendHighlight(before, { code, language, isComplete: false })

test('splits code into highlighted runs that together are the code', () => {
  expect(highlightCode('const a = 1', 'js')).toEqual({
    language: 'js',
    code: 'const a = 1',
    runs: [
      { text: 'const', className: 'hljs-keyword' },
      { text: ' a = ', className: '' },
      { text: '1', className: 'hljs-number' },
    ],
  })
})

test('does not highlight unknown languages or code that is too long', () => {
  expect(['', 'brainfuck', 'constructor'].map((language) => highlightCode('a', language))).toEqual([
    null,
    null,
    null,
  ])
  expect(highlightCode('a'.repeat(maxHighlightLength + 1), 'js')).toBeNull()
})

test('highlights streamed code in increasing steps', () => {
  let highlighted: Highlighted | null = null
  let runs = 0
  for (let code = line; code.length < maxStreamingLength; code += line) {
    const after: Highlighted | null = stream(highlighted, code)
    if (after !== highlighted) runs += 1
    highlighted = after
  }
  expect(runs).toBeLessThan(45)
})

test('retains existing highlighting of streamed code beyond the limit', () => {
  const short = stream(null, line.repeat(600))
  expect(stream(short, line.repeat(1200))).toBe(short)
  expect(stream(null, line.repeat(1200))).toBeNull()
})

test('highlights different code again', () => {
  const before = stream(null, line)
  expect(stream(before, 'let b')?.code).toBe('let b')
  expect(stream(before, line, 'py')?.language).toBe('py')
})

test('highlights completed code to its end, once', () => {
  const code = line.repeat(1200)
  const complete = extendHighlight(stream(null, line), { code, language: 'js', isComplete: true })
  expect(complete?.code).toBe(code)
  expect(extendHighlight(complete, { code, language: 'js', isComplete: true })).toBe(complete)
})
