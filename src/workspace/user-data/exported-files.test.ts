// File names that are valid on every system, for any title.
import { expect, test } from 'vitest'
import { toFileName } from './exported-files'

test.each([
  ['con', 'con_'],
  ['CON .txt', 'CON .txt_'],
  ['com¹', 'com¹_'],
  ['CONOUT$', 'CONOUT$_'],
  ['console', 'console'],
  ['../../etc/passwd', 'etc passwd'],
  ['...', 'Chat'],
])('%s becomes %s', (title, name) => {
  expect(toFileName(title)).toBe(name)
})

test.each(['狐', '𠀀', '🦊'])(
  'the name for a long title of %s leaves space within 255 bytes',
  (character) => {
    const bytes = Buffer.byteLength(toFileName(character.repeat(300)))
    expect([bytes > 190, bytes <= 240]).toEqual([true, true])
  },
)
