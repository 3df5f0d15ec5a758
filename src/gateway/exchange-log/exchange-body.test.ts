// Tests how bodies are shortened for the log: bounded, without media.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxLoggedChars } from '#shared/exchange/body-marks'
import { BodyTap, shorten } from './exchange-body'
import { findUsage, usageFormOf } from './exchange-facts'

const media = 'iVBOR'.repeat(40_000)
const body = `{"a":"text","data":"${media}","usageMetadata":{"totalTokenCount":3}}`
const short = `{"a":"text","data":"<200000 characters of Base64>","usageMetadata":{"totalTokenCount":3}}`

/** The text of a body that arrives in chunks of these sizes, repeated. */
function tapIn(text: string, sizes: readonly number[]): string {
  const tap = new BodyTap()
  const bytes = Buffer.from(text)
  for (let at = 0, index = 0; at < bytes.length; index += 1) {
    const size = sizes[index % sizes.length] ?? bytes.length
    tap.add(bytes.subarray(at, at + size))
    at += size
  }
  expect(tap.bytes).toBe(bytes.length)
  return tap.text()
}

// A picture of an OpenAI client would fill the log, and could not be sent again.
const dataUrl = body.replace('"iVBOR', '"data:image/png;base64,iVBOR')
const quoted = JSON.stringify({ message: `Decoding failed for "${media}"` })

test.each([
  ['a body', body, short],
  ['a data URL', dataUrl, short.replace('"<', '"data:image/png;base64,<')],
  ['a message', quoted, quoted.replace(media, '<200000 characters of Base64>')],
])('replaces the Base64 of %s by its length, however the bytes are split', (_, text, expected) => {
  expect(shorten(text)).toBe(expected)
  const start = Math.max(0, text.indexOf('iVBOR') - 30)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1000, max: 100_000 }), (first, size) => {
      // The first chunk ends near the start of the run.
      const [head, ...others] = tapIn(text, [start + first, size]).split(/(?:<\d+ characters of Base64>)+/)
      expect([head, ...others]).toEqual(expected.split('<200000 characters of Base64>'))
    }),
  )
  for (let length = 1; length < 330; length += 1)
    expect(tapIn(text, [start + length, text.length])).toBe(expected)
})

test('does not mistake prose for media, and cuts it at the limit', () => {
  const prose = JSON.stringify({ text: 'the quick brown fox '.repeat(50_000) })
  expect(shorten(prose)).toBe(prose.slice(0, maxLoggedChars))
  expect(tapIn(prose, [])).toBe(prose.slice(0, maxLoggedChars))
})

test('finds a run of 256 at any position', () => {
  const run = 'Zm9v'.repeat(64)
  for (let before = 0; before < 300; before += 1) {
    const text = `${' '.repeat(before)}"${run}" `
    expect(shorten(text)).toBe(`${' '.repeat(before)}"<256 characters of Base64>" `)
  }
})

test('also replaces Base64 with escaped slashes and line breaks', () => {
  const lines = 'iVBOR\\/w0K\\r\\n'.repeat(40)
  expect(shorten(`{"data":"${lines}"}`)).toBe(`{"data":"<${lines.length} characters of Base64>"}`)
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
