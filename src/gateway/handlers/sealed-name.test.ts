// Tests that sealed names are readable only with the key.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sealName, unsealName } from './sealed-name'

const key = { localKey: 'key' }
const madeAt = (name: string, upstream = 'service') => ({ upstream, name })

test('unseals any name only with its key and purpose', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 100 }),
      fc.constantFrom('demo', 'vendor'),
      (text, upstream) => {
        const name = `files/${text}`
        const id = sealName('operation', madeAt(name, upstream), key)
        expect(id).toMatch(/^[0-9a-f]{40,}$/)
        expect(sealName('operation', madeAt(name, upstream), key)).toBe(id)
        expect(unsealName('operation', id, key)).toEqual(madeAt(name, upstream))
        expect(unsealName('file', id, key)).toBeUndefined()
        expect(unsealName('operation', id, { localKey: 'other' })).toBeUndefined()
      },
    ),
  )
})

test('an id reveals nothing: the same letters are sealed differently', () => {
  const pieces = sealName('file', madeAt('a'.repeat(60)), key).match(/.{8}/g) ?? []
  expect(new Set(pieces).size).toBe(pieces.length)
})

test('detects a change of any character', () => {
  const id = sealName('operation', madeAt('operations/abcdefgh'), key)
  const opened = [...id].map((letter, index) => {
    const other = letter === 'a' ? 'b' : 'a'
    return unsealName('operation', id.slice(0, index) + other + id.slice(index + 1), key)
  })
  expect(opened.every((name) => name === undefined)).toBe(true)
})

test('does not unseal invalid ids', () => {
  for (const id of ['', 'a', 'A'.repeat(40), '0189', 'a'.repeat(26), 'ü']) {
    expect(unsealName('operation', id, key)).toBeUndefined()
  }
})

test('a naming key outlives the local key, except for upload URLs, which need no credential', () => {
  const before = { localKey: 'old', namingKey: 'naming' }
  const after = { localKey: 'new', namingKey: 'naming' }
  const opened = (['operation', 'file', 'upload'] as const).map(
    (purpose) => unsealName(purpose, sealName(purpose, madeAt('a'), before), after)?.name,
  )
  expect(opened).toEqual(['a', 'a', undefined])
  expect(unsealName('upload', sealName('upload', madeAt('a'), { localKey: 'naming' }), after)).toBeUndefined()
  expect(unsealName('upload', sealName('upload', madeAt('a'), after), after)).toEqual(madeAt('a'))
})
