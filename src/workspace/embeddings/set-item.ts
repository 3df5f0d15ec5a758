// What the Library is told of a set: one item, from the moment that it has vectors.
import type { Connection } from '../database/connection'
import { findSet } from './set-rows'
import type { Tally } from './tally'

export interface SetItem {
  /** The set's own. */
  readonly id: string
  readonly title: string
  /** It is found by this: its name, and how its texts begin. */
  readonly text: string
  readonly model: string
  readonly createdAt: number
  /** Of its vectors. */
  readonly bytes: number
}

interface ItemPorts {
  readonly connection: Connection
  readonly tally: Tally
  readonly now: () => number
  /** Within a transaction. */
  readonly saveItem: (item: SetItem) => void
}

interface SetItems {
  /** Within a transaction: listed where it has vectors, and is not listed yet. */
  list(setId: string): void
  /** Within a transaction: told anew where it is listed, or has vectors. */
  relist(setId: string): void
}

export function createSetItems({ connection, tally, now, saveItem }: ItemPorts): SetItems {
  const listed = new Set<string>()
  const isListed = (setId: string) =>
    connection.get('SELECT 1 AS yes FROM items WHERE id = ?', [setId]) !== undefined
  const put = (setId: string) => {
    const { name, settings } = findSet(connection, setId)
    const text = `${name}\n${readTexts(connection, setId)}`
    const bytes = measure(connection, setId)
    saveItem({ id: setId, title: name, text, model: settings.model, createdAt: now(), bytes })
    listed.add(setId)
  }
  return {
    list(setId) {
      if (!listed.has(setId) && tally.read(setId).counts.done > 0) put(setId)
    },
    relist(setId) {
      if (tally.read(setId).counts.done > 0 || isListed(setId)) put(setId)
    },
  }
}

const mostTexts = 200
const mostLetters = 50_000

function readTexts(connection: Connection, setId: string): string {
  const rows = connection.all<{ text: string }>(
    `SELECT substr(text, 1, 2000) AS text FROM embedding_rows
      WHERE set_id = ? AND deleted_at IS NULL ORDER BY position, seq LIMIT ${mostTexts}`,
    [setId],
  )
  return rows
    .map(({ text }) => text)
    .join('\n')
    .slice(0, mostLetters)
}

function measure(connection: Connection, setId: string): number {
  const row = connection.get<{ numbers: number | null }>(
    "SELECT sum(dimensions) AS numbers FROM embedding_rows WHERE set_id = ? AND deleted_at IS NULL AND state = 'done'",
    [setId],
  )
  return (row?.numbers ?? 0) * 4
}
