// What an answer was asked for with: its branch and its parameters.
import type { ModelEntry } from '#shared/models/catalogue'
import type { Turn } from '#shared/schemas/chat'
import { findContinued, readBranch } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import type { Question } from './chat-request'

export interface QuestionPorts {
  readonly connection: Connection
  /** The catalogue's and the user's own, as they are now. */
  readonly models: () => readonly ModelEntry[]
}

/** Of an answer that is kept already, under way or long ended. */
export function readQuestion({ connection, models }: QuestionPorts, answer: Turn): Question {
  const branch = answer.parentId === null ? [] : readBranch(connection, answer.parentId)
  const parameters = answer.parameters ?? { model: answer.model ?? '' }
  const continued = findContinued(connection, answer.id)
  const asked = { parameters, models: models() }
  return continued ? { ...asked, branch: [...branch, continued], goOn: true } : { ...asked, branch }
}
