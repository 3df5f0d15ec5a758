// Checks what Settings says about named keys, and about a local key that can't be read.
import { expect, test } from 'vitest'
import { describeUnreadableKey } from '../KeyFileNotice'
import { describeLastUse, describeUse } from './NamedKeys'

const may = new Date(2026, 4, 21, 9, 5, 30).getTime()
const created = { id: 'a', name: 'A', ending: 'abcd', createdAt: may, changedAt: may }

test('a key says when it was created or rotated, and how much it was used', () => {
  expect(describeUse({ ...created, lastUsedAt: null, requests: 0 })).toBe('Created May 21, 2026 · Never used')
  const used = { ...created, changedAt: may + 86_400_000, lastUsedAt: may + 90_000_000, requests: 1234 }
  expect(describeUse(used)).toMatch(/^Rotated May 22, 2026 · 1,234 requests · Last used May 22, 2026, /)
})

test('before a key is revoked, its last use is named', () => {
  expect(describeLastUse({ ...created, lastUsedAt: null, requests: 0 })).toBe('This key was never used.')
  expect(describeLastUse({ ...created, lastUsedAt: may, requests: 12 })).toMatch(
    /^Last used May 21, 2026, .*, 12 requests so far\.$/,
  )
})

test('an unreadable local key is said to work only if its hash is known', () => {
  const accepted = describeUnreadableKey({ problem: null, isSavedLocalKeyAccepted: true })
  expect(accepted).toContain(
    'isn’t the one the key was saved with. The saved key is unchanged, and scripts that use it keep',
  )
  const restored = { kind: 'restored', detail: '' } as const
  expect(describeUnreadableKey({ problem: restored, isSavedLocalKeyAccepted: true })).toBe(accepted)
  const problem = { kind: 'unreadable', detail: 'EACCES' } as const
  expect(describeUnreadableKey({ problem, isSavedLocalKeyAccepted: false })).toBe(
    'The key file can’t be read. Requests that use the saved key are rejected. Retry once the file can be read, or rotate the key below to replace it for good.',
  )
})
