// Image sessions: a prompt gets several images, each as a separate answer of the chat.
import { findModel, type ModelEntry } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import type { DrawingStep, Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import type { ChatService } from '../chat/chat'
import { findConversation } from '../conversations/conversation-rows'
import { readShape } from '../conversations/tree/tree-rows'
import { findTurns } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import { toColumns } from './queued-steps'

interface DrawingPorts extends Pick<ChatService, 'prompt' | 'queue'> {
  readonly connection: Connection
  /** The catalog's models and the user's, from the current settings. */
  readonly models: () => readonly ModelEntry[]
}

export interface Step {
  /** Null starts a new drawing. */
  readonly conversationId: string | null
  /** The answer whose image is edited; null for the first step. */
  readonly after: string | null
  readonly parts: readonly Part[]
  readonly parameters: ChatParameters
  readonly variations: number
}

/**
 * Prompt and answers are on the disk when this returns; `turnIds` are the answers'. A step after an answer that is
 * still being generated is queued, and edits its result.
 */
export function drawStep(ports: DrawingPorts, step: Step): ReturnType<ChatService['prompt']> {
  const { conversationId, after, parts, parameters, variations } = step
  const model = findImageModel(parameters.model, ports.models())
  checkReferences(parts, model)
  const edited = findEdited(ports.connection, { conversationId, after })
  const supported = supportedParameters(parameters, model)
  if (conversationId !== null && edited?.state === 'running') {
    const step = { promptId: edited.parentId ?? '', variations }
    ports.queue({ conversationId, parts, parameters: supported, step })
    return { conversationId, turnIds: [] }
  }
  return ports.prompt({
    kind: 'images',
    conversationId,
    parentId: after,
    parts,
    columns: toColumns(supported, variations),
    compared: false,
  })
}

function findImageModel(name: string, models: readonly ModelEntry[]): ModelEntry {
  const model = findModel(name, models)
  if (model?.kind === 'image') return model
  const reason = model ? `${model.displayName} doesn’t generate images` : `model ${name} not found`
  throw new ApiError('INVALID_ARGUMENT', `parameters.model: ${reason}; choose an image model`, {
    param: 'parameters.model',
  })
}

/** Throws with the path of the first reference over the limit. */
function checkReferences(parts: readonly Part[], { displayName, maxReferences }: ModelEntry): void {
  if (maxReferences === undefined) return
  const positions = parts.flatMap((part, index) => (isReference(part) ? [index] : []))
  const extra = positions[maxReferences]
  if (extra === undefined) return
  const path = `parts[${extra}]`
  const message = `${path}: ${displayName} accepts up to ${maxReferences} reference images, but got ${positions.length}`
  throw new ApiError('INVALID_ARGUMENT', message, { param: path })
}

function isReference(part: Part): boolean {
  return [part.inlineData, part.inline_data, part.fileData, part.file_data].some((file) => file !== undefined)
}

/** Removes parameters that the model does not have, so that the saved ones were really sent. */
function supportedParameters(
  { aspectRatio, imageSize, ...parameters }: ChatParameters,
  { aspectRatios, imageSizes }: ModelEntry,
): ChatParameters {
  return {
    ...parameters,
    ...(aspectRatios && aspectRatio !== undefined ? { aspectRatio } : {}),
    ...(imageSizes && imageSize !== undefined ? { imageSize } : {}),
  }
}

/** Throws if the answer cannot be edited, now or once it has been generated. */
function findEdited(
  connection: Connection,
  { conversationId, after }: { conversationId: string | null; after: string | null },
): Turn | undefined {
  if (conversationId === null) {
    if (after !== null) throw invalidStep('after', 'a new session has no image to edit yet')
    return undefined
  }
  const { kind } = findConversation(connection, conversationId)
  if (kind !== 'images') throw invalidStep('conversationId', 'refers to a chat, not an image session')
  if (after === null) return undefined
  const [answer] = findTurns(connection, conversationId, [after])
  if (!answer) throw invalidStep('after', 'doesn’t refer to a response in this session')
  const { role, state } = answer
  if (role !== 'model') throw invalidStep('after', 'refers to a prompt; only a response can be edited')
  if (state !== 'complete' && state !== 'running')
    throw invalidStep('after', 'refers to an incomplete response; retry it first')
  return answer
}

function invalidStep(param: string, reason: string): ApiError {
  return new ApiError('FAILED_PRECONDITION', `${param}: ${reason}`, { param })
}

interface TurnRow {
  readonly id: string
  readonly role: string
  /** The start of a prompt's first text. */
  readonly text: string | null
  readonly media: string | null
  /** Another type if the row is damaged. */
  readonly mimeType: unknown
}

const maxTextLength = 200

/** Throws if the conversation is missing. */
export function listSteps(connection: Connection, conversationId: string): DrawingStep[] {
  findConversation(connection, conversationId)
  const shape = readShape(connection, conversationId)
  const steps = new Map<string, DrawingStep>()
  for (const { id, role, text, media, mimeType } of readTurns(connection, conversationId)) {
    const parentId = shape.get(id)
    // Its ancestor has been deleted.
    if (parentId === undefined) continue
    if (role === 'user') {
      steps.set(id, { promptId: id, parentId, text: toLine(text ?? ''), variations: [] })
    } else {
      const picture =
        media === null ? null : { media, mimeType: typeof mimeType === 'string' ? mimeType : '' }
      steps.get(parentId ?? '')?.variations.push({ id, picture })
    }
  }
  return [...steps.values()]
}

function toLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

/** With the last image of each answer, which is its result. A damaged prompt has no text. */
function readTurns(connection: Connection, conversationId: string): TurnRow[] {
  return connection.all<TurnRow>(
    `SELECT turns.id, role, items.media, items.mime_type AS mimeType,
        CASE WHEN role = 'user' AND json_valid(parts) THEN (
          SELECT substr(line, 1, ${maxTextLength}) FROM (
            SELECT CASE type WHEN 'object' THEN json_extract(value, '$.text') END AS line FROM json_each(turns.parts)
          ) WHERE line IS NOT NULL LIMIT 1) END AS text
      FROM turns LEFT JOIN items ON items.seq = (
        SELECT max(found.seq) FROM media_refs AS refs
          CROSS JOIN items AS found ON found.media = lower(hex(refs.media)) AND found.turn_id = turns.id
          WHERE refs.owner_kind = 'turn' AND refs.owner = +turns.seq AND found.deleted_at IS NULL AND file = 'here')
      WHERE turns.conversation_id = ? AND turns.deleted_at IS NULL ORDER BY turns.seq`,
    [conversationId],
  )
}
