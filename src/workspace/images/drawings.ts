// Image sessions: a prompt gets several images, each as a separate answer of the chat.

import { findModel, type ModelEntry } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import type { Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import type { ChatService } from '../chat/chat'
import { findConversation } from '../conversations/conversation-rows'
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
