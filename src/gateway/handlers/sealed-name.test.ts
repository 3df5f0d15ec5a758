// Names that carry the upstream’s own, readable only with the local key.
import { expect, test } from 'vitest'
import { sealName, unsealName } from './sealed-name'

const names = [
  'a',
  'operations/x',
  `models/m/operations/${'é'.repeat(50)}`,
  'https://host/v1beta/files/a:download?x=1',
]

test('a name opens again with its key and purpose, and with no other', () => {
  for (const name of names) {
    const id = sealName('operation', name, 'key')
    expect(unsealName('operation', id, 'key')).toBe(name)
    expect(unsealName('file', id, 'key')).toBeUndefined()
    expect(unsealName('operation', id, 'other')).toBeUndefined()
  }
})

test('an id has lower-case letters and digits only, tells nothing, and is the same each time', () => {
  const id = sealName('file', 'https://secret-host.example/v1beta/files/a', 'key')
  expect(id).toMatch(/^[a-z2-7]+$/)
  expect(sealName('file', 'https://secret-host.example/v1beta/files/a', 'key')).toBe(id)
  const text = sealName('file', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'key')
  expect(new Set(text.match(/.{8}/g)).size).toBeGreaterThan(8)
})

test('a change of any letter is noticed', () => {
  const id = sealName('operation', 'operations/abcdefgh', 'key')
  const opened = [...id].map((letter, index) => {
    const other = letter === 'a' ? 'b' : 'a'
    return unsealName('operation', id.slice(0, index) + other + id.slice(index + 1), 'key')
  })
  // The last letter carries padding bits, which say nothing.
  expect(opened.slice(0, -1).every((name) => name === undefined)).toBe(true)
})

test('what is no id does not open', () => {
  for (const id of ['', 'a', 'A'.repeat(40), '0189', 'a'.repeat(26), 'ü']) {
    expect(unsealName('operation', id, 'key')).toBeUndefined()
  }
})
