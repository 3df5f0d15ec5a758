// Tells which files something living still needs: a turn, a draft, a prompt that waits, an item.
import { setImmediate as giveWay } from 'node:timers/promises'
import type { Connection } from '../storage/connection'
import type { CollectionPorts } from './collection-ports'

/** How many turns are read at once. */
const sliceLength = 200

/** A row that is damaged may hold anything. */
export function isHash(media: string): boolean {
  return /^[0-9a-f]{64}$/.test(media)
}

export function findHashes(text: string): string[] {
  return [...text.matchAll(/"media":"([0-9a-f]{64})"/g)].map(([, hash = '']) => hash)
}

export interface MediaInUse {
  /** Also of what was begun since the look-through. */
  isUsed(hash: string): boolean
}

/** Which of these are needed; looks through every turn, in slices. */
export async function findMediaInUse(
  { connection, isClosed }: CollectionPorts,
  asked: ReadonlySet<string>,
): Promise<MediaInUse> {
  const used = new Set<string>()
  let after = 0
  const readOn = (): boolean => {
    const slice = readTurns(connection, after)
    for (const hash of slice.hashes) if (asked.has(hash)) used.add(hash)
    after = slice.last
    return slice.rows === sliceLength
  }
  while (!isClosed() && readOn()) await giveWay()
  for (const { text } of connection.all<{ text: string }>(waiting))
    for (const hash of findHashes(text)) used.add(hash)
  return {
    isUsed(hash) {
      while (readOn());
      return used.has(hash) || isLivingItem(connection, hash) || isInRunningTurn(connection, hash)
    },
  }
}

/** What was begun in a conversation that is in the bin goes with it. */
const waiting = `SELECT draft AS text FROM drafts
    WHERE key NOT IN (SELECT id FROM conversations WHERE deleted_at IS NOT NULL)
  UNION ALL SELECT queued_prompts.parts FROM queued_prompts JOIN conversations
    ON conversations.id = queued_prompts.conversation_id AND conversations.deleted_at IS NULL`

interface TurnRow {
  readonly seq: number
  readonly lives: number
  readonly parts: string
}

function readTurns(connection: Connection, after: number) {
  const rows = connection.all<TurnRow>(
    `SELECT turns.seq, turns.deleted_at IS NULL AND conversations.deleted_at IS NULL AS lives,
        CASE WHEN parts LIKE '%"media":"%' THEN parts ELSE '' END AS parts
      FROM turns CROSS JOIN conversations ON conversations.id = turns.conversation_id
      WHERE turns.seq > CAST(? AS INTEGER) ORDER BY turns.seq LIMIT ${sliceLength}`,
    [after],
  )
  const living = rows.filter(({ lives }) => lives === 1)
  return {
    rows: rows.length,
    last: rows.at(-1)?.seq ?? after,
    hashes: living.flatMap(({ parts }) => findHashes(parts)),
  }
}

/** What an answer holds may have come since it was looked at. */
function isInRunningTurn(connection: Connection, hash: string): boolean {
  const sql = "SELECT id FROM turns WHERE state = 'running' AND instr(parts, ?) > 0"
  return connection.get<{ id: string }>(sql, [hash]) !== undefined
}

function isLivingItem(connection: Connection, hash: string): boolean {
  const row = connection.get<{ id: string }>('SELECT id FROM items WHERE media = ? AND deleted_at IS NULL', [
    hash,
  ])
  return row !== undefined
}
