// Stores the named keys of the gateway as hashes, and counts their requests.
import { ApiError } from '#shared/schemas/api-error'
import type { NamedKey } from '#shared/schemas/key-status'
import type { Changes } from '../changes'
import { createThrottle } from '../concurrency/timing'
import type { Connection } from '../database/connection'
import { insertRow, repairRow, selectFields } from '../database/rows'

/** The stored part of a key. */
export interface KeyHash {
  readonly hash: string
  /** Its last characters, by which the user recognizes it. */
  readonly ending: string
}

export interface KeyUse {
  readonly requests: number
  readonly lastUsedAt: number
}

interface NamedKeysPorts {
  readonly connection: Connection
  readonly changes: Changes
  readonly now: () => number
  readonly newId: () => string
}

/** Milliseconds between two writes of counts, and between two updates of what is shown. */
const writeInterval = 5000
const notifyInterval = 500

const table = 'named_keys'
const fields = ['id', 'name', 'ending', 'createdAt', 'changedAt', 'lastUsedAt', 'requests'] as const

export type NamedKeys = ReturnType<typeof createNamedKeys>

export function createNamedKeys({ connection, changes, now, newId }: NamedKeysPorts) {
  const unwritten = new Map<string, KeyUse>()
  let isClosed = false

  /** In the order of their creation. */
  const list = (): NamedKey[] =>
    connection
      .all<NamedKey>(`SELECT ${selectFields(table, fields)} FROM ${table} ORDER BY seq`)
      .map((row) => addUse(repairRow(row, columnTypes), unwritten.get(row.id)))

  const find = (id: string): NamedKey => {
    const found = list().find((key) => key.id === id)
    if (!found) throw new ApiError('NOT_FOUND', 'This key was revoked.', { param: 'id' })
    return found
  }

  function writeCounts(): void {
    try {
      for (const [id, { requests, lastUsedAt }] of unwritten) {
        connection.run(
          `UPDATE ${table} SET requests = requests + ?, last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?`,
          [requests, lastUsedAt, id],
        )
        unwritten.delete(id)
      }
    } catch {
      // Another program has locked the database, or the disk is full: written with the next request.
    }
  }

  function assertUnused(name: string, ownId?: string): void {
    const isDuplicate = list().some(
      (key) => key.id !== ownId && key.name.toLowerCase() === name.toLowerCase(),
    )
    if (isDuplicate) throw new ApiError('INVALID_ARGUMENT', 'name: already exists', { param: 'name' })
  }

  const writes = createThrottle(writeInterval, writeCounts)
  const notifications = createThrottle(notifyInterval, () => changes.emit('namedKeys'))
  return {
    list,
    hashes: (): ({ readonly id: string; readonly name: string; readonly changedAt: number } & KeyHash)[] =>
      connection.all(`SELECT id, name, hash, ending, changed_at AS changedAt FROM ${table} ORDER BY seq`),
    /** Throws INVALID_ARGUMENT with the `param` `name` if another key has this name. */
    add({ name, hash, ending }: { readonly name: string } & KeyHash): NamedKey {
      assertUnused(name)
      const [id, createdAt] = [newId(), now()]
      const added = { id, name, hash, ending, createdAt, changedAt: createdAt, requests: 0 }
      insertRow(connection, { table, fields: [...fields, 'hash'] }, added)
      changes.emit('namedKeys')
      return find(id)
    },
    /** Requests that are stored keep the earlier name. Throws like `add`. */
    rename({ id, name }: Pick<NamedKey, 'id' | 'name'>): NamedKey {
      find(id)
      assertUnused(name, id)
      connection.run(`UPDATE ${table} SET name = ? WHERE id = ?`, [name, id])
      changes.emit('namedKeys')
      return find(id)
    },
    /** Replaces the hash: the earlier key is rejected from then on. `changedAt`: now if it is missing. */
    replace({
      id,
      hash,
      ending,
      changedAt,
    }: { readonly id: string; readonly changedAt?: number } & KeyHash): NamedKey {
      // Later than before even if the clock was set back, so that the newest hash is known.
      const time = changedAt ?? Math.max(now(), find(id).changedAt + 1)
      connection.run(`UPDATE ${table} SET hash = ?, ending = ?, changed_at = ? WHERE id = ?`, [
        hash,
        ending,
        time,
        id,
      ])
      changes.emit('namedKeys')
      return find(id)
    },
    delete({ id }: Pick<NamedKey, 'id'>): void {
      find(id)
      connection.run(`DELETE FROM ${table} WHERE id = ?`, [id])
      unwritten.delete(id)
      changes.emit('namedKeys')
    },
    /** Written later, so that requests do not wait for the disk. */
    countRequests(id: string, use: KeyUse): void {
      if (isClosed) return
      const { requests, lastUsedAt } = unwritten.get(id) ?? { requests: 0, lastUsedAt: 0 }
      unwritten.set(id, {
        requests: requests + use.requests,
        lastUsedAt: Math.max(lastUsedAt, use.lastUsedAt),
      })
      writes.schedule()
      notifications.schedule()
    },
    close(): void {
      isClosed = true
      writes.cancel()
      notifications.cancel()
      if (unwritten.size > 0) writeCounts()
    },
  }
}

const columnTypes = {
  id: 'text',
  name: 'text',
  ending: 'text',
  createdAt: 'number',
  changedAt: 'number',
  lastUsedAt: 'number?',
  requests: 'number',
} as const

function addUse(key: NamedKey, use: KeyUse | undefined): NamedKey {
  if (!use) return key
  const lastUsedAt = Math.max(key.lastUsedAt ?? 0, use.lastUsedAt)
  return { ...key, requests: key.requests + use.requests, lastUsedAt }
}
