// What of bodies the log keeps: short, without media, never more than it needs.
import { expect, test } from 'vitest'
import { BodyTap, maxLoggedChars, shorten } from './exchange-body'
import { findUsage } from './exchange-log'

const media = 'iVBOR'.repeat(40_000)
const body = `{"a":"text","data":"${media}","usageMetadata":{"totalTokenCount":3}}`
const short = `{"a":"text","data":"<200000 characters of Base64>","usageMetadata":{"totalTokenCount":3}}`

test('long Base64 becomes its length, however the bytes are split', () => {
  expect(shorten(body)).toBe(short)
  for (const size of [1000, 4096, 65_536, 65_537, body.length]) {
    const tap = new BodyTap()
    const bytes = Buffer.from(body)
    for (let at = 0; at < bytes.length; at += size) tap.add(bytes.subarray(at, at + size))
    expect(tap.bytes).toBe(body.length)
    const text = tap.text()
    const told = [...text.matchAll(/<(\d+) characters of Base64>/g)].map(([, count]) => Number(count))
    expect([size, told.reduce((sum, count) => sum + count, 0)]).toEqual([size, 200_000])
    expect(text.replace(/(<\d+ characters of Base64>)+/, '<200000 characters of Base64>')).toBe(short)
  }
})

test('prose is not taken for media, and is cut at the limit', () => {
  const prose = JSON.stringify({ text: 'the quick brown fox '.repeat(50_000) })
  expect(shorten(prose)).toBe(prose.slice(0, maxLoggedChars))
  const tap = new BodyTap()
  tap.add(Buffer.from(prose))
  expect([tap.bytes, tap.text()]).toEqual([prose.length, prose.slice(0, maxLoggedChars)])
})

test('a run of 256 is found wherever it stands', () => {
  const run = 'Zm9v'.repeat(64)
  for (let before = 0; before < 300; before += 1) {
    const text = `${' '.repeat(before)}"${run}" `
    expect(shorten(text)).toBe(`${' '.repeat(before)}"<256 characters of Base64>" `)
  }
})

test('nothing of a run is kept, wherever the first piece of it ends', () => {
  const bytes = Buffer.from(body)
  const begin = body.indexOf('iVBOR')
  for (let length = 1; length < 300; length += 1) {
    const tap = new BodyTap()
    tap.add(bytes.subarray(0, begin + length))
    tap.add(bytes.subarray(begin + length))
    expect(tap.text()).toBe(short)
  }
})

test('Base64 with escaped slashes and line ends is a run, too, and so is what a message quotes', () => {
  const lines = 'iVBOR\\/w0K\\r\\n'.repeat(40)
  const message = JSON.stringify({ message: `Decoding failed for "${media}"` })
  expect([shorten(`{"data":"${lines}"}`), shorten(message)]).toEqual([
    `{"data":"<${lines.length} characters of Base64>"}`,
    '{"message":"Decoding failed for \\"<200000 characters of Base64>\\""}',
  ])
  const tap = new BodyTap()
  for (let at = 0; at < message.length; at += 5000) tap.add(Buffer.from(message.slice(at, at + 5000)))
  expect(tap.text()).toBe('{"message":"Decoding failed for \\"<200000 characters of Base64>\\""}')
})

test('the last usage is found without parsing the rest', () => {
  expect(findUsage(short)).toEqual({ totalTokenCount: 3 })
  expect(findUsage('{"usageMetadata":{"a":{"b":1}},"x":"usageMetadata"}')).toEqual({ a: { b: 1 } })
  expect([findUsage(''), findUsage('{"usageMetadata":{"a"')]).toEqual([null, null])
})
