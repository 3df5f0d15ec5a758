// Tests that keys and hosts are redacted in every spelling.
import { describe, expect, test } from 'vitest'
import { readBaseUrl } from '#shared/wire/base-url'
import { createUpstreamRedactor } from './text'

const gemini = 'AQ.Ab8RN6/Kz+canary="Tail\\Z'
const openAi = 'canary-proj-0123456789abcdefgh-WXYZ'
const { redact, holdsKey } = createUpstreamRedactor(
  [gemini, openAi, null],
  [readBaseUrl('https://models.example/base/v1beta'), readBaseUrl('http://10.0.0.7:8080/v1')],
)
const everyLetter = (toText: (code: string) => string): string =>
  [...gemini].map((letter) => toText(letter.charCodeAt(0).toString(16).padStart(2, '0'))).join('')

describe.each([
  ['unchanged', gemini],
  ['percent-encoded', encodeURIComponent(gemini)],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(gemini))],
  ['with every character percent-encoded in lower-case hex', everyLetter((code) => `%${code}`)],
  ['inside JSON', JSON.stringify(gemini).slice(1, -1)],
  ['in JSON within JSON', JSON.stringify(JSON.stringify(gemini)).slice(3, -3)],
  ['with every character escaped', everyLetter((code) => `\\u00${code}`)],
  ['as JSON of the vendor, which escapes = and slashes', gemini.replace('=', '\\u003d').replace('/', '\\/')],
  ['in Base64', Buffer.from(gemini).toString('base64')],
  ['in upper case', gemini.toUpperCase()],
  ['split by a folded line', `${gemini.slice(0, 11)}\r\n\t${gemini.slice(11)}`],
  ['split by a joined header', `${gemini.slice(0, 11)}, ${gemini.slice(11)}`],
])('a key %s', (_, spelled) => {
  test('is removed from a text, and detected', () => {
    expect(redact(`before ${spelled} after`)).toMatch(/^before …=* after$/)
    expect(holdsKey(`before ${spelled} after`)).toBe(true)
  })
})

test.each([
  [`Incorrect API key provided: canary-p${'*'.repeat(20)}WXYZ.`, 'Incorrect API key provided: ….'],
  ['the key ending in ...WXYZ', 'the key ending in …'],
  ['the key •••••••WXYZ', 'the key …'],
  [`${openAi} and ${gemini}`, '… and …'],
])('%s', (text, clean) => {
  expect(redact(text)).toBe(clean)
})

test.each([
  ['https://models.example/base/v1beta/models', 'upstream/base/v1beta/models'],
  ['models.example:443 refused, 10.0.0.7:8080 too', 'upstream:443 refused, upstream too'],
  ['AIzaSyD-another-key-of-0123 ?key=abc', 'AIza… ?key=…'],
])('%s becomes %s', (text, clean) => {
  expect(redact(text)).toBe(clean)
})

test.each([
  'Wait... then try again. **Note** the canary sings',
  'canary-proj-0123456789abcdefgh-WXY',
  'a',
  '',
])('%j is not a key and stays', (text) => {
  expect(redact(text)).toBe(text)
  expect(holdsKey(text)).toBe(false)
})

test('redacts only credentials if there are no keys and the host is a plain word', () => {
  const bare = createUpstreamRedactor([null, ''], [readBaseUrl('http://localhost:9/')])
  expect(bare.redact('localhost says Bearer abcdefgh at localhost:9')).toBe(
    'localhost says Bearer … at upstream',
  )
  expect(bare.holdsKey('anything')).toBe(false)
})

test.each([
  ['letters', 'A'],
  ['backslashes', '\\'],
  ['percent signs', '%25'],
  ['dots and characters', 'A...'],
  ['pieces of a key', gemini.slice(0, 5)],
  ['spaces after the first character of a key', `${gemini.slice(0, 1)}${' '.repeat(1_000_000)}`],
])('takes linear time for a text of many %s', (_, piece) => {
  const text = piece.repeat(Math.ceil(1_000_000 / piece.length))
  expect(redact(text).length).toBeGreaterThan(100_000)
})
