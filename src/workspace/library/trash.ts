// Empties the trash in parts: marks the rows of a part in one transaction, then removes them, and all files at the end.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { ApiError } from '#shared/schemas/api-error'
import type { TrashPreview } from '#shared/schemas/library'
import { dropStaged, listStaged } from '../conversations/insert-copy'
import { joinGeneratedItems, stagedMarker } from '../conversations/tree/tree-rows'
import type { Connection } from '../database/connection'
import { findValue, listValues } from '../database/rows'
import { readStoredMetadata } from './generation-metadata'
import { type LibraryPorts, releaseMedia } from './item-rows'
import type { EmbeddingSets } from './mark-items'
import { sweepMedia } from './released-media'
import { planDeletion, readTrash, type TrashPlan, type TrashSelection } from './trash-plan'

/** Rows per deletion. */
const sliceLength = 10

interface EmptyResult {
  readonly items: number
  /** Size of the removed files. */
  readonly bytes: number
}

export interface EmptyPorts extends LibraryPorts {
  /** Removes these jobs from the list of transcriptions. */
  readonly clearTranscriptions: (jobIds: readonly string[]) => void
  readonly embeddings: EmbeddingSets
}

/** Describes what emptying the trash would do now. */
export async function previewEmptying(
  { trashPlan, media }: LibraryPorts,
  ids?: readonly string[],
): Promise<TrashPreview> {
  const files = await media.list()
  const { items, conversations, media: freed, inUse } = await trashPlan({ ids })
  const sizes = new Map(files.map(({ hash, bytes }) => [hash, bytes]))
  const bytes = freed.reduce((sum, hash) => sum + (sizes.get(hash) ?? 0), 0)
  return { items: items.length + conversations.length, bytes, inUse: [...inUse] }
}

/**
 * Deletes what is in the trash at the time of the call, or these items of it. What is restored or used before its turn
 * comes stays. If the app quits meanwhile, a part is in the trash or deleted as a whole.
 */
export async function emptyTrash(ports: EmptyPorts, ids?: readonly string[]): Promise<EmptyResult> {
  const { connection, isClosed, trashPlan, notify } = ports
  const selection = readTrash(connection, ids)
  let deleted = 0
  const needed: number[] = []
  for (const part of splitSelection(connection, selection)) {
    if (isClosed()) break
    const { items, conversations } = await deletePart(ports, part)
    deleted += items.length + conversations.length
    const isDeleted = new Set(items)
    needed.push(...part.items.filter((seq) => !isDeleted.has(seq)))
    await yieldToEventLoop()
    await connection.lock.whenFree()
  }
  if (!isClosed()) {
    // Items of different parts may only need each other. They may be many, so this thread plans only what can be deleted.
    const rest = { items: needed, conversations: [], isPartial: ids !== undefined }
    const { items } = await trashPlan(rest)
    deleted += (await deletePart(ports, { ...rest, items })).items.length
  }
  const bytes = await sweepMedia(ports)
  notify()
  return { items: deleted, bytes }
}

/** Turns, items and conversations whose rows are marked at once, which takes about 20 ms. */
const maxPartRows = 300

/**
 * Conversations with their items come first. Other items follow in the reverse order in which they were made, because
 * only newer rows may need them.
 */
function* splitSelection(connection: Connection, selection: TrashSelection): Generator<TrashSelection> {
  const left = new Set(selection.items)
  let items: number[] = []
  let conversations: string[] = []
  let rows = 0
  const endPart = () => {
    const part = { items, conversations, isPartial: true }
    items = []
    conversations = []
    rows = 0
    return part
  }
  for (const id of selection.conversations) {
    const own = listValues<number>(connection, `SELECT items.seq FROM ${ofConversation}`, [id])
    items.push(...own.filter((seq) => left.delete(seq)))
    conversations.push(id)
    rows += own.length + countTurns(connection, id) + 1
    if (rows >= maxPartRows) yield endPart()
  }
  for (const seq of [...left].sort((one, other) => other - one)) {
    items.push(seq)
    rows += 1
    if (rows >= maxPartRows) yield endPart()
  }
  if (rows > 0) yield endPart()
}

function countTurns(connection: Connection, conversationId: string): number {
  const sql = 'SELECT count(*) FROM turns WHERE conversation_id = ?'
  return findValue<number>(connection, sql, [conversationId]) ?? 0
}

/** Decides at once: what is restored later is not part of the decision. */
async function deletePart(ports: EmptyPorts, part: TrashSelection): Promise<TrashPlan> {
  const { connection, embeddings, notify } = ports
  const plan = planDeletion(connection, part)
  ports.clearTranscriptions(plan.jobs)
  const sets = connection.transact(() => discard(connection, plan))
  notify()
  for (const id of sets) await embeddings.drop(id)
  await dropStagedRows(ports, plan.conversations)
  return plan
}

/** From here on nothing can be restored. Call within a transaction. */
function discard(connection: Connection, plan: TrashPlan): readonly string[] {
  const itemsJson = JSON.stringify(plan.items)
  const conversationsJson = JSON.stringify(plan.conversations)
  releaseMedia(connection, plan.referenced)
  const sets = listValues<string>(
    connection,
    "SELECT id FROM items WHERE kind = 'embeddings' AND seq IN (SELECT value FROM json_each(?))",
    [itemsJson],
  )
  const mark = `SET deleted_at = ${stagedMarker} WHERE`
  const isSelected = 'IN (SELECT value FROM json_each(?))'
  connection.run(`UPDATE turns ${mark} seq ${isSelected}`, [JSON.stringify(plan.turns)])
  connection.run(`UPDATE items ${mark} seq ${isSelected}`, [itemsJson])
  connection.run(`UPDATE embedding_sets ${mark} id ${isSelected}`, [JSON.stringify(sets)])
  connection.run(`DELETE FROM drafts WHERE key ${isSelected}`, [conversationsJson])
  connection.run(`UPDATE conversations ${mark} id ${isSelected}`, [conversationsJson])
  const jobsJson = JSON.stringify(plan.jobs)
  connection.run(`DELETE FROM transcripts WHERE job_id ${isSelected}`, [jobsJson])
  connection.run(`DELETE FROM jobs WHERE id ${isSelected}`, [jobsJson])
  return sets
}

/** Finishes an emptying that was interrupted. Ignores conversations staged after the call. */
export async function finishEmptying(ports: LibraryPorts): Promise<void> {
  await dropStagedRows(ports, listStaged(ports.connection))
}

async function dropStagedRows(ports: LibraryPorts, conversations: readonly string[]): Promise<void> {
  const { connection, isClosed, notify } = ports
  for (const id of conversations) {
    if (isClosed()) return
    await storeMetadata(connection, ofConversation, [id])
    await dropStaged(connection, id)
    notify()
  }
  if (!isClosed()) await storeMetadata(connection, ofStagedTurns, [])
  while (!isClosed() && dropItems(connection) > 0) await yieldToEventLoop()
  // Newest first: deleting a parent would delete all its descendants in one step.
  const turns = `DELETE FROM turns WHERE seq IN (
    SELECT seq FROM turns WHERE deleted_at = ${stagedMarker} ORDER BY seq DESC LIMIT ${sliceLength})`
  while (!isClosed() && connection.run(turns) > 0) await yieldToEventLoop()
}

const ofConversation = `turns ${joinGeneratedItems} WHERE turns.conversation_id = ?`
const ofStagedTurns = `turns ${joinGeneratedItems} WHERE turns.deleted_at = ${stagedMarker}`

/** Items outlive their turns, so their metadata is saved first. */
async function storeMetadata(
  connection: Connection,
  source: string,
  values: readonly string[],
): Promise<void> {
  const sql = `SELECT items.id FROM ${source} AND items.generation IS NULL AND items.deleted_at IS NOT ${stagedMarker}`
  for (const id of listValues<string>(connection, sql, values)) {
    const metadata = readStoredMetadata(connection, id)
    if (metadata)
      connection.run('UPDATE items SET generation = ? WHERE id = ?', [JSON.stringify(metadata), id])
    await yieldToEventLoop()
  }
}

/** If a damaged index blocks the deletion, it is rebuilt from its texts. */
function dropItems(connection: Connection): number {
  const items = connection.all<{ seq: number; media: string | null }>(
    `SELECT seq, media FROM items WHERE deleted_at = ${stagedMarker} ORDER BY seq LIMIT ${sliceLength}`,
  )
  const drop = () =>
    connection.transact(() => {
      for (const { seq, media } of items) {
        // Identical bytes of another item need a new sidecar.
        connection.run('UPDATE items SET has_sidecar = 0 WHERE media = ? AND deleted_at IS NULL', [media])
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
