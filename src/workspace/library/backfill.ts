// Indexes images of turns that were stored before the Library existed, or imported.
import { setImmediate as giveWay } from 'node:timers/promises'
import { stagedMarker } from '../conversations/tree/tree-rows'
import { findTurnsWithDeleted } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import { findValue } from '../database/rows'
import { listGeneratedImages } from './generation-metadata'
import { indexImages } from './index-items'
import type { LibraryPorts } from './item-rows'

/** How many turns are looked at in one go, and how many of them are read whole. */
const sliceLength = 200
const maxRead = 5

interface Rest {
  readonly after_seq: number
  readonly last_seq: number
}

interface FoundRow {
  readonly seq: number
  readonly id: string
  readonly deleted_at: number | null
}

/** Goes on where an earlier program left off. */
export async function indexEarlierImages(ports: LibraryPorts): Promise<void> {
  const { connection, isClosed } = ports
  while (!isClosed()) {
    const rest = connection.get<Rest>('SELECT after_seq, last_seq FROM turns_to_list')
    if (!rest || rest.after_seq >= rest.last_seq) return
    const listed = connection.transact(() => listSlice(ports, rest))
    if (listed > 0) ports.notify()
    await giveWay()
  }
}

/** Of a conversation that was made elsewhere; never rejects. */
export async function indexConversationImages(ports: LibraryPorts, conversationId: string): Promise<void> {
  const { connection } = ports
  const rows = connection.all<FoundRow>(
    `SELECT seq, id, deleted_at FROM turns WHERE conversation_id = ? AND ${bearing} ORDER BY seq`,
    [conversationId],
  )
  for (const row of rows) {
    if (ports.isClosed()) return
    if (connection.transact(() => listTurn(ports, row)) > 0) ports.notify()
    await giveWay()
  }
}

function listTurn(ports: LibraryPorts, { id, deleted_at }: FoundRow): number {
  const [turn] = findTurnsWithDeleted(ports.connection, [id])
  return turn && !isCopy(ports.connection, turn) ? indexImages(ports, turn, deleted_at) : 0
}

function listSlice(ports: LibraryPorts, rest: Rest): number {
  const { connection } = ports
  const end = Math.min(rest.after_seq + sliceLength, rest.last_seq)
  const rows = findBearing(connection, rest.after_seq, end)
  const listed = rows.map((row) => listTurn(ports, row))
  const last = rows.at(-1)
  const reached = last && rows.length === maxRead ? last.seq : end
  connection.run('UPDATE turns_to_list SET after_seq = ?', [reached])
  return listed.reduce((sum, each) => sum + each, 0)
}

const bearing = `role = 'model' AND state <> 'running' AND edited = 0 AND parts LIKE '%"media":"%'`

/** What was deleted, alone or with its conversation, goes into the trash. */
function findBearing(connection: Connection, after: number, end: number): FoundRow[] {
  return connection.all<FoundRow>(
    `SELECT turns.seq, turns.id, coalesce(turns.deleted_at, conversations.deleted_at) AS deleted_at
      FROM turns CROSS JOIN conversations ON conversations.id = turns.conversation_id
      WHERE turns.seq > CAST(? AS INTEGER) AND turns.seq <= CAST(? AS INTEGER) AND ${bearing}
        AND conversations.deleted_at IS NOT ?
      ORDER BY turns.seq LIMIT ${maxRead}`,
    [after, end, stagedMarker],
  )
}

/** A conversation that was branched into one of its own has its turns twice, with the moments they were made at. */
function isCopy(connection: Connection, turn: Parameters<typeof indexImages>[1]): boolean {
  const [picture] = listGeneratedImages(turn)
  if (!picture) return false
  const sql = 'SELECT id FROM items WHERE media = ? AND created_at = ?'
  return findValue(connection, sql, [picture.media, turn.createdAt]) !== undefined
}
