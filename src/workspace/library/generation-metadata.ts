// How an item was generated: as the database stores it, else its sidecar, else the file itself.

import { z } from 'zod'
import type { Turn } from '#shared/schemas/chat'
import { Part } from '#shared/schemas/content'
import { AnyMetadata, type GenerationMetadata, type Reference } from '#shared/schemas/generation-metadata'
import { readMedia } from '../conversations/part-media'
import { findTurnsWithDeleted } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import { findValue } from '../database/rows'
import { readEmbedded } from '../media/image-metadata/embedded-metadata'
import type { Media } from '../media/media'
import { parseStored } from '../parse-json'

interface MakingPorts {
  readonly connection: Connection
  readonly media: Media
}

interface ItemRow {
  readonly media: string | null
  readonly turnId: string | null
  readonly jobId: string | null
  readonly making: string | null
}

function findItem(connection: Connection, id: string): ItemRow | undefined {
  const sql = 'SELECT media, turn_id AS turnId, job_id AS jobId, making FROM items WHERE id = ?'
  return connection.get<ItemRow>(sql, [id])
}

export async function findItemMetadata(
  { connection, media }: MakingPorts,
  id: string,
): Promise<AnyMetadata | null> {
  const known = readStoredMetadata(connection, id)
  const item = known ? undefined : findItem(connection, id)
  if (!item?.media) return known ?? null
  const beside = await readSidecar(media, item.media)
  const maker = item.turnId ?? item.jobId
  return beside.find((making) => toProducerId(making) === maker) ?? beside.at(-1) ?? null
}

/** Of a picture; of bytes that were made several times, the latest that is not in the trash. Null if nothing tells. */
export async function findImageMetadata(
  { connection, media }: MakingPorts,
  hash: string,
): Promise<GenerationMetadata | null> {
  const id = findValue<string>(
    connection,
    `SELECT id FROM items WHERE media = ? AND kind = 'image'
      ORDER BY deleted_at IS NOT NULL, created_at DESC, seq DESC LIMIT 1`,
    [hash],
  )
  const known = id && (await findItemMetadata({ connection, media }, id))
  if (known && isPictures(known)) return known
  const beside = (await readSidecar(media, hash)).filter(isPictures)
  const bytes = beside.length > 0 ? undefined : await media.read(hash).catch(() => undefined)
  return beside.at(-1) ?? (bytes ? readEmbedded(bytes) : null)
}

function isPictures(making: AnyMetadata): making is GenerationMetadata {
  return !('kind' in making)
}

/** From the database; undefined if neither the item nor its turn has it. */
export function readStoredMetadata(connection: Connection, itemId: string): AnyMetadata | undefined {
  const item = findItem(connection, itemId)
  const stored = item?.making ? parseStored(AnyMetadata, item.making) : undefined
  if (stored || !item?.turnId) return stored
  // Deleted turns say it too: what came of them is there.
  const [turn] = findTurnsWithDeleted(connection, [item.turnId])
  return turn && toMaking(connection, turn)
}

const Entries = z.array(z.unknown())

/** All entries, those of other programs too; none if there is no sidecar or it is damaged. */
async function readEntries(media: Media, hash: string): Promise<unknown[]> {
  const found = Entries.safeParse(await media.readSidecar(hash))
  return found.data ?? []
}

/** None if it cannot be read. */
export async function readSidecar(media: Media, hash: string): Promise<AnyMetadata[]> {
  const entries = await readEntries(media, hash).catch(() => [])
  return entries.flatMap((entry) => (isMaking(entry) ? [entry] : []))
}

/** As it came: the schema's copy would lose unknown fields. */
function isMaking(entry: unknown): entry is AnyMetadata {
  return AnyMetadata.safeParse(entry).success
}

/** The id of the turn or of the job that has made it. */
export function toProducerId(making: AnyMetadata): string {
  return 'kind' in making ? making.jobId : making.turnId
}

/** An entry of the same maker is left alone, with whatever else is in it. */
export async function addToSidecar(media: Media, hash: string, making: AnyMetadata): Promise<void> {
  const entries = await readEntries(media, hash)
  if (entries.some((entry) => isMaking(entry) && toProducerId(entry) === toProducerId(making))) return
  await media.writeSidecar(hash, [...entries, making])
}

/** Without the entries of these turns and jobs. */
export async function removeFromSidecar(
  media: Media,
  hash: string,
  makers: ReadonlySet<string>,
): Promise<void> {
  const entries = await readEntries(media, hash)
  const left = entries.filter((entry) => !(isMaking(entry) && makers.has(toProducerId(entry))))
  if (left.length < entries.length) await media.writeSidecar(hash, left)
}

/** A chat of thousands of turns may end in an image: this many turns before it are recorded. */
const maxChain = 200

function toMaking(connection: Connection, turn: Turn): GenerationMetadata {
  const before = readBefore(connection, turn.parentId, maxChain)
  const prompt = before.at(-1)
  const parts = prompt?.role === 'user' ? prompt.parts : []
  return {
    version: 1,
    prompt: readPromptText(parts),
    model: turn.model ?? 'unknown',
    modelVersion: turn.modelVersion,
    parameters: turn.parameters ?? { model: turn.model ?? 'unknown' },
    references: listFiles(parts),
    chain: toChain(before.slice(0, -1)),
    createdAt: turn.createdAt,
    took: turn.times.total,
    usage: turn.usage,
    upstream: turn.upstream,
    exchangeId: turn.exchangeId,
    conversationId: turn.conversationId,
    turnId: turn.id,
  }
}

/** The words that the turn answers. */
export function readPrompt(connection: Connection, { parentId }: Pick<Turn, 'parentId'>): string {
  const [prompt] = readBefore(connection, parentId, 1)
  return prompt?.role === 'user' ? readPromptText(prompt.parts) : ''
}

type Step = Pick<Turn, 'role' | 'parts'>

/** A prompt, and the last picture of the answer that was gone on from. */
function toChain(before: readonly Step[]): GenerationMetadata['chain'] {
  return before.flatMap(({ role, parts }, index) => {
    if (role !== 'user') return []
    const answer = before[index + 1]
    // A picture in an answer that was changed by hand was gone on from all the same.
    const pictures = answer ? listGeneratedImages({ ...answer, edited: false }) : []
    return [{ prompt: readPromptText(parts), media: pictures.at(-1)?.media ?? null }]
  })
}

const Parts = z.array(Part)

/** The turns as far as this one, the first one first; what is damaged says nothing. */
function readBefore(connection: Connection, turnId: string | null, most: number): Step[] {
  const rows = connection.all<{ role: Turn['role']; parts: string }>(
    `WITH RECURSIVE branch (seq, parent_id, depth) AS (
      SELECT seq, parent_id, 1 FROM turns WHERE id = ?
      UNION ALL SELECT turns.seq, turns.parent_id, depth + 1 FROM branch
        JOIN turns ON turns.id = branch.parent_id WHERE depth < ?)
      SELECT role, parts FROM branch CROSS JOIN turns ON turns.seq = branch.seq ORDER BY depth DESC`,
    [turnId, most],
  )
  return rows.map(({ role, parts }) => ({ role, parts: parseStored(Parts, parts) ?? [] }))
}

/** Each once, in their order; `mimeType` is what was claimed. */
export function listGeneratedImages({
  role,
  edited,
  parts,
}: Pick<Turn, 'role' | 'edited' | 'parts'>): Reference[] {
  if (role !== 'model' || edited) return []
  return listPictures(parts.filter(({ thought }) => thought !== true))
}

function listPictures(parts: readonly Part[]): Reference[] {
  return listFiles(parts).filter(({ mimeType }) => mimeType.toLowerCase().startsWith('image/'))
}

/** Of any kind, attached to a prompt. */
function listFiles(parts: readonly Part[]): Reference[] {
  const byMedia = new Map<string, Reference>()
  for (const part of parts) {
    const blob = part.inlineData ?? part.inline_data
    const media = readMedia(blob)
    if (media && !byMedia.has(media))
      byMedia.set(media, { media, mimeType: blob?.mimeType ?? blob?.mime_type ?? '' })
  }
  return [...byMedia.values()]
}

/** The user's words. */
function readPromptText(parts: readonly Part[]): string {
  return parts.flatMap(({ text, thought }) => (text && thought !== true ? [text] : [])).join('\n')
}
