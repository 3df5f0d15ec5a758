// Large integers survive reading and writing.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExactJson, writeExactJson } from './exact-json'

const largeInteger = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map(String)
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  largeInteger,
  largeInteger.map((digits) => `"${digits}\\`),
)

test('a document of integers, texts and fractions is written as it was read', () => {
  const member = fc.oneof(
    largeInteger,
    texts.map((text) => JSON.stringify(text)),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
    fc.constantFrom('0.12345678901234568', '1e-100', 'true', 'null', '[]'),
  )
  const document = fc
    .tuple(fc.uniqueArray(texts), fc.array(member))
    .map(([names, members]) => {
      const pairs = members.map((text, at) => `${JSON.stringify(names[at] ?? `n${at}`)}:[${text},${text}]`)
      return `{${pairs.join(',')}}`
    })
    .filter((text) => !/"(?:__proto__|\d+)":/.test(text))
  fc.assert(
    fc.property(document, (text) => {
      expect(writeExactJson(parseExactJson(text))).toBe(text)
    }),
  )
})

test('only integers that cannot be numbers are kept as texts', () => {
  expect(parseExactJson('[9007199254740991, 9007199254740993, 0.1234567890123456789]')).toEqual([
    9007199254740991,
    expect.stringMatching(/9007199254740993$/),
    0.12345678901234568,
  ])
})

test('texts of any length and with any number of escapes are read', () => {
  for (const text of [
    'a'.repeat(30_000_000),
    '\\\\'.repeat(4_000_000),
    '\\"1234567890123456789'.repeat(100_000),
  ])
    expect(writeExactJson(parseExactJson(`{"text":"${text}","id":1234567890123456789}`))).toHaveLength(
      text.length + 36,
    )
})
