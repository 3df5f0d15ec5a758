// File names that are valid on every system, for any title.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toFileName } from './exported-files'

test.each([
  ['What is 1/2?', 'What is 1 2'],
  ['../../etc/passwd', 'etc passwd'],
  ['a\u0000b\nc\u202Ed', 'a b c d'],
  ['con', 'con_'],
  ['CON .txt', 'CON .txt_'],
  ['com¹', 'com¹_'],
  ['CONOUT$', 'CONOUT$_'],
  ['console', 'console'],
  ['  .hidden. ', 'hidden'],
  ['???', 'Chat'],
  ['日本語 👋', '日本語 👋'],
  ['x'.repeat(300), 'x'.repeat(80)],
])('%j becomes the file name %j', (title, name) => {
  expect(toFileName(title)).toBe(name)
})

test('any title becomes a name of at most 240 bytes without characters that a system reserves', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (title) => {
      const name = toFileName(title)
      expect(name).not.toMatch(/[/\\:*?"<>|\p{Cc}]|^[. ]|[. ]$|^$/u)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240)
    }),
  )
  // A long title uses the space there is.
  for (const character of ['狐', '𠀀', '🦊'])
    expect(Buffer.byteLength(toFileName(character.repeat(300)))).toBeGreaterThan(190)
})
