// Splitting streamed text into chunks.
import { expect, test } from 'vitest'
import { appendChunks } from './StreamedText'

const lines = (count: number) => Array.from({ length: count }, (_, index) => `"line ${index}",\n`).join('')

test('loses no text, and retains full chunks as text is appended', () => {
  const whole = lines(3_000)
  let chunks: readonly string[] = []
  for (let length = 0; length <= whole.length; length += 997) {
    const before = chunks
    chunks = appendChunks(chunks, whole.slice(0, length))
    expect(chunks.join('')).toBe(whole.slice(0, length))
    expect(chunks.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
  }
  expect(chunks.length).toBeGreaterThan(5)
})

test('splits a different text again', () => {
  const other = `[${lines(1_000)}`
  expect(appendChunks(appendChunks([], lines(1_000)), other)).toEqual(appendChunks([], other))
  expect(appendChunks(appendChunks([], 'x\n'.repeat(9000)), 'short')).toEqual(['short'])
})

test('puts a text without line ends into one chunk', () => {
  expect(appendChunks([], 'x'.repeat(50_000))).toEqual(['x'.repeat(50_000)])
})
