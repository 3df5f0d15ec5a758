// A growing text in pieces.
import { expect, test } from 'vitest'
import { growChunks } from './grow-chunks'

const lines = (count: number) => Array.from({ length: count }, (_, index) => `"line ${index}",\n`).join('')

test('the pieces are the text, and those that are full stay the same as it grows', () => {
  const whole = lines(3_000)
  let chunks: readonly string[] = []
  for (let length = 0; length <= whole.length; length += 997) {
    const before = chunks
    chunks = growChunks(chunks, whole.slice(0, length))
    expect(chunks.join('')).toBe(whole.slice(0, length))
    expect(chunks.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
  }
  expect(chunks.length).toBeGreaterThan(5)
})

test('another text is cut anew', () => {
  const other = `[${lines(1_000)}`
  expect(growChunks(growChunks([], lines(1_000)), other)).toEqual(growChunks([], other))
})

test('a text on one line is one piece', () => {
  expect(growChunks([], 'x'.repeat(50_000))).toEqual(['x'.repeat(50_000)])
})
