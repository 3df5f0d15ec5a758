// Keys that cannot be used, told before anything is sent.
import { expect, test } from 'vitest'
import { readKeyOf } from './key-at-hand'

test('a key is handed out as it is', () => {
  expect(readKeyOf('Gemini API', 'AIza-x')()).toBe('AIza-x')
})

test.each([
  [null, 'The Gemini API has no key yet: enter it under Settings, Upstream.'],
  ['', 'The Gemini API has no key yet: enter it under Settings, Upstream.'],
  [
    'AIza\nx',
    'The key of the Gemini API cannot be sent: it must be one line: a line break was pasted in the middle of it. Enter it anew under Settings, Upstream.',
  ],
  [
    'AIzaé',
    'The key of the Gemini API cannot be sent: it must be letters, digits and signs without spaces. Enter it anew under Settings, Upstream.',
  ],
  [
    'AIza\n',
    'The key of the Gemini API cannot be sent: it must not begin or end with a space. Enter it anew under Settings, Upstream.',
  ],
])('%j is refused, and not repeated', (key, message) => {
  expect(readKeyOf('Gemini API', key)).toThrow(
    expect.objectContaining({ code: 'FAILED_PRECONDITION', param: 'key', message }),
  )
})
