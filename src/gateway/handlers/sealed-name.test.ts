// Tests that sealed names are readable only with the key.
import { expect, test } from 'vitest'
import { sealName, unsealName } from './sealed-name'

const names = [
  'a',
  'operations/x',
  `models/m/operations/${'é'.repeat(50)}`,
  'https://host/v1beta/files/a:download?x=1',
]

const madeAt = (name: string, upstream = 'service') => ({ upstream, name })

test('unseals a name only with its key and purpose', () => {
  for (const name of names) {
    const id = sealName('operation', madeAt(name), { localKey: 'key' })
    expect(unsealName('operation', id, { localKey: 'key' })).toEqual(madeAt(name))
    expect(unsealName('file', id, { localKey: 'key' })).toBeUndefined()
    expect(unsealName('operation', id, { localKey: 'other' })).toBeUndefined()
  }
})

test('seals the same name of two upstreams differently', () => {
  const ids = ['demo', 'vendor'].map((upstream) =>
    sealName('file', madeAt('files/a', upstream), { localKey: 'key' }),
  )
  expect(ids.map((id) => unsealName('file', id, { localKey: 'key' })?.upstream)).toEqual(['demo', 'vendor'])
  expect(new Set(ids).size).toBe(2)
})

test('an id has only lower-case letters and digits, reveals nothing, and is deterministic', () => {
  const address = madeAt('https://secret-host.example/v1beta/files/a')
  const id = sealName('file', address, { localKey: 'key' })
  expect(id).toMatch(/^[a-z2-7]+$/)
  expect(sealName('file', address, { localKey: 'key' })).toBe(id)
  const pieces = sealName('file', madeAt('a'.repeat(60)), { localKey: 'key' }).match(/.{8}/g) ?? []
  expect(new Set(pieces).size).toBe(pieces.length)
})

test('a sealed id is longer than any upstream’s own id', () => {
  expect(sealName('file', madeAt('files/a', 'demo'), { localKey: 'key' }).length).toBeGreaterThan(40)
})

test('detects a change of any character', () => {
  const id = sealName('operation', madeAt('operations/abcdefgh'), { localKey: 'key' })
  const opened = [...id].map((letter, index) => {
    const other = letter === 'a' ? 'b' : 'a'
    return unsealName('operation', id.slice(0, index) + other + id.slice(index + 1), { localKey: 'key' })
  })
  // The last character has padding bits.
  expect(opened.slice(0, -1).every((name) => name === undefined)).toBe(true)
})

test('does not unseal invalid ids', () => {
  for (const id of ['', 'a', 'A'.repeat(40), '0189', 'a'.repeat(26), 'ü']) {
    expect(unsealName('operation', id, { localKey: 'key' })).toBeUndefined()
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

test('unseals names sealed with the local key even if there is a naming key now', () => {
  const id = sealName('file', madeAt('a'), { localKey: 'key' })
  expect(unsealName('file', id, { localKey: 'key', namingKey: 'naming' })).toEqual(madeAt('a'))
})
