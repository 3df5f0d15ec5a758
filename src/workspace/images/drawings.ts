// Image sessions: one prompt, several images for it, each an answer of its own; the chat does the rest.

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
  /** The catalog's and the user's own, as they are now. */
  readonly models: () => readonly ModelEntry[]
}

export interface Step {
  /** Null begins a new drawing. */
  readonly conversationId: string | null
  /** The answer whose picture is edited; null is at the beginning. */
  readonly after: string | null
  readonly parts: readonly Part[]
  readonly parameters: ChatParameters
  readonly variations: number
}

/** Instruction and answers are on the disk when this returns; `turnIds` are the answers'. */
export function drawStep(ports: DrawingPorts, step: Step): ReturnType<ChatService['prompt']> {
  const { conversationId, after, parts, parameters, variations } = step
  const model = findImageModel(parameters.model, ports.models())
  checkReferences(parts, model)
  checkPlace(ports.connection, { conversationId, after })
  return ports.prompt({
    kind: 'images',
    conversationId,
    parentId: after,
    parts,
    columns: toColumns(toTaken(parameters, model), variations),
    compared: false,
  })
}

const maxSeed = 2_147_483_647

/** One seed draws one image: each variation has the next one and records it, so that it can be drawn again. */
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

/** Refused with the place of the first one too many. */
function checkReferences(
  parts: readonly Part[],
  { displayName, maxReferences: mostReferences }: ModelEntry,
): void {
  if (mostReferences === undefined) return
  const places = parts.flatMap((part, index) => (isReference(part) ? [index] : []))
  const surplus = places[mostReferences]
  if (surplus === undefined) return
  const place = `parts[${surplus}]`
  const message = `${place}: ${displayName} accepts up to ${mostReferences} reference images, but got ${places.length}`
  throw new ApiError('INVALID_ARGUMENT', message, { param: place })
}

function isReference(part: Part): boolean {
  return [part.inlineData, part.inline_data, part.fileData, part.file_data].some((file) => file !== undefined)
}

/** Without parameters that the model does not have: what is saved is what was requested. */
function toTaken(
  { aspectRatio, imageSize, ...parameters }: ChatParameters,
  { aspectRatios, imageSizes }: ModelEntry,
): ChatParameters {
  return {
    ...parameters,
    ...(aspectRatios && aspectRatio !== undefined ? { aspectRatio } : {}),
    ...(imageSizes && imageSize !== undefined ? { imageSize } : {}),
  }
}

function checkPlace(
  connection: Connection,
  { conversationId, after }: { conversationId: string | null; after: string | null },
): void {
  if (conversationId === null) {
    if (after !== null) throw refuse('after', 'a new session has no image to edit yet')
    return
  }
  const { kind } = findConversation(connection, conversationId)
  if (kind !== 'images') throw refuse('conversationId', 'refers to a chat, not an image session')
  if (after === null) return
  const [answer] = findTurns(connection, conversationId, [after])
  if (!answer) throw refuse('after', 'doesn’t refer to a response in this session')
  const { role, state } = answer
  if (role !== 'model') throw refuse('after', 'refers to a prompt; only a response can be edited')
  if (state === 'running') throw refuse('after', 'refers to a response that’s still being generated')
  if (state !== 'complete') throw refuse('after', 'refers to an incomplete response; retry it first')
}

function refuse(param: string, reason: string): ApiError {
  return new ApiError('FAILED_PRECONDITION', `${param}: ${reason}`, { param })
}
