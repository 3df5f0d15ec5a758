// Where in a drawing a step may stand: at its beginning, or after an answer that has come whole.
import { ApiError } from '#shared/schemas/api-error'
import { findConversation } from '../conversations/conversation-rows'
import { findTurns } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'

interface Place {
  readonly conversationId: string | null
  readonly after: string | null
}

export function checkPlace(connection: Connection, { conversationId, after }: Place): void {
  if (conversationId === null) {
    if (after !== null) throw refuse('after', 'a new drawing has no answer yet that could be edited')
    return
  }
  const { kind } = findConversation(connection, conversationId)
  if (kind !== 'images') throw refuse('conversationId', 'names a chat, not a drawing')
  if (after === null) return
  const [answer] = findTurns(connection, conversationId, [after])
  if (!answer) throw refuse('after', 'names no answer of this drawing')
  const { role, state } = answer
  if (role !== 'model') throw refuse('after', 'names an instruction; only an answer can be edited')
  if (state === 'running') throw refuse('after', 'names an answer that is still under way')
  if (state !== 'complete')
    throw refuse('after', 'names an answer that did not come whole; try it again first')
}

function refuse(param: string, reason: string): ApiError {
  return new ApiError('FAILED_PRECONDITION', `${param}: ${reason}`, { param })
}
