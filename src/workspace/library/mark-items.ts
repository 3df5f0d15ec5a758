// Tags, stars, deletes and restores items in slices, because there may be tens of thousands.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { ApiError } from '#shared/schemas/api-error'
import type { createTree } from '../chat/tree'
import type { Conversations } from '../conversations/conversations'
import { stagedMarker } from '../conversations/tree/tree-rows'
import type { Connection } from '../database/connection'
import { findValue, listValues } from '../database/rows'
import type { Embeddings } from '../embeddings/embeddings'
import type { LibraryPorts } from './item-rows'

/** The actions on embedding sets that the Library needs: their items have no files. */
export type EmbeddingSets = Pick<Embeddings, 'delete' | 'restore' | 'drop' | 'write'>

const sliceLength = 100

/** Resolves to the items that have changed: undoing it must not touch the others. */
export async function tagItems(
  { connection, notify }: LibraryPorts,
  tagging: { ids: readonly string[]; add: readonly string[]; remove: readonly string[] },
): Promise<{ ids: string[] }> {
  const changed = new Set<string>()
  const add = JSON.stringify(tagging.add)
  const remove = JSON.stringify(tagging.remove)
  const tag = (slice: string) => {
    connection.transact(() => {
      const removed = listValues<string>(
        connection,
        `DELETE FROM item_tags WHERE item_id IN (SELECT value FROM json_each(?))
          AND tag IN (SELECT value FROM json_each(?)) RETURNING item_id`,
        [slice, remove],
      )
      const added = listValues<string>(
        connection,
        `INSERT OR IGNORE INTO item_tags (item_id, tag)
          SELECT requested.value, added.value FROM json_each(?) AS requested CROSS JOIN json_each(?) AS added
          WHERE EXISTS (SELECT 1 FROM items WHERE id = requested.value)
            OR EXISTS (SELECT 1 FROM conversations WHERE id = requested.value) RETURNING item_id`,
        [slice, add],
      )
      for (const id of [...removed, ...added]) changed.add(id)
      connection.run(resetSidecarsSql, [slice])
    })
    notify()
  }
  const { conversations, others } = splitIds(connection, tagging.ids)
  if (conversations.length > 0) tag(JSON.stringify(conversations))
  await inSlices(others, tag)
  return { ids: [...changed] }
}

/** Conversations have neither files nor sidecars, so all of them are changed in one transaction. */
function splitIds(connection: Connection, ids: readonly string[]) {
  const found = listValues<string>(connection, `${selectConversations} TRUE`, [JSON.stringify(ids)])
  const known = new Set(found)
  return { conversations: found, others: ids.filter((id) => !known.has(id)) }
}

/** Their sidecars are written again, now or at the next start. */
const resetSidecarsSql =
  'UPDATE items SET has_sidecar = 0 WHERE id IN (SELECT value FROM json_each(?)) AND media IS NOT NULL'

export async function starItems(
  { connection, now, notify }: LibraryPorts,
  { ids, starred }: { ids: readonly string[]; starred: boolean },
): Promise<void> {
  await inSlices(ids, (slice) => {
    connection.transact(() => {
      if (starred)
        connection.run(
          `INSERT OR IGNORE INTO item_stars (item_id, starred_at)
          SELECT value, ? FROM json_each(?) WHERE EXISTS (SELECT 1 FROM items WHERE id = value)
            OR EXISTS (SELECT 1 FROM conversations WHERE id = value)`,
          [now(), slice],
        )
      else connection.run('DELETE FROM item_stars WHERE item_id IN (SELECT value FROM json_each(?))', [slice])
      connection.run(resetSidecarsSql, [slice])
    })
    notify()
  })
}

export interface BinPorts extends LibraryPorts {
  readonly conversations: Pick<Conversations, 'deleteAll' | 'restoreAll'>
  readonly embeddings: EmbeddingSets
  readonly chat: Pick<ReturnType<typeof createTree>, 'deleteEmptySteps' | 'restoreSteps'>
}

/**
 * Running conversations and sets are canceled first. The turn of an image is hidden in its session, unless later steps
 * were made from it. Missing and already deleted items are ignored.
 */
export async function deleteItems(ports: BinPorts, ids: readonly string[]): Promise<void> {
  const { connection, conversations, embeddings, chat, now, notify } = ports
  const chats = listValues<string>(connection, `${selectConversations} deleted_at IS NULL`, [
    JSON.stringify(ids),
  ])
  if (chats.length > 0) conversations.deleteAll(chats)
  await inSlices(splitIds(connection, ids).others, async (slice) => {
    const list = (select: string) => listValues<string>(connection, `${select} deleted_at IS NULL`, [slice])
    const turnIds = list(selectTurns)
    connection.run(
      'UPDATE items SET deleted_at = ? WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL',
      [now(), slice],
    )
    for (const id of list(selectSets)) embeddings.delete({ id })
    notify()
    if (turnIds.length > 0) await chat.deleteEmptySteps(turnIds)
  })
}

/** Images return to their sessions, with the steps before them. Throws if none of the items exists any longer. */
export async function restoreItems(ports: BinPorts, ids: readonly string[]): Promise<void> {
  const { connection, conversations, embeddings, chat, notify } = ports
  const chats = listValues<string>(
    connection,
    `${selectConversations} deleted_at IS NOT NULL AND deleted_at IS NOT ${stagedMarker}`,
    [JSON.stringify(ids)],
  )
  if (chats.length > 0) conversations.restoreAll(chats)
  const { conversations: known, others } = splitIds(connection, ids)
  if (known.length === 0 && findValue(connection, selectAnyItem, [JSON.stringify(ids)]) === undefined)
    throw new ApiError('NOT_FOUND', 'The items were deleted permanently.', { param: 'ids' })
  await inSlices(others, async (slice) => {
    const list = (select: string) =>
      listValues<string>(connection, `${select} deleted_at IS NOT ${stagedMarker}`, [slice])
    const turnIds = list(selectTurns)
    connection.run(
      `UPDATE items SET deleted_at = NULL WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at > 0`,
      [slice],
    )
    for (const id of list(`${selectSets} deleted_at IS NOT NULL AND`)) embeddings.restore({ id })
    notify()
    if (turnIds.length > 0) await chat.restoreSteps(turnIds)
  })
}

const selectAnyItem = 'SELECT id FROM items WHERE id IN (SELECT value FROM json_each(?)) LIMIT 1'
const selectTurns = `SELECT DISTINCT turn_id FROM items
  WHERE id IN (SELECT value FROM json_each(?)) AND turn_id IS NOT NULL AND`
const selectConversations = `SELECT conversations.id FROM json_each(?) AS requested
  CROSS JOIN conversations ON conversations.id = requested.value WHERE`
/** Sets and their items have the same ids. */
const selectSets = 'SELECT id FROM embedding_sets WHERE id IN (SELECT value FROM json_each(?)) AND'

/** Passes the slices as JSON. */
export async function inSlices(
  ids: readonly string[],
  work: (slice: string) => void | Promise<void>,
): Promise<void> {
  for (let at = 0; at < ids.length; at += sliceLength) {
    if (at > 0) await yieldToEventLoop()
    await work(JSON.stringify(ids.slice(at, at + sliceLength)))
  }
}
