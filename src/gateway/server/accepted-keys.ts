// The keys that the gateway accepts besides its local key, by their hash: named keys, and the application's own.
import { createHash } from 'node:crypto'
import type { KeyOwner } from '../ports'

export interface AcceptedKey extends KeyOwner {
  readonly hash: string
}

/** Keys are random, so their plain hash reveals nothing about them. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

/** Takes the same time for any number of keys, and for every key: its hash says nothing about others. */
export function createKeyFinder(keys: readonly AcceptedKey[]): (key: string) => KeyOwner | undefined {
  if (keys.length === 0) return () => undefined
  const owners = new Map(keys.map(({ hash, ...owner }) => [hash, owner]))
  return (key) => owners.get(hashKey(key))
}
