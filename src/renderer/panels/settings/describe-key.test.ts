// The words for the status of a key.
import { expect, test } from 'vitest'
import { type KeyStatus, keyStates } from '#shared/schemas/key-status'
import { describeKey } from './describe-key'

const statusOf = (change: Partial<KeyStatus>): KeyStatus => ({
  state: 'ready',
  usable: true,
  backend: 'gnome-libsecret',
  origins: ['https://old.example'],
  refusedOrigins: [],
  isFileReadable: true,
  ...change,
})

test('every state has its own words, and a key that is lost on quitting says so', () => {
  const words = keyStates.flatMap((state) =>
    [true, false].map((usable) => describeKey(statusOf({ state, usable })).brief),
  )
  expect(words).toEqual([
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

test('the reason why a key is not saved is the one that applies', () => {
  const reasonOf = (change: Partial<KeyStatus>) => describeKey(statusOf(change)).detail
  expect([
    reasonOf({ state: 'unreadable', isFileReadable: false }),
    reasonOf({ state: 'unreadable' }),
    reasonOf({ state: 'no-secure-storage', backend: 'none' }),
    reasonOf({ state: 'no-secure-storage' }),
  ]).toEqual([
    expect.stringContaining('key file can’t be read'),
    expect.stringContaining('Another one is saved but can’t be read'),
    expect.stringContaining('no secure storage'),
    expect.stringContaining('key file couldn’t be written'),
  ])
})

test('a key that is not sent to the address set now is marked', () => {
  expect(describeKey(statusOf({ refusedOrigins: ['https://new.example'] }))).toEqual({
    brief: 'Entered for another address',
    tone: 'warn',
  })
})

test('a storage without a known name is called what it calls itself', () => {
  expect(describeKey(statusOf({ backend: 'vault-x' })).brief).toBe('Stored in vault-x')
})
