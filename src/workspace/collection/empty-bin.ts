// Empties the bin for good: rows, conversations, and the files that nothing living needs.
import { setImmediate as giveWay } from 'node:timers/promises'
import { ApiError } from '#shared/schemas/api-error'
import { unseen } from '../library/conversations/conversation-rows'
import { dropUnseen } from '../library/conversations/unseen-rows'
import { createPause } from '../pause'
import type { Connection } from '../storage/connection'
import type { CollectionPorts, EmbeddingSets } from './collection-ports'
import { forgetClearedJobs, forgetJobOf, hasEnded } from './forget-jobs'
import { sweepMedia } from './media-let-go'
import { readMaking, takeFromSidecar } from './sidecars'
import { findHashes, findMediaInUse, isHash, type MediaInUse } from './used-media'

/** How many items go at once. */
const sliceLength = 10

interface Emptied {
  readonly items: number
  /** Of the files that are gone. */
  readonly bytes: number
}

interface BinnedItem {
  readonly seq: number
  readonly id: string
  readonly media: string | null
  readonly turn_id: string | null
  readonly job_id: string | null
  readonly kind: string
}

export interface EmptyPorts extends CollectionPorts {
  /** Takes these out of the list of transcriptions, whoever watches it. */
  readonly clearTranscriptions: (jobIds: readonly string[]) => void
  readonly embeddings: EmbeddingSets
}

/** Files go before the rows that name them: what a crash leaves is in the bin still, and goes the next time. */
export async function emptyBin(ports: EmptyPorts): Promise<Emptied> {
  const { connection, tell } = ports
  const items = connection.all<BinnedItem>(
    'SELECT seq, id, media, turn_id, job_id, kind FROM items WHERE deleted_at IS NOT NULL ORDER BY seq',
  )
  const conversations = listBinned(ports)
  const attached = await listAttached(ports, conversations)
  await keepMakings(ports, conversations)
  const asked = new Set([...attached, ...items.flatMap(({ media }) => media ?? [])])
  const inUse = await findMediaInUse(ports, asked)
  const pause = createPause()
  let emptied: Emptied = { items: 0, bytes: 0 }
  const add = (more: Emptied) => {
    emptied = { items: emptied.items + more.items, bytes: emptied.bytes + more.bytes }
    tell()
  }
  try {
    for (let at = 0; at < items.length; at += sliceLength)
      add(await removeItems(ports, items.slice(at, at + sliceLength), inUse))
    for (const hash of attached) {
      await pause()
      add({ items: 0, bytes: await removeUnused(ports, hash, inUse) })
    }
    for (const id of conversations) add({ items: await removeConversation(ports, id), bytes: 0 })
    if (ports.isClosed()) return emptied
    forgetClearedJobs(connection)
    add({ items: 0, bytes: await sweepMedia(ports) })
  } catch (error) {
    throw toStop(emptied, error)
  }
  return emptied
}

function toStop({ items }: Emptied, error: unknown): unknown {
  if (error instanceof ApiError) return error
  const reason = error instanceof Error ? error.message : String(error)
  const message = `The bin could not be emptied whole: ${reason}. ${items} of its items are gone, the rest is still in it.`
  return new ApiError('INTERNAL', message, { cause: error })
}

function listBinned({ connection }: CollectionPorts): string[] {
  const rows = connection.all<{ id: string }>(
    'SELECT id FROM conversations WHERE deleted_at IS NOT NULL AND deleted_at <> ? ORDER BY seq',
    [unseen],
  )
  return rows.map(({ id }) => id)
}

/** The files that turns of these conversations name. */
async function listAttached({ connection }: CollectionPorts, conversations: readonly string[]) {
  const hashes = new Set<string>()
  for (const id of conversations) {
    let after = 0
    for (;;) {
      const rows = connection.all<{ seq: number; parts: string }>(
        `SELECT seq, CASE WHEN parts LIKE '%"media":"%' THEN parts ELSE '' END AS parts FROM turns
          WHERE conversation_id = ? AND seq > CAST(? AS INTEGER) ORDER BY seq LIMIT 200`,
        [id, after],
      )
      for (const { parts } of rows) for (const hash of findHashes(parts)) hashes.add(hash)
      await giveWay()
      const last = rows.at(-1)
      if (!last) break
      after = last.seq
    }
  }
  return hashes
}

/** Items outlive their turns, and so does how they were made. */
async function keepMakings({ connection }: CollectionPorts, conversations: readonly string[]): Promise<void> {
  const rows = connection.all<{ id: string }>(
    `SELECT id FROM items WHERE making IS NULL AND deleted_at IS NULL
      AND conversation_id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(conversations)],
  )
  for (const { id } of rows) {
    const making = readMaking(connection, id)
    if (making) connection.run('UPDATE items SET making = ? WHERE id = ?', [JSON.stringify(making), id])
    await giveWay()
  }
}

/** One that was restored meanwhile stays. */
async function removeItems(
  ports: EmptyPorts,
  items: readonly BinnedItem[],
  inUse: MediaInUse,
): Promise<Emptied> {
  const { connection, media, embeddings, isClosed } = ports
  let bytes = 0
  for (const item of items) {
    if (!isClosed() && item.kind === 'embeddings' && isBinned(connection, item))
      await embeddings.drop(item.id)
    if (isClosed() || item.media === null || !isHash(item.media) || !isBinned(connection, item)) continue
    bytes += await removeUnused(ports, item.media, inUse)
    const maker = item.turn_id ?? item.job_id
    if (maker !== null) await takeFromSidecar(media, item.media, new Set([maker]))
  }
  await giveWay()
  if (isClosed()) return { items: 0, bytes }
  return { items: dropRows(ports, items), bytes }
}

/** A damaged index holds the rows fast: then it is made anew from its texts. */
function dropRows(ports: EmptyPorts, items: readonly BinnedItem[]): number {
  const { connection, clearTranscriptions } = ports
  const transcripts = items.filter((item) => item.kind === 'transcript' && isBinned(connection, item))
  const ended = transcripts.flatMap(({ job_id }) => (job_id && hasEnded(connection, job_id) ? job_id : []))
  if (ended.length > 0) clearTranscriptions(ended)
  const drop = () => connection.transact(() => items.map((item) => dropRow(connection, item)))
  try {
    return sum(drop())
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'INTERNAL') throw error
    connection.run("INSERT INTO item_texts (item_texts) VALUES ('rebuild')")
    return sum(drop())
  }
}

function sum(rows: readonly number[]): number {
  return rows.reduce((total, each) => total + each, 0)
}

function isBinned(connection: Connection, { seq }: Pick<BinnedItem, 'seq'>): boolean {
  return (
    connection.get('SELECT 1 AS yes FROM items WHERE seq = ? AND deleted_at IS NOT NULL', [seq]) !== undefined
  )
}

function dropRow(connection: Connection, { seq, media }: BinnedItem): number {
  if (isBinned(connection, { seq })) forgetJobOf(connection, seq)
  // Another item of the same bytes may have been added to the sidecar meanwhile.
  connection.run('UPDATE items SET beside = 0 WHERE media = ? AND deleted_at IS NULL', [media])
  return connection.run('DELETE FROM items WHERE seq = ? AND deleted_at IS NOT NULL', [seq])
}

/** How many bytes it had. */
async function removeUnused({ media }: CollectionPorts, hash: string, inUse: MediaInUse): Promise<number> {
  const isUsed = () => inUse.isUsed(hash)
  return isUsed() ? 0 : await media.remove(hash, isUsed)
}

async function removeConversation(ports: CollectionPorts, id: string): Promise<number> {
  const { connection, isClosed } = ports
  if (isClosed()) return 0
  const isBegun = connection.run(
    'UPDATE conversations SET deleted_at = ? WHERE id = ? AND deleted_at IS NOT NULL',
    [unseen, id],
  )
  if (isBegun === 0) return 0
  connection.run('DELETE FROM drafts WHERE key = ?', [id])
  await dropUnseen(connection, id)
  return isBegun
}
