// Vectors are recognized by all of their numbers and their order.
import { expect, test } from 'vitest'
import { createFingerprint } from './fingerprint'

function read(...parts: readonly number[][]): string {
  const fingerprint = createFingerprint()
  for (const part of parts) fingerprint.add(Uint32Array.from(part))
  return fingerprint.read()
}

test('the same numbers have the same fingerprint, however they are divided', () => {
  expect(read([1, 2, 3], [4])).toBe(read([1], [2, 3, 4]))
  expect(read([1, 2])).toMatch(/^[0-9a-f]{16}$/)
})

test('another number, order or length has another fingerprint', () => {
  const all = [read([0]), read([0, 0]), read([1, 2]), read([2, 1]), read([1, 3]), read([1, 2, 0]), read([])]
  expect(new Set(all).size).toBe(all.length)
})
