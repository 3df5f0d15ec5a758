// Empties the trash: decided in one transaction; then rows, then files go, and a restart continues where it ended.
import { setImmediate as giveWay } from 'node:timers/promises'
import { ApiError } from '#shared/schemas/api-error'
import type { TrashPreview, TrashUse } from '#shared/schemas/library'
import { dropStaged, listUnseen } from '../conversations/insert-copy'
import { stagedMarker } from '../conversations/tree/tree-rows'
import type { Connection } from '../database/connection'
import { findValue, listValues } from '../database/rows'
import { readStoredMetadata } from './generation-metadata'
import { type LibraryPorts, releaseMedia } from './item-rows'
import type { EmbeddingSets } from './mark-items'
import { sweepMedia } from './released-media'

/** How many rows go at once. */
const sliceLength = 10

interface Emptied {
  readonly items: number
  /** Of the files that are gone. */
  readonly bytes: number
}

export interface EmptyPorts extends LibraryPorts {
  /** Takes these out of the list of transcriptions, whoever watches it. */
  readonly clearTranscriptions: (jobIds: readonly string[]) => void
  readonly embeddings: EmbeddingSets
}

/** What emptying would do now. */
export async function previewEmptying({ connection, media }: LibraryPorts): Promise<TrashPreview> {
  const files = await media.list()
  const { items, conversations, media: freed, inUse } = planEmptying(connection)
  const sizes = new Map(files.map(({ hash, bytes }) => [hash, bytes]))
  const bytes = freed.reduce((sum, hash) => sum + (sizes.get(hash) ?? 0), 0)
  return { items: items.length + conversations, bytes, inUse: [...inUse] }
}

/** What was restored, or came to need a file, before this call stays; what comes later finds the trash empty. */
export async function emptyTrash(ports: EmptyPorts): Promise<Emptied> {
  const { connection, embeddings, notify } = ports
  const plan = planEmptying(connection)
  ports.clearTranscriptions(plan.jobs)
  const { conversations, sets } = connection.transact(() => discard(connection, plan))
  notify()
  for (const id of sets) await embeddings.drop(id)
  await dropUnseenRows(ports, conversations)
  const bytes = await sweepMedia(ports)
  notify()
  return { items: plan.items.length + plan.conversations, bytes }
}

/** Within a transaction. From here on nothing of it can be restored. */
function discard(connection: Connection, { items, jobs }: TrashPlan) {
  const chosen = JSON.stringify(items)
  const list = (sql: string, ...values: string[]) => listValues<string>(connection, sql, values)
  const named = `${leavingRows} SELECT DISTINCT lower(hex(refs.media)) FROM leaving
    CROSS JOIN media_refs AS refs ON refs.owner_kind = leaving.owner_kind AND refs.owner = leaving.owner`
  releaseMedia(connection, list(named, chosen))
  const conversations = list('SELECT id FROM conversations WHERE deleted_at > 0 ORDER BY seq')
  const sets = list(
    "SELECT id FROM items WHERE kind = 'embeddings' AND seq IN (SELECT value FROM json_each(?))",
    chosen,
  )
  const mark = `SET deleted_at = ${stagedMarker} WHERE`
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
export async function finishEmptying(ports: LibraryPorts): Promise<void> {
  await dropUnseenRows(ports, listUnseen(ports.connection))
}

async function dropUnseenRows(ports: LibraryPorts, conversations: readonly string[]): Promise<void> {
  const { connection, isClosed, notify } = ports
  for (const id of conversations) {
    if (isClosed()) return
    await storeMakings(connection, 'conversation_id = ?', [id])
    await dropStaged(connection, id)
    notify()
  }
  const ofTurns = `turn_id IN (SELECT id FROM turns WHERE deleted_at = ${stagedMarker})`
  if (!isClosed()) await storeMakings(connection, ofTurns, [])
  while (!isClosed() && dropItems(connection) > 0) await giveWay()
  // The youngest first: a parent would take all that follows it along.
  const turns = `DELETE FROM turns WHERE seq IN (
    SELECT seq FROM turns WHERE deleted_at = ${stagedMarker} ORDER BY seq DESC LIMIT ${sliceLength})`
  while (!isClosed() && connection.run(turns) > 0) await giveWay()
}

/** Items outlive their turns, and so does how they were made. */
async function storeMakings(
  connection: Connection,
  condition: string,
  values: readonly string[],
): Promise<void> {
  const sql = `SELECT id FROM items WHERE making IS NULL AND deleted_at IS NOT ${stagedMarker} AND ${condition}`
  for (const id of listValues<string>(connection, sql, values)) {
    const making = readStoredMetadata(connection, id)
    if (making) connection.run('UPDATE items SET making = ? WHERE id = ?', [JSON.stringify(making), id])
    await giveWay()
  }
}

/** A damaged index does not released of the rows: then it is built again from its texts. */
function dropItems(connection: Connection): number {
  const items = connection.all<{ seq: number; media: string | null }>(
    `SELECT seq, media FROM items WHERE deleted_at = ${stagedMarker} ORDER BY seq LIMIT ${sliceLength}`,
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

interface TrashPlan {
  /** `seq` of the items that go. */
  readonly items: readonly number[]
  /** How many conversations go; all of those in the trash. */
  readonly conversations: number
  /** Jobs that go with a transcript, or that the user has cleared from their list. */
  readonly jobs: readonly string[]
  /** Files that nothing names afterwards. */
  readonly media: readonly string[]
  /** Why other items stay in the trash. */
  readonly inUse: readonly TrashUse[]
}

/**
 * The rows that go with the items (a JSON list of `seq`): their deleted turns with all that follows them, and what is in
 * the trash as a whole. A turn stays if another one continues it, or if its branch is being deleted or restored just now.
 */
const leavingRows = `WITH RECURSIVE
  going AS MATERIALIZED (SELECT items.seq, items.media, items.turn_id, items.job_id, items.kind
    FROM json_each(?) AS chosen CROSS JOIN items ON items.seq = chosen.value),
  binned AS MATERIALIZED (SELECT id FROM conversations WHERE deleted_at > 0),
  changing AS MATERIALIZED (SELECT turns.conversation_id AS id FROM settings
    CROSS JOIN turns ON turns.id = settings.value WHERE settings.key LIKE 'taking-out:%'),
  below (seq, id) AS (
    SELECT turns.seq, turns.id FROM going CROSS JOIN turns ON turns.id = going.turn_id
      WHERE turns.deleted_at > 0 AND turns.conversation_id NOT IN (SELECT id FROM changing)
        AND NOT EXISTS (SELECT 1 FROM turns AS next WHERE next.parent_id = turns.parent_id AND next.continues = turns.id)
    UNION SELECT turns.seq, turns.id FROM below CROSS JOIN turns ON turns.parent_id = below.id),
  leaving_jobs AS MATERIALIZED (SELECT seq, id FROM jobs WHERE open = 0 AND (
    id IN (SELECT job_id FROM going WHERE kind = 'transcript')
    OR (deleted_at IS NOT NULL AND id NOT IN (SELECT job_id FROM items WHERE job_id IS NOT NULL
      AND seq NOT IN (SELECT seq FROM going))))),
  leaving (owner_kind, owner) AS MATERIALIZED (
    SELECT 'item', seq FROM going
    UNION SELECT 'turn', seq FROM below
    UNION SELECT 'turn', turns.seq FROM binned CROSS JOIN turns ON turns.conversation_id = binned.id
    UNION SELECT 'queued', queued_prompts.seq FROM binned
      CROSS JOIN queued_prompts ON queued_prompts.conversation_id = binned.id
    UNION SELECT 'draft', drafts.key FROM binned CROSS JOIN drafts ON drafts.key = binned.id
    UNION SELECT 'job', seq FROM leaving_jobs)`

/** An item of the same bytes that stays has its own record of them, and keeps the file. */
const neededItems = `${leavingRows}
  SELECT going.seq, refs.owner_kind AS kind, refs.owner FROM going
    CROSS JOIN media_refs AS refs ON refs.media = unhex(going.media)
    LEFT JOIN leaving ON leaving.owner_kind = refs.owner_kind AND leaving.owner = refs.owner
  WHERE leaving.owner IS NULL
    AND NOT EXISTS (SELECT 1 FROM items WHERE items.media = going.media AND items.deleted_at IS NULL)`

const freedMedia = `${leavingRows},
  named (media) AS (SELECT refs.media FROM leaving
      CROSS JOIN media_refs AS refs ON refs.owner_kind = leaving.owner_kind AND refs.owner = leaving.owner
    UNION SELECT unhex(media) FROM media_let_go)
  SELECT lower(hex(media)) AS media FROM named WHERE NOT EXISTS (SELECT 1 FROM media_refs AS refs
    LEFT JOIN leaving ON leaving.owner_kind = refs.owner_kind AND leaving.owner = refs.owner
    WHERE refs.media = named.media AND leaving.owner IS NULL)`

interface NeededRow {
  readonly seq: number
  readonly kind: string
  readonly owner: string | number
}

function planEmptying(connection: Connection): TrashPlan {
  const needed: NeededRow[] = []
  let items = listValues<number>(connection, 'SELECT seq FROM items WHERE deleted_at > 0 ORDER BY seq')
  // What stays may need other items in turn.
  for (;;) {
    const rows = connection.all<NeededRow>(neededItems, [JSON.stringify(items)])
    if (rows.length === 0) break
    needed.push(...rows)
    const staying = new Set(rows.map(({ seq }) => seq))
    items = items.filter((seq) => !staying.has(seq))
  }
  const chosen = JSON.stringify(items)
  const conversations = 'SELECT count(*) FROM conversations WHERE deleted_at > 0'
  return {
    items,
    conversations: findValue<number>(connection, conversations) ?? 0,
    jobs: listValues(connection, `${leavingRows} SELECT id FROM leaving_jobs`, [chosen]),
    media: listValues(connection, freedMedia, [chosen]),
    inUse: describeUses(connection, needed),
  }
}

/** Every item once, by the first of what needs it. */
function describeUses(connection: Connection, needed: readonly NeededRow[]): TrashUse[] {
  const uses = new Map<string, TrashUse>()
  const counted = new Set<number>()
  for (const row of needed) {
    if (counted.has(row.seq)) continue
    counted.add(row.seq)
    const use = describeUse(connection, row)
    const key = JSON.stringify(use)
    uses.set(key, { ...use, items: (uses.get(key)?.items ?? 0) + 1 })
  }
  return [...uses.values()]
}

function describeUse(connection: Connection, { kind, owner }: NeededRow): Omit<TrashUse, 'items'> {
  const conversation = (sql: string): Omit<TrashUse, 'items'> => {
    const found = connection.get<{ kind: string; title: string }>(
      `SELECT kind, title FROM conversations WHERE id = (${sql})`,
      [owner],
    )
    if (!found) return { usedBy: 'draft', title: null }
    return { usedBy: found.kind === 'images' ? 'session' : 'chat', title: found.title }
  }
  if (kind === 'turn') return conversation('SELECT conversation_id FROM turns WHERE seq = ?')
  if (kind === 'queued') return conversation('SELECT conversation_id FROM queued_prompts WHERE seq = ?')
  if (kind === 'draft') return conversation('?')
  if (kind === 'job') return { usedBy: 'job', title: null }
  if (kind === 'item') {
    const title = findValue<string>(connection, 'SELECT title FROM items WHERE seq = ?', [owner])
    return { usedBy: 'item', title: title ?? null }
  }
  return { usedBy: 'form', title: null }
}
