// What an answer is requested with: the branch up to it, and whether its function calls can be continued automatically.
import type { ModelEntry } from '#shared/models/catalog'
import type { Turn } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import { findContinued, readBranch } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import type { ChatRequestInput } from './chat-request'

export interface AnswerInputPorts {
  readonly connection: Connection
  /** The catalog's and the user's own, as they are now. */
  readonly models: () => readonly ModelEntry[]
}

/** Of an answer that is kept already, in progress or long ended. */
export function readAnswerInput({ connection, models }: AnswerInputPorts, answer: Turn): ChatRequestInput {
  const branch = answer.parentId === null ? [] : readBranch(connection, answer.parentId)
  const parameters = answer.parameters ?? { model: answer.model ?? '' }
  const continued = findContinued(connection, answer.id)
  const asked = { parameters, models: models() }
  return continued ? { ...asked, branch: [...branch, continued], goOn: true } : { ...asked, branch }
}

export function hasCalls(turn: Pick<Turn, 'parts'>): boolean {
  return turn.parts.some(({ functionCall }) => functionCall)
}

/**
 * All results in one turn, in the order of the calls, each with its call's id where that has one. Undefined if the
 * user is to answer: mocks are off, or one of the calls has none.
 */
export function answerWithMocks({
  parts,
  parameters,
}: Pick<Turn, 'parts' | 'parameters'>): Part[] | undefined {
  const settings = parameters?.functions
  if (!settings?.on || !settings.answerWithMocks) return undefined
  const results: Part[] = []
  for (const { functionCall } of parts) {
    if (!functionCall) continue
    const { id, name } = functionCall
    const mock = settings.mocks.find((candidate) => candidate.name === name)
    if (!mock) return undefined
    results.push({ functionResponse: { ...(id === undefined ? {} : { id }), name, response: mock.response } })
  }
  return results.length > 0 ? results : undefined
}
