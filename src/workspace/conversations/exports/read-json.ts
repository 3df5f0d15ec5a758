// Reads a conversation out of a JSON file: its media are kept, its tree is checked.
import { createHash } from 'node:crypto'
import { createYield } from '../../concurrency/timing'
import type { Media } from '../../media/media'
import { readKeptFile, refuseAt, refuseIssue } from '../../user-data/kept-file'
import type { Tree } from '../insert-copy'
import { bearsMedia, keepMedia } from '../part-media'
import type { CopiedTurn } from '../tree/turn-rows'
import {
  ConversationFile,
  conversationFileKind,
  conversationFileVersion,
  FileTurn,
} from './conversation-file'

const longestTitle = 200

/** Refused, with the place, where anything in it cannot be; then nothing of it is kept. */
export async function readJson(text: string, media: Media, now: number): Promise<Tree> {
  const file = readKeptFile(text, {
    kind: conversationFileKind,
    version: conversationFileVersion,
    name: 'a conversation',
    schema: ConversationFile,
  })
  const turns = await checkTurns(file)
  await keepAllMedia(file, media)
  const { kind, title, createdAt, headTurnId, parameters } = file.conversation
  return {
    conversation: {
      // The file's own value has no defaults filled in: files from before there were kinds are chats.
      kind: kind ?? 'chat',
      title:
        [...title.trim().slice(0, longestTitle * 2)].slice(0, longestTitle).join('') ||
        'Imported conversation',
      createdAt: Math.round(createdAt),
      headTurnId,
      parameters,
      updatedAt: now,
      pinnedAt: null,
    },
    turns: await keepAllInline(turns, media),
  }
}

async function checkTurns({ conversation, turns }: ConversationFile): Promise<FileTurn[]> {
  const pause = createYield()
  const before = new Map<string, FileTurn>()
  for (const [index, turn] of turns.entries()) {
    await pause()
    const read = readTurn(turn, index)
    checkPlace(read, index, before)
    before.set(read.id, read)
  }
  if (conversation.headTurnId !== null && !before.has(conversation.headTurnId))
    throw refuseAt(['conversation', 'headTurnId'], 'names no turn of this file')
  return [...before.values()]
}

/** None before all of them are what they say. */
async function keepAllMedia(file: ConversationFile, media: Media): Promise<void> {
  const pause = createYield()
  const all = Object.entries(file.media)
  for (const [hash, medium] of all) {
    await pause()
    readMedium(hash, medium)
  }
  for (const [hash, medium] of all) {
    const { bytes, mimeType } = readMedium(hash, medium)
    await media.keep(bytes, mimeType)
  }
}

async function keepAllInline(turns: readonly FileTurn[], media: Media): Promise<CopiedTurn[]> {
  const pause = createYield()
  const kept: CopiedTurn[] = []
  for (const turn of turns) {
    await pause()
    kept.push(await keepInline(withWholeTimes(turn), media))
  }
  return kept
}

/** As it stands in the file: unknown fields stay where they are. */
function readTurn(turn: unknown, index: number): FileTurn {
  const result = FileTurn.safeParse(turn)
  if (!result.success) throw refuseIssue(result.error, ['turns', index])
  // The schema has accepted the value itself.
  return turn as FileTurn
}

/** The database holds whole milliseconds. */
function withWholeTimes(turn: FileTurn): FileTurn {
  const { firstToken, firstAnswer, total } = turn.times
  const times = { firstToken: toWhole(firstToken), firstAnswer: toWhole(firstAnswer), total: toWhole(total) }
  return { ...turn, createdAt: Math.round(turn.createdAt), times }
}

function toWhole(span: number | null): number | null {
  return span === null ? null : Math.round(span)
}

/** Files that others have made may hold media in their parts, as the wire does. */
async function keepInline(turn: FileTurn, media: Media) {
  if (!turn.parts.some(bearsMedia)) return turn
  return { ...turn, parts: await Promise.all(turn.parts.map((part) => keepMedia(part, media.keep))) }
}

function checkPlace(
  { id, parentId, continues }: FileTurn,
  index: number,
  before: ReadonlyMap<string, FileTurn>,
): void {
  const parent = parentId === null ? undefined : before.get(parentId)
  if (before.has(id)) throw refuseAt(['turns', index, 'id'], 'is the id of an earlier turn already')
  if (parentId !== null && !parent)
    throw refuseAt(['turns', index, 'parentId'], 'must name a turn that stands before this one')
  if (parent?.deleted) throw refuseAt(['turns', index, 'parentId'], 'must not name a deleted turn')
  if (continues != null && before.get(continues)?.role !== 'model')
    throw refuseAt(['turns', index, 'continues'], 'must name an answer that stands before this one')
}

function readMedium(hash: string, { data, mimeType }: ConversationFile['media'][string]) {
  const bytes = Buffer.from(data, 'base64')
  if (createHash('sha256').update(bytes).digest('hex') !== hash)
    throw refuseAt(['media', hash, 'data'], 'holds other bytes than those of this name')
  return { bytes, mimeType }
}
