// Names of files on every system, whatever the title.
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

test.each(['狐', '𠀀', '🦊'])('a long title in %s leaves room within the 255 bytes of a name', (letter) => {
  const bytes = Buffer.byteLength(toFileName(letter.repeat(300)))
  expect([bytes > 190, bytes <= 240]).toEqual([true, true])
})
