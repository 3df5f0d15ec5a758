// The description of a key's status, and secrets that are being typed.
import { expect, test } from 'vitest'
import { type KeyStatus, keyStates } from '#shared/schemas/key-status'
import { clearSecret, describeKey, useSecretInputs, writeSecret } from './keys'

const statusOf = (change: Partial<KeyStatus>): KeyStatus => ({
  state: 'ready',
  usable: true,
  backend: 'gnome-libsecret',
  origins: ['https://old.example'],
  blockedOrigins: [],
  isFileReadable: true,
  ...change,
})

test('every state has a description, which says whether the key is lost on quitting', () => {
  const descriptions = keyStates.flatMap((state) =>
    [true, false].map((usable) => describeKey(statusOf({ state, usable })).brief),
  )
  expect(descriptions).toEqual([
    'Stored for this session only',
    'Not set',
    'Stored in the GNOME keyring',
    'Stored in the GNOME keyring',
    'Stored for this session only',
    'Can’t be read',
    'Stored for this session only',
    'Not set',
  ])
})

test('a key that is not sent to the current URL is marked', () => {
  expect(describeKey(statusOf({ blockedOrigins: ['https://new.example'] }))).toEqual({
    brief: 'Entered for another URL',
    tone: 'warn',
  })
})

test('a typed secret stays until it is cleared, and nothing of it remains then', () => {
  writeSecret('gemini', 'half')
  writeSecret('proxy password', 'pass:word')
  clearSecret('gemini')
  expect(useSecretInputs.getState()).toEqual({ 'proxy password': 'pass:word' })
  clearSecret('proxy password')
  expect(useSecretInputs.getState()).toEqual({})
})
