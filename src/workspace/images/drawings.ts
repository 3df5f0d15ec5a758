// Image sessions: a prompt gets several images, each as a separate answer of the chat.

import { findModel, type ModelEntry } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import type { ChatService } from '../chat/chat'
import { findConversation } from '../conversations/conversation-rows'
import { findTurns } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'

interface DrawingPorts extends Pick<ChatService, 'prompt'> {
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

/** Prompt and answers are on the disk when this returns; `turnIds` are the answers'. */
export function drawStep(ports: DrawingPorts, step: Step): ReturnType<ChatService['prompt']> {
  const { conversationId, after, parts, parameters, variations } = step
  const model = findImageModel(parameters.model, ports.models())
  checkReferences(parts, model)
  checkAfter(ports.connection, { conversationId, after })
  return ports.prompt({
    kind: 'images',
    conversationId,
    parentId: after,
    parts,
    columns: toColumns(supportedParameters(parameters, model), variations),
    compared: false,
  })
}

const maxSeed = 2_147_483_647

/** A seed determines one image, so each variation gets the next one and saves it for a repetition. */
function toColumns(parameters: ChatParameters, variations: number): ChatParameters[] {
  const { seed } = parameters
  return Array.from({ length: variations }, (_, index) => {
    if (seed === undefined) return parameters
    const next = seed + index
    return { ...parameters, seed: next > maxSeed ? next - 2 ** 32 : next }
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

function checkAfter(
  connection: Connection,
  { conversationId, after }: { conversationId: string | null; after: string | null },
): void {
  if (conversationId === null) {
    if (after !== null) throw invalidStep('after', 'a new session has no image to edit yet')
    return
  }
  const { kind } = findConversation(connection, conversationId)
  if (kind !== 'images') throw invalidStep('conversationId', 'refers to a chat, not an image session')
  if (after === null) return
  const [answer] = findTurns(connection, conversationId, [after])
  if (!answer) throw invalidStep('after', 'doesn’t refer to a response in this session')
  const { role, state } = answer
  if (role !== 'model') throw invalidStep('after', 'refers to a prompt; only a response can be edited')
  if (state === 'running') throw invalidStep('after', 'refers to a response that’s still being generated')
  if (state !== 'complete') throw invalidStep('after', 'refers to an incomplete response; retry it first')
}

function invalidStep(param: string, reason: string): ApiError {
  return new ApiError('FAILED_PRECONDITION', `${param}: ${reason}`, { param })
}
