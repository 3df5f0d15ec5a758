// Empties the trash: decided in one transaction; then rows, then files go, and a restart continues where it ended.
import { setImmediate as giveWay } from 'node:timers/promises'
import { ApiError } from '#shared/schemas/api-error'
import type { TrashPreview } from '#shared/schemas/library'
import { unseen } from '../conversations/tree/tree-rows'
import { dropUnseen, listUnseen } from '../conversations/unseen-rows'
import type { Connection } from '../database/connection'
import type { CollectionPorts, EmbeddingSets } from './collection-ports'
import { letGo, sweepMedia } from './media-let-go'
import { readMaking } from './sidecars'
import { leavingRows, planEmptying, type TrashPlan } from './trash-plan'

/** How many rows go at once. */
const sliceLength = 10

interface Emptied {
  readonly items: number
  /** Of the files that are gone. */
  readonly bytes: number
}

export interface EmptyPorts extends CollectionPorts {
  /** Takes these out of the list of transcriptions, whoever watches it. */
  readonly clearTranscriptions: (jobIds: readonly string[]) => void
  readonly embeddings: EmbeddingSets
}

/** What emptying would do now. */
export async function previewEmptying({ connection, media }: CollectionPorts): Promise<TrashPreview> {
  const files = await media.list()
  const { items, conversations, media: freed, inUse } = planEmptying(connection)
  const sizes = new Map(files.map(({ hash, bytes }) => [hash, bytes]))
  const bytes = freed.reduce((sum, hash) => sum + (sizes.get(hash) ?? 0), 0)
  return { items: items.length + conversations, bytes, inUse: [...inUse] }
}

/** What was restored, or came to need a file, before this call stays; what comes later finds the trash empty. */
export async function emptyBin(ports: EmptyPorts): Promise<Emptied> {
  const { connection, embeddings, tell } = ports
  const plan = planEmptying(connection)
  ports.clearTranscriptions(plan.jobs)
  const { conversations, sets } = connection.transact(() => discard(connection, plan))
  tell()
  for (const id of sets) await embeddings.drop(id)
  await dropUnseenRows(ports, conversations)
  const bytes = await sweepMedia(ports)
  tell()
  return { items: plan.items.length + plan.conversations, bytes }
}

/** Within a transaction. From here on nothing of it can be restored. */
function discard(connection: Connection, { items, jobs }: TrashPlan) {
  const chosen = JSON.stringify(items)
  const named = connection.all<{ media: string }>(
    `${leavingRows} SELECT DISTINCT lower(hex(refs.media)) AS media FROM leaving
      CROSS JOIN media_refs AS refs ON refs.owner_kind = leaving.owner_kind AND refs.owner = leaving.owner`,
    [chosen],
  )
  letGo(
    connection,
    named.map(({ media }) => media),
  )
  const list = (sql: string, ...values: string[]) =>
    connection.all<{ id: string }>(sql, values).map(({ id }) => id)
  const conversations = list('SELECT id FROM conversations WHERE deleted_at > 0 ORDER BY seq')
  const sets = list(
    "SELECT id FROM items WHERE kind = 'embeddings' AND seq IN (SELECT value FROM json_each(?))",
    chosen,
  )
  const mark = `SET deleted_at = ${unseen} WHERE`
  connection.run(`${leavingRows} UPDATE turns ${mark} seq IN (SELECT seq FROM below)`, [chosen])
  connection.run(`UPDATE items ${mark} seq IN (SELECT value FROM json_each(?))`, [chosen])
  connection.run(`UPDATE embedding_sets ${mark} id IN (SELECT value FROM json_each(?))`, [
    JSON.stringify(sets),
  ])
  connection.run('DELETE FROM drafts WHERE key IN (SELECT id FROM conversations WHERE deleted_at > 0)')
  connection.run(`UPDATE conversations ${mark} deleted_at > 0`)
  const gone = JSON.stringify(jobs)
  connection.run('DELETE FROM transcripts WHERE job_id IN (SELECT value FROM json_each(?))', [gone])
  connection.run('DELETE FROM jobs WHERE id IN (SELECT value FROM json_each(?))', [gone])
  return { conversations, sets }
}

/** Of an earlier program that ended in between. Conversations that are begun after the call are left alone. */
export async function finishEmptying(ports: CollectionPorts): Promise<void> {
  await dropUnseenRows(ports, listUnseen(ports.connection))
}

async function dropUnseenRows(ports: CollectionPorts, conversations: readonly string[]): Promise<void> {
  const { connection, isClosed, tell } = ports
  for (const id of conversations) {
    if (isClosed()) return
    await storeMakings(connection, 'conversation_id = ?', [id])
    await dropUnseen(connection, id)
    tell()
  }
  const ofTurns = `turn_id IN (SELECT id FROM turns WHERE deleted_at = ${unseen})`
  if (!isClosed()) await storeMakings(connection, ofTurns, [])
  while (!isClosed() && dropItems(connection) > 0) await giveWay()
  // The youngest first: a parent would take all that follows it along.
  const turns = `DELETE FROM turns WHERE seq IN (
    SELECT seq FROM turns WHERE deleted_at = ${unseen} ORDER BY seq DESC LIMIT ${sliceLength})`
  while (!isClosed() && connection.run(turns) > 0) await giveWay()
}

/** Items outlive their turns, and so does how they were made. */
async function storeMakings(
  connection: Connection,
  condition: string,
  values: readonly string[],
): Promise<void> {
  const rows = connection.all<{ id: string }>(
    `SELECT id FROM items WHERE making IS NULL AND deleted_at IS NOT ${unseen} AND ${condition}`,
    values,
  )
  for (const { id } of rows) {
    const making = readMaking(connection, id)
    if (making) connection.run('UPDATE items SET making = ? WHERE id = ?', [JSON.stringify(making), id])
    await giveWay()
  }
}

/** A damaged index does not let go of the rows: then it is built again from its texts. */
function dropItems(connection: Connection): number {
  const items = connection.all<{ seq: number; media: string | null }>(
    `SELECT seq, media FROM items WHERE deleted_at = ${unseen} ORDER BY seq LIMIT ${sliceLength}`,
  )
  const drop = () =>
    connection.transact(() => {
      for (const { seq, media } of items) {
        // The sidecar of bytes that another item has as well is written again.
        connection.run('UPDATE items SET beside = 0 WHERE media = ? AND deleted_at IS NULL', [media])
        connection.run('DELETE FROM items WHERE seq = ?', [seq])
      }
    })
  try {
    drop()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'INTERNAL') throw error
    connection.run("INSERT INTO item_texts (item_texts) VALUES ('rebuild')")
    drop()
  }
  return items.length
}
