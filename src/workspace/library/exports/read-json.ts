// Reads a conversation out of a JSON file: its media are kept, its tree is checked.
import { createHash } from 'node:crypto'
import { bearsMedia, keepMedia } from '../../runs/chat/part-media'
import type { Media } from '../../storage/media'
import type { Tree } from '../insert-copy'
import { readKeptFile, refuseAt } from '../kept-file'
import { ConversationFile, conversationFileKind, conversationFileVersion } from './conversation-file'

const longestTitle = 200

/** Refused, with the place, where anything in it cannot be; then nothing of it is kept. */
export async function readJson(text: string, media: Media, now: number): Promise<Tree> {
  const file = readKeptFile(text, {
    kind: conversationFileKind,
    version: conversationFileVersion,
    name: 'a conversation',
    schema: ConversationFile,
  })
  checkTree(file)
  const bytes = Object.entries(file.media).map(([hash, medium]) => readMedium(hash, medium))
  for (const medium of bytes) await media.keep(medium.bytes, medium.mimeType)
  const { title, createdAt, headTurnId, parameters } = file.conversation
  return {
    conversation: {
      title:
        [...title.trim().slice(0, longestTitle * 2)].slice(0, longestTitle).join('') ||
        'Imported conversation',
      createdAt: Math.round(createdAt),
      headTurnId,
      parameters,
      updatedAt: now,
      pinnedAt: null,
    },
    turns: await Promise.all(file.turns.map((turn) => keepInline(withWholeTimes(turn), media))),
  }
}

type FileTurn = ConversationFile['turns'][number]

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
  return { ...turn, parts: await Promise.all(turn.parts.map((part) => keepMedia(part, media))) }
}

function checkTree({ conversation, turns }: ConversationFile): void {
  const before = new Map<string, FileTurn>()
  for (const [index, turn] of turns.entries()) {
    const { id, parentId, continues } = turn
    const parent = parentId === null ? undefined : before.get(parentId)
    if (before.has(id)) throw refuseAt(['turns', index, 'id'], 'is the id of an earlier turn already')
    if (parentId !== null && !parent)
      throw refuseAt(['turns', index, 'parentId'], 'must name a turn that stands before this one')
    if (parent?.deleted) throw refuseAt(['turns', index, 'parentId'], 'must not name a deleted turn')
    if (continues != null && before.get(continues)?.role !== 'model')
      throw refuseAt(['turns', index, 'continues'], 'must name an answer that stands before this one')
    before.set(id, turn)
  }
  if (conversation.headTurnId !== null && !before.has(conversation.headTurnId))
    throw refuseAt(['conversation', 'headTurnId'], 'names no turn of this file')
}

function readMedium(hash: string, { data, mimeType }: ConversationFile['media'][string]) {
  const bytes = Buffer.from(data, 'base64')
  if (createHash('sha256').update(bytes).digest('hex') !== hash)
    throw refuseAt(['media', hash, 'data'], 'holds other bytes than those of this name')
  return { bytes, mimeType }
}
