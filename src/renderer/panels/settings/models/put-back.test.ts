// An own model, removed and brought back.
import { expect, test } from 'vitest'
import type { OwnModel } from '#shared/schemas/own-model'
import { putBack } from './put-back'

const model = (id: string): OwnModel => ({ id, displayName: '', kind: 'text', thinks: false })
const [a, b, c, d] = [model('a'), model('b'), model('c'), model('d')]

test('it comes back to its old place, whatever was removed or added meanwhile', () => {
  expect(putBack(b, [a, c], [a, b, c])).toEqual([a, b, c])
  expect(putBack(a, [b, c], [a, b, c])).toEqual([a, b, c])
  expect(putBack(c, [a, d], [a, b, c])).toEqual([a, c, d])
  expect(putBack(b, [d], [a, b])).toEqual([b, d])
})

test('one that is there again already is not doubled', () => {
  expect(putBack(b, [b, a], [a, b])).toEqual([a, b])
})
