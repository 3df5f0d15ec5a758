// How an item was generated: from the database, its sidecar, or the file itself.

import { z } from 'zod'
import type { Turn } from '#shared/schemas/chat'
import { Part } from '#shared/schemas/content'
import { AnyMetadata, type GenerationMetadata, type Reference } from '#shared/schemas/generation-metadata'
import { tagText } from '#shared/schemas/library'
import { readMedia } from '../conversations/part-media'
import { findTurnsWithDeleted } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import { findValue, listValues } from '../database/rows'
import { readEmbedded } from '../media/image-metadata/png'
import type { Media } from '../media/media'
import { parseStored } from '../parse-json'

interface MetadataPorts {
  readonly connection: Connection
  readonly media: Media
}

interface ItemRow {
  readonly media: string | null
  readonly turnId: string | null
  readonly jobId: string | null
  readonly metadata: string | null
}

function findItem(connection: Connection, id: string): ItemRow | undefined {
  const sql =
    'SELECT media, turn_id AS turnId, job_id AS jobId, generation AS metadata FROM items WHERE id = ?'
  return connection.get<ItemRow>(sql, [id])
}

export async function findItemMetadata(
  { connection, media }: MetadataPorts,
  id: string,
): Promise<AnyMetadata | null> {
  const known = readStoredMetadata(connection, id)
  const item = known ? undefined : findItem(connection, id)
  if (!item?.media) return known ?? null
  const entries = await readSidecar(media, item.media)
  const producerId = item.turnId ?? item.jobId
  return entries.find((metadata) => toProducerId(metadata) === producerId) ?? entries.at(-1) ?? null
}

/** For an image. If identical bytes were made several times, prefers the latest outside the trash. Null if unknown. */
export async function findImageMetadata(
  { connection, media }: MetadataPorts,
  hash: string,
): Promise<GenerationMetadata | null> {
  const id = findValue<string>(
    connection,
    `SELECT id FROM items WHERE media = ? AND kind = 'image'
      ORDER BY deleted_at IS NOT NULL, created_at DESC, seq DESC LIMIT 1`,
    [hash],
  )
  const known = id && (await findItemMetadata({ connection, media }, id))
  if (known && isImageMetadata(known)) return known
  const entries = (await readSidecar(media, hash)).filter(isImageMetadata)
  const bytes = entries.length > 0 ? undefined : await media.read(hash).catch(() => undefined)
  return entries.at(-1) ?? (bytes ? readEmbedded(bytes) : null)
}

function isImageMetadata(metadata: AnyMetadata): metadata is GenerationMetadata {
  return !('kind' in metadata)
}

/** From the database; undefined if neither the item nor its turn has it. */
export function readStoredMetadata(connection: Connection, itemId: string): AnyMetadata | undefined {
  const item = findItem(connection, itemId)
  const stored = item?.metadata ? parseStored(AnyMetadata, item.metadata) : undefined
  if (stored || !item?.turnId) return stored
  // Includes deleted turns, because their results may still exist.
  const [turn] = findTurnsWithDeleted(connection, [item.turnId])
  return turn && toMetadata(connection, turn)
}

const Entries = z.array(z.unknown())

/** All entries, including those of other programs; none if the sidecar is missing or damaged. */
async function readEntries(media: Media, hash: string): Promise<unknown[]> {
  const found = Entries.safeParse(await media.readSidecar(hash))
  return found.data ?? []
}

/** Returns an empty list if the sidecar cannot be read. */
export async function readSidecar(media: Media, hash: string): Promise<AnyMetadata[]> {
  const entries = await readEntries(media, hash).catch(() => [])
  return entries.flatMap((entry) => (isMetadata(entry) ? [entry] : []))
}

/** Only checks the entry: a parsed copy would lose unknown fields. */
function isMetadata(entry: unknown): entry is AnyMetadata {
  return AnyMetadata.safeParse(entry).success
}

/** The id of the turn or job that made it. */
export function toProducerId(metadata: AnyMetadata): string {
  return 'kind' in metadata ? metadata.jobId : metadata.turnId
}

/** Added to an item by the user. */
export interface Labels {
  readonly tags: readonly string[]
  readonly starred: boolean
}

/** A file may contain anything. */
const StoredLabels = z.object({
  tags: z.array(tagText).catch([]).default([]),
  starred: z.boolean().catch(false).default(false),
})

export function parseLabels(entry: unknown): Labels {
  return StoredLabels.safeParse(entry).data ?? { tags: [], starred: false }
}

export function readLabels(connection: Connection, itemId: string): Labels {
  return {
    tags: listValues<string>(connection, 'SELECT tag FROM item_tags WHERE item_id = ? ORDER BY tag', [
      itemId,
    ]),
    starred: findValue(connection, 'SELECT 1 FROM item_stars WHERE item_id = ?', [itemId]) !== undefined,
  }
}

/** Without labels, an entry is as it was before items had them. */
export function withLabels<Entry extends object>(entry: Entry, { tags, starred }: Labels): Entry {
  const { tags: _, starred: __, ...rest } = { tags: [], starred: false, ...entry }
  // The type of an entry does not contain labels.
  return { ...rest, ...(tags.length > 0 && { tags }), ...(starred && { starred }) } as unknown as Entry
}

/** Adds the entry, or updates the labels of the existing one of the same producer. */
export async function addToSidecar(
  media: Media,
  hash: string,
  { metadata, labels }: { readonly metadata: AnyMetadata; readonly labels: Labels },
): Promise<void> {
  if (await labelSidecar(media, hash, { producerId: toProducerId(metadata), labels })) return
  await media.writeSidecar(hash, [...(await readEntries(media, hash)), withLabels(metadata, labels)])
}

/** Updates the labels of the producer’s entry. Returns false if it is missing. */
export async function labelSidecar(
  media: Media,
  hash: string,
  { producerId, labels }: { readonly producerId: string | null; readonly labels: Labels },
): Promise<boolean> {
  const entries = await readEntries(media, hash)
  const isOwn = (entry: unknown) => isMetadata(entry) && toProducerId(entry) === producerId
  if (!entries.some(isOwn)) return false
  const next = labelEntries(entries, isOwn, labels)
  if (JSON.stringify(next) !== JSON.stringify(entries)) await media.writeSidecar(hash, next)
  return true
}

function labelEntries(
  entries: readonly unknown[],
  isOwn: (entry: unknown) => boolean,
  labels: Labels,
): unknown[] {
  return entries.map((entry) => (isOwn(entry) ? withLabels(Object(entry), labels) : entry))
}

/** The stored sidecar with the present labels of an item, which may not have been written yet. */
export async function readLabeledSidecar(
  { connection, media }: MetadataPorts,
  id: string,
): Promise<unknown[] | undefined> {
  const item = findItem(connection, id)
  if (!item?.media) return undefined
  const producerId = item.turnId ?? item.jobId
  const isOwn = (entry: unknown) => isMetadata(entry) && toProducerId(entry) === producerId
  const entries = await readEntries(media, item.media).catch(() => [])
  const labels = readLabels(connection, id)
  if (entries.length > 0) return labelEntries(entries, isOwn, labels)
  const metadata = await findItemMetadata({ connection, media }, id)
  return metadata ? [withLabels(metadata, labels)] : undefined
}

/** Removes the entries of these turns and jobs. */
export async function removeFromSidecar(
  media: Media,
  hash: string,
  producerIds: ReadonlySet<string>,
): Promise<void> {
  const entries = await readEntries(media, hash)
  const remaining = entries.filter((entry) => !(isMetadata(entry) && producerIds.has(toProducerId(entry))))
  if (remaining.length < entries.length) await media.writeSidecar(hash, remaining)
}

/** Limits the recorded turns: a chat of thousands of turns may end in an image. */
const maxChain = 200

function toMetadata(connection: Connection, turn: Turn): GenerationMetadata {
  const earlier = readBranch(connection, turn.parentId, maxChain)
  const prompt = earlier.at(-1)
  const parts = prompt?.role === 'user' ? prompt.parts : []
  return {
    version: 1,
    prompt: readPromptText(parts),
    model: turn.model ?? 'unknown',
    modelVersion: turn.modelVersion,
    parameters: turn.parameters ?? { model: turn.model ?? 'unknown' },
    references: listFiles(parts),
    chain: toChain(earlier.slice(0, -1)),
    createdAt: turn.createdAt,
    took: turn.times.total,
    usage: turn.usage,
    upstream: turn.upstream,
    exchangeId: turn.exchangeId,
    conversationId: turn.conversationId,
    turnId: turn.id,
  }
}

/** The text of the prompt that the turn answers. */
export function readPrompt(connection: Connection, { parentId }: Pick<Turn, 'parentId'>): string {
  const [prompt] = readBranch(connection, parentId, 1)
  return prompt?.role === 'user' ? readPromptText(prompt.parts) : ''
}

type Step = Pick<Turn, 'role' | 'parts'>

/** Each prompt with the last image of its answer, which the next step started from. */
function toChain(turns: readonly Step[]): GenerationMetadata['chain'] {
  return turns.flatMap(({ role, parts }, index) => {
    if (role !== 'user') return []
    const answer = turns[index + 1]
    // The image of an edited answer was the starting point all the same.
    const pictures = answer ? listGeneratedImages({ ...answer, edited: false }) : []
    return [{ prompt: readPromptText(parts), media: pictures.at(-1)?.media ?? null }]
  })
}

const Parts = z.array(Part)

/** The branch up to this turn, in order; damaged turns have no parts. */
function readBranch(connection: Connection, turnId: string | null, maxTurns: number): Step[] {
  const rows = connection.all<{ role: Turn['role']; parts: string }>(
    `WITH RECURSIVE branch (seq, parent_id, depth) AS (
      SELECT seq, parent_id, 1 FROM turns WHERE id = ?
      UNION ALL SELECT turns.seq, turns.parent_id, depth + 1 FROM branch
        JOIN turns ON turns.id = branch.parent_id WHERE depth < ?)
      SELECT role, parts FROM branch CROSS JOIN turns ON turns.seq = branch.seq ORDER BY depth DESC`,
    [turnId, maxTurns],
  )
  return rows.map(({ role, parts }) => ({ role, parts: parseStored(Parts, parts) ?? [] }))
}

/** Each once, in order; `mimeType` is the declared type. */
export function listGeneratedImages({
  role,
  edited,
  parts,
}: Pick<Turn, 'role' | 'edited' | 'parts'>): Reference[] {
  if (role !== 'model' || edited) return []
  return listImages(parts.filter(({ thought }) => thought !== true))
}

function listImages(parts: readonly Part[]): Reference[] {
  return listFiles(parts).filter(({ mimeType }) => mimeType.toLowerCase().startsWith('image/'))
}

/** Files of any type attached to a prompt. */
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

/** The prompt's text without thoughts. */
function readPromptText(parts: readonly Part[]): string {
  return parts.flatMap(({ text, thought }) => (text && thought !== true ? [text] : [])).join('\n')
}
