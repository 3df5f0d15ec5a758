// Names that carry the upstream’s own, readable only with the local key.
import { expect, test } from 'vitest'
import { sealName, unsealName } from './sealed-name'

const names = [
  'a',
  'operations/x',
  `models/m/operations/${'é'.repeat(50)}`,
  'https://host/v1beta/files/a:download?x=1',
]

const madeAt = (name: string, upstream = 'service') => ({ upstream, name })

test('a name opens again with its key and purpose, and with no other', () => {
  for (const name of names) {
    const id = sealName('operation', madeAt(name), { localKey: 'key' })
    expect(unsealName('operation', id, { localKey: 'key' })).toEqual(madeAt(name))
    expect(unsealName('file', id, { localKey: 'key' })).toBeUndefined()
    expect(unsealName('operation', id, { localKey: 'other' })).toBeUndefined()
  }
})

test('the same name of two upstreams is two names', () => {
  const ids = ['demo', 'vendor'].map((upstream) =>
    sealName('file', madeAt('files/a', upstream), { localKey: 'key' }),
  )
  expect(ids.map((id) => unsealName('file', id, { localKey: 'key' })?.upstream)).toEqual(['demo', 'vendor'])
  expect(new Set(ids).size).toBe(2)
})

test('an id has lower-case letters and digits only, tells nothing, and is the same each time', () => {
  const address = madeAt('https://secret-host.example/v1beta/files/a')
  const id = sealName('file', address, { localKey: 'key' })
  expect(id).toMatch(/^[a-z2-7]+$/)
  expect(sealName('file', address, { localKey: 'key' })).toBe(id)
  const pieces = sealName('file', madeAt('a'.repeat(60)), { localKey: 'key' }).match(/.{8}/g) ?? []
  expect(new Set(pieces).size).toBe(pieces.length)
})

test('a sealed id is longer than any id of an upstream’s own', () => {
  expect(sealName('file', madeAt('files/a', 'demo'), { localKey: 'key' }).length).toBeGreaterThan(40)
})

test('a change of any letter is noticed', () => {
  const id = sealName('operation', madeAt('operations/abcdefgh'), { localKey: 'key' })
  const opened = [...id].map((letter, index) => {
    const other = letter === 'a' ? 'b' : 'a'
    return unsealName('operation', id.slice(0, index) + other + id.slice(index + 1), { localKey: 'key' })
  })
  // The last letter carries padding bits, which say nothing.
  expect(opened.slice(0, -1).every((name) => name === undefined)).toBe(true)
})

test('what is no id does not open', () => {
  for (const id of ['', 'a', 'A'.repeat(40), '0189', 'a'.repeat(26), 'ü']) {
    expect(unsealName('operation', id, { localKey: 'key' })).toBeUndefined()
  }
})

test('a naming key outlives the local key, but for addresses of uploads, which need no credential', () => {
  const before = { localKey: 'old', namingKey: 'naming' }
  const after = { localKey: 'new', namingKey: 'naming' }
  const opened = (['operation', 'file', 'upload'] as const).map(
    (purpose) => unsealName(purpose, sealName(purpose, madeAt('a'), before), after)?.name,
  )
  expect(opened).toEqual(['a', 'a', undefined])
  expect(unsealName('upload', sealName('upload', madeAt('a'), { localKey: 'naming' }), after)).toBeUndefined()
  expect(unsealName('upload', sealName('upload', madeAt('a'), after), after)).toEqual(madeAt('a'))
})

test('what was sealed with the local key opens with it, also where there is a naming key now', () => {
  const id = sealName('file', madeAt('a'), { localKey: 'key' })
  expect(unsealName('file', id, { localKey: 'key', namingKey: 'naming' })).toEqual(madeAt('a'))
})
