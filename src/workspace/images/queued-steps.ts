// Follow-ups: steps that wait until the image that they edit has been generated.
import { ApiError } from '#shared/schemas/api-error'
import type { QueuedStep, Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { type PromptPorts, type SavedTurns, savePrompt } from '../chat/save-turns'
import { findConversation } from '../conversations/conversation-rows'
import { hasGeneratedMedia } from '../conversations/part-media'
import { listBranch, readShape } from '../conversations/tree/tree-rows'
import { findTurns } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'

const maxSeed = 2_147_483_647

/** A seed determines one image, so each variation gets the next one and saves it for a repetition. */
export function toColumns(parameters: ChatParameters, variations: number): ChatParameters[] {
  const { seed } = parameters
  return Array.from({ length: variations }, (_, index) => {
    if (seed === undefined) return parameters
    const next = seed + index
    return { ...parameters, seed: next > maxSeed ? next - 2 ** 32 : next }
  })
}

/**
 * The step as it can be queued now, given the running answers of its drawing: if its image has been generated since, it
 * waits for the step that continues from it. Throws if nothing would ever send it.
 */
export function toPendingStep(
  connection: Connection,
  running: readonly Pick<Turn, 'id' | 'parentId'>[],
  step: QueuedStep,
): QueuedStep {
  if (running.some(({ parentId }) => parentId === step.promptId)) return step
  const next = running.find(({ id }) => listBranch(connection, id).includes(step.promptId))
  if (next?.parentId) return { ...step, promptId: next.parentId }
  const message = 'The image that this prompt edits is no longer being generated.'
  throw new ApiError('FAILED_PRECONDITION', message, { param: 'step' })
}

/** Saves the first step that waits for the result of this variation's step. Without a result, it stays queued. */
export function saveQueuedStep(ports: PromptPorts, ended: Turn): SavedTurns | undefined {
  const { connection } = ports
  const { conversationId, parentId: promptId } = ended
  const { queued, headTurnId } = findConversation(connection, conversationId)
  const next = queued.find(({ step }) => step && step.promptId === promptId)
  if (!next?.step) return undefined
  const shape = readShape(connection, conversationId)
  const ids = [...shape].flatMap(([id, parent]) => (parent === promptId ? [id] : []))
  const branch = headTurnId === null ? [] : listBranch(connection, headTurnId)
  const result = findResult(findTurns(connection, conversationId, ids), branch)
  if (!result) return undefined
  return savePrompt(ports, {
    conversationId,
    parentId: result.id,
    parts: next.parts,
    columns: toColumns(next.parameters, next.step.variations),
    compared: false,
    queuedId: next.id,
    // The user may have continued from another image since.
    preservesHead: !ids.some((id) => branch.includes(id)),
  })
}

/** The selected variation as soon as it has an image, otherwise the first one with an image once all have ended. */
function findResult(variations: readonly Turn[], branch: readonly string[]): Turn | undefined {
  const usable = variations.filter(
    ({ state, parts }) => state === 'complete' && parts.some(hasGeneratedMedia),
  )
  const selected = usable.find(({ id }) => branch.includes(id))
  if (selected) return selected
  return variations.some(({ state }) => state === 'running') ? undefined : usable[0]
}
