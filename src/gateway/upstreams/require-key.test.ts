// Tests that unusable keys are rejected before anything is sent.
import { expect, test } from 'vitest'
import { requireKey } from './require-key'

const invalid = 'The API key for the Gemini API is invalid: it must'

test.each([
  [null, 'No API key for the Gemini API. Enter one in Settings > Provider.'],
  ['', 'No API key for the Gemini API. Enter one in Settings > Provider.'],
  ['AIza\nx', `${invalid} be a single line; the pasted key contains a line break.`],
  ['AIzaé', `${invalid} contain only printable characters, with no spaces.`],
  ['AIza\n', `${invalid} not begin or end with a space.`],
])('rejects %j without repeating it', (key, message) => {
  expect(requireKey('Gemini API', 'AIza-x')()).toBe('AIza-x')
  const error = { code: 'FAILED_PRECONDITION', param: 'key', message: expect.stringContaining(message) }
  expect(requireKey('Gemini API', key)).toThrow(expect.objectContaining(error))
  expect(requireKey('Gemini API', key)).not.toThrow(/AIza/)
})

test('returns a saved key only for the origins for which it was entered', () => {
  const read = requireKey('Gemini API', {
    secret: 'AIza-x',
    origins: ['https://old.example', 'http://old.example:81'],
  })
  expect([read('https://old.example'), read('http://old.example:81')]).toEqual(['AIza-x', 'AIza-x'])
  for (const origin of ['http://old.example', 'https://old.example:81', 'https://new.example', undefined])
    expect(() => read(origin)).toThrow(
      expect.objectContaining({
        code: 'FAILED_PRECONDITION',
        param: 'key.origins',
        message: expect.stringContaining("was entered for another URL and isn't sent to this one"),
      }),
    )
})

test('reports a saved key that cannot be decrypted as unreadable, not as missing', () => {
  const read = requireKey('Gemini API', { secret: null, origins: ['https://old.example'] })
  expect(() => read('https://old.example')).toThrow(
    expect.objectContaining({
      code: 'FAILED_PRECONDITION',
      param: 'key.secret',
      message: expect.stringContaining("is saved but can't be read"),
    }),
  )
})
