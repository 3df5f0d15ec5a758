// Tests how bodies are shortened for the log: bounded, without media.
import { expect, test } from 'vitest'
import { maxLoggedChars } from '#shared/exchange/body-marks'
import { BodyTap, shorten } from './exchange-body'
import { findUsage, usageFormOf } from './find-usage'

const media = 'iVBOR'.repeat(40_000)
const body = `{"a":"text","data":"${media}","usageMetadata":{"totalTokenCount":3}}`
const short = `{"a":"text","data":"<200000 characters of Base64>","usageMetadata":{"totalTokenCount":3}}`

test('replaces long Base64 by its length, however the bytes are split', () => {
  expect(shorten(body)).toBe(short)
  for (const size of [1000, 4096, 65_536, 65_537, body.length]) {
    const tap = new BodyTap()
    const bytes = Buffer.from(body)
    for (let at = 0; at < bytes.length; at += size) tap.add(bytes.subarray(at, at + size))
    expect(tap.bytes).toBe(body.length)
    const text = tap.text()
    const response = [...text.matchAll(/<(\d+) characters of Base64>/g)].map(([, count]) => Number(count))
    expect([size, response.reduce((sum, count) => sum + count, 0)]).toEqual([size, 200_000])
    expect(text.replace(/(<\d+ characters of Base64>)+/, '<200000 characters of Base64>')).toBe(short)
  }
})

test('does not mistake prose for media, and cuts it at the limit', () => {
  const prose = JSON.stringify({ text: 'the quick brown fox '.repeat(50_000) })
  expect(shorten(prose)).toBe(prose.slice(0, maxLoggedChars))
  const tap = new BodyTap()
  tap.add(Buffer.from(prose))
  expect([tap.bytes, tap.text()]).toEqual([prose.length, prose.slice(0, maxLoggedChars)])
})

test('finds a run of 256 at any position', () => {
  const run = 'Zm9v'.repeat(64)
  for (let before = 0; before < 300; before += 1) {
    const text = `${' '.repeat(before)}"${run}" `
    expect(shorten(text)).toBe(`${' '.repeat(before)}"<256 characters of Base64>" `)
  }
})

test('logs nothing of a run, wherever its first chunk ends', () => {
  const bytes = Buffer.from(body)
  const begin = body.indexOf('iVBOR')
  for (let length = 1; length < 300; length += 1) {
    const tap = new BodyTap()
    tap.add(bytes.subarray(0, begin + length))
    tap.add(bytes.subarray(begin + length))
    expect(tap.text()).toBe(short)
  }
})

// A picture of an OpenAI client would fill the log, and could not be sent again.
test('replaces the Base64 of a data URL, wherever its first chunk ends', () => {
  const url = body.replace('"iVBOR', '"data:image/png;base64,iVBOR')
  const expected = short.replace('"<', '"data:image/png;base64,<')
  expect(shorten(url)).toBe(expected)
  const bytes = Buffer.from(url)
  const begin = url.indexOf('data:')
  for (let length = 1; length < 300; length += 1) {
    const tap = new BodyTap()
    tap.add(bytes.subarray(0, begin + length))
    tap.add(bytes.subarray(begin + length))
    expect([length, tap.text()]).toEqual([length, expected])
  }
})

test('also replaces Base64 with escaped slashes and line breaks, and Base64 quoted in a message', () => {
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

test('finds the last usage without parsing the rest', () => {
  expect(findUsage(short)).toEqual({ totalTokenCount: 3 })
  expect(findUsage('{"usageMetadata":{"a":{"b":1}},"x":"usageMetadata"}')).toEqual({ a: { b: 1 } })
  const chat = usageFormOf('createChatCompletion')
  expect(chat.convert(findUsage('{"usage":"x","usage":{"prompt_tokens":2}}', chat))).toEqual({
    promptTokenCount: 2,
    totalTokenCount: 2,
  })
  expect([findUsage(''), findUsage('{"usageMetadata":{"a"')]).toEqual([null, null])
})
