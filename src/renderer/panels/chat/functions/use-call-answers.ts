// What followed a turn's calls: the user's results, and what they were sent with.

import { useMemo } from 'react'
import type { Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { findTurn } from '../../../state/fold-chat'
import { useChat, useTurn } from '../../../state/live-chat'
import { countRounds, isFunctionResults } from './function-results'

interface CallAnswers {
  /** Undefined where the next turn holds no results, or has not come yet. */
  readonly results: Turn | undefined
  /** Of the answer to the results: the mocks that were known by then. */
  readonly sentWith: ChatParameters | null | undefined
  /** The conversation went on without results. */
  readonly passedOver: boolean
  readonly round: number
}

export function useCallAnswers({ id, conversationId, ...turn }: Turn): CallAnswers {
  const branch = useChat(conversationId, (chat) => chat.branch)
  // Looked for once: the chat changes every frame while an answer grows, and a branch may be long.
  const at = useMemo(() => branch.lastIndexOf(id), [branch, id])
  const follower = (steps: number) => (at < 0 ? '' : (branch[at + steps] ?? ''))
  const next = useTurn(conversationId, follower(1))
  const results = next && isFunctionResults(next) ? next : undefined
  const answerId = follower(2)
  const sentWith = useChat(conversationId, (chat) => findTurn(chat, answerId)?.parameters)
  const round = useChat(conversationId, (chat) => countRounds(turn, (each) => findTurn(chat, each)))
  return { results, sentWith, passedOver: next !== undefined && !results, round }
}
