// Writes conversations as JSON files, and reads them.

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Conversation, ConversationKind, Turn } from '#shared/schemas/chat'
import { writeExactJson } from '#shared/wire/exact-json'
import { createYield } from '../../concurrency/timing'
import type { Media } from '../../media/media'
import { invalidAt, parseExportedJson, toValidationError } from '../../user-data/exported-files'
import type { StoredConversation } from '../conversation-rows'
import type { Tree } from '../insert-copy'
import { hasInlineMedia, listMedia, storeMedia } from '../part-media'
import type { CopiedTurn } from '../tree/turn-rows'

const conversationFileKind = 'gen-playground-conversation'
/** Increased if earlier versions cannot read the file. */
const conversationFileVersion = 1

const MediaEntry = z.object({
  mimeType: z.string(),
  data: z.base64({ error: 'must be Base64' }),
})

/** Milliseconds since the epoch, within the range of `Date`. */
const Timestamp = z.number().min(-8.64e15).max(8.64e15)
const Duration = z.number().min(0).max(Number.MAX_SAFE_INTEGER).nullable()

const FileTurn = Turn.omit({ conversationId: true }).extend({
  createdAt: Timestamp,
  times: z.object({ firstToken: Duration, firstAnswer: Duration, total: Duration }),
  /** The id of the earlier answer that this one continues. */
  continues: z.string().nullish(),
  /** Not shown; included only because another answer continues it. */
  deleted: z.boolean().optional(),
})
type FileTurn = z.infer<typeof FileTurn>

/** The turns are parsed one by one, because there may be thousands. */
const ConversationFile = z.object({
  kind: z.literal(conversationFileKind),
  version: z.number().int(),
  /** Milliseconds since the epoch. */
  exportedAt: z.number(),
  conversation: Conversation.pick({
    title: true,
    createdAt: true,
    updatedAt: true,
    headTurnId: true,
    parameters: true,
    kind: true,
  }).extend({ createdAt: Timestamp, kind: ConversationKind.default('chat') }),
  /** A parent comes before its children. Parts include unknown fields, and media by hash. */
  turns: z.array(z.unknown()),
  /** By SHA-256. Without files that were missing when this one was written. */
  media: z.record(z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 hash in hexadecimal'), MediaEntry),
})
type ConversationFile = z.infer<typeof ConversationFile>

interface JsonExport {
  readonly conversation: StoredConversation
  /** The whole tree. */
  readonly turns: readonly CopiedTurn[]
  readonly media: Media
  readonly now: number
}

export async function* writeJson({ conversation, turns, media, now }: JsonExport): AsyncGenerator<string> {
  const { kind, title, createdAt, updatedAt, headTurnId, parameters } = conversation
  const head = {
    kind: conversationFileKind,
    version: conversationFileVersion,
    exportedAt: now,
    conversation: { kind, title, createdAt, updatedAt, headTurnId, parameters },
  }
  yield `${writeExactJson(head, 2).slice(0, -2)},\n  "turns": [`
  const maybeYield = createYield()
  for (const [index, turn] of turns.entries()) {
    await maybeYield()
    const state = turn.state === 'running' ? 'interrupted' : turn.state
    yield `${index === 0 ? '' : ','}\n    ${writeExactJson({ ...turn, conversationId: undefined, state })}`
  }
  yield `\n  ],\n  "media": {`
  let separator = ''
  for (const hash of await listMedia(turns)) {
    const file = await media.open(hash).catch(() => undefined)
    if (!file) continue
    const data = Buffer.from(await media.read(hash)).toString('base64')
    yield `${separator}\n    "${hash}": ${JSON.stringify({ mimeType: file.mimeType, data })}`
    separator = ','
  }
  yield '\n  }\n}\n'
}

const maxTitleLength = 200

/** Throws with the path of an invalid value, and saves nothing then. */
export async function readJson(text: string, media: Media, now: number): Promise<Tree> {
  const file = parseExportedJson(text, {
    kind: conversationFileKind,
    version: conversationFileVersion,
    name: 'a chat',
    schema: ConversationFile,
  })
  const turns = await checkTurns(file)
  await saveAllMedia(file, media)
  const { kind, title, createdAt, headTurnId, parameters } = file.conversation
  return {
    conversation: {
      // Defaults are not filled in here. Files from before there were kinds are chats.
      kind: kind ?? 'chat',
      title:
        [...title.trim().slice(0, maxTitleLength * 2)].slice(0, maxTitleLength).join('') || 'Imported chat',
      createdAt: Math.round(createdAt),
      headTurnId,
      parameters,
      updatedAt: now,
      pinnedAt: null,
      folderId: null,
      tags: [],
    },
    turns: await storeInlineMedia(turns, media),
  }
}

async function checkTurns({ conversation, turns }: ConversationFile): Promise<FileTurn[]> {
  const maybeYield = createYield()
  const earlier = new Map<string, FileTurn>()
  for (const [index, turn] of turns.entries()) {
    await maybeYield()
    const read = readTurn(turn, index)
    checkReferences(read, index, earlier)
    earlier.set(read.id, read)
  }
  if (conversation.headTurnId !== null && !earlier.has(conversation.headTurnId))
    throw invalidAt(['conversation', 'headTurnId'], 'refers to a message that isn’t in this file')
  return [...earlier.values()]
}

/** Saves no file before all hashes are verified. */
async function saveAllMedia(file: ConversationFile, media: Media): Promise<void> {
  const maybeYield = createYield()
  const all = Object.entries(file.media)
  for (const [hash, entry] of all) {
    await maybeYield()
    decodeMedia(hash, entry)
  }
  for (const [hash, entry] of all) {
    const { bytes, mimeType } = decodeMedia(hash, entry)
    await media.store(bytes, mimeType)
  }
}

async function storeInlineMedia(turns: readonly FileTurn[], media: Media): Promise<CopiedTurn[]> {
  const maybeYield = createYield()
  const stored: CopiedTurn[] = []
  for (const turn of turns) {
    await maybeYield()
    stored.push(await storeTurnMedia(withRoundedTimes(turn), media))
  }
  return stored
}

/** Returns the value as it is in the file, with unknown fields. */
function readTurn(turn: unknown, index: number): FileTurn {
  const result = FileTurn.safeParse(turn)
  if (!result.success) throw toValidationError(result.error, ['turns', index])
  // The schema has accepted this value.
  return turn as FileTurn
}

/** The database stores integers. */
function withRoundedTimes(turn: FileTurn): FileTurn {
  const { firstToken, firstAnswer, total } = turn.times
  const times = {
    firstToken: roundDuration(firstToken),
    firstAnswer: roundDuration(firstAnswer),
    total: roundDuration(total),
  }
  return { ...turn, createdAt: Math.round(turn.createdAt), times }
}

function roundDuration(duration: number | null): number | null {
  return duration === null ? null : Math.round(duration)
}

/** Files from other programs may have Base64 in their parts, as on the wire. */
async function storeTurnMedia(turn: FileTurn, media: Media) {
  if (!turn.parts.some(hasInlineMedia)) return turn
  return { ...turn, parts: await Promise.all(turn.parts.map((part) => storeMedia(part, media.store))) }
}

function checkReferences(
  { id, parentId, continues }: FileTurn,
  index: number,
  earlier: ReadonlyMap<string, FileTurn>,
): void {
  const parent = parentId === null ? undefined : earlier.get(parentId)
  if (earlier.has(id)) throw invalidAt(['turns', index, 'id'], 'duplicates an earlier message ID')
  if (parentId !== null && !parent)
    throw invalidAt(['turns', index, 'parentId'], 'must refer to an earlier message')
  if (parent?.deleted) throw invalidAt(['turns', index, 'parentId'], 'must not refer to a deleted message')
  if (continues != null && earlier.get(continues)?.role !== 'model')
    throw invalidAt(['turns', index, 'continues'], 'must refer to an earlier response')
}

function decodeMedia(hash: string, { data, mimeType }: ConversationFile['media'][string]) {
  const bytes = Buffer.from(data, 'base64')
  if (createHash('sha256').update(bytes).digest('hex') !== hash)
    throw invalidAt(['media', hash, 'data'], 'doesn’t match its hash')
  return { bytes, mimeType }
}
