// The colours of code, also while it grows.
import { expect, test } from 'vitest'
import {
  growHighlight,
  type Highlighted,
  highlightCode,
  longestColoured,
  longestGrowing,
} from './highlight-code'

const line = 'const answer = 42 // of all\n'

test('code is cut into coloured runs that together are the code', () => {
  expect(highlightCode('const a = 1', 'js')).toEqual({
    language: 'js',
    code: 'const a = 1',
    runs: [
      { text: 'const', kind: 'hljs-keyword' },
      { text: ' a = ', kind: '' },
      { text: '1', kind: 'hljs-number' },
    ],
  })
})

test('a language without colours, and code that is too long for them, stays plain', () => {
  expect(['', 'brainfuck', 'constructor'].map((language) => highlightCode('a', language))).toEqual([
    null,
    null,
    null,
  ])
  expect(highlightCode('a'.repeat(longestColoured + 1), 'js')).toBeNull()
})

test('growing code is read again in ever larger steps', () => {
  let highlighted: Highlighted | null = null
  let readings = 0
  for (let code = line; code.length < longestGrowing; code += line) {
    const after: Highlighted | null = growHighlight(highlighted, code, 'js')
    if (after !== highlighted) readings += 1
    highlighted = after
  }
  expect(readings).toBeLessThan(45)
})

test('beyond the limit growing code keeps the colours it has', () => {
  const short = growHighlight(null, line.repeat(600), 'js')
  expect(growHighlight(short, line.repeat(1200), 'js')).toBe(short)
  expect(growHighlight(null, line.repeat(1200), 'js')).toBeNull()
})

test('other code is read anew', () => {
  const before = growHighlight(null, line, 'js')
  expect(growHighlight(before, 'let b', 'js')?.code).toBe('let b')
  expect(growHighlight(before, line, 'py')?.language).toBe('py')
})
