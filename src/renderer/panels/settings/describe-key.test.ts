// What is said of a key.
import { expect, test } from 'vitest'
import { keyStates } from '#shared/schemas/key-status'
import { describeKey } from './describe-key'

test('every state has its own word, and one that is lost at the end says so', () => {
  const words = keyStates.flatMap((state) =>
    [true, false].map((usable) => describeKey({ state, usable, backend: 'gnome-libsecret' }).brief),
  )
  expect(words).toEqual([
    'Not set',
    'Not set',
    'Kept by the GNOME keyring',
    'Kept by the GNOME keyring',
    'Cannot be read',
    'Cannot be read',
    'Kept for this session only',
    'Not set',
  ])
})

test('a storage without a known name is called what it calls itself', () => {
  expect(describeKey({ state: 'ready', usable: true, backend: 'vault-x' }).brief).toBe('Kept by vault-x')
})
