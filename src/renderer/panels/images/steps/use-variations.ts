// The turns of a step's variations, the same list as long as none of them changes.
import { useRef } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { findTurn, type LiveChat } from '../../../state/fold-chat'
import { useChat } from '../../../state/live-chat'

type Turns = readonly (Turn | undefined)[]

/** Undefined in the place of one that has not been fetched. */
export function useVariations(drawingId: string, ids: readonly string[]): Turns {
  const kept = useRef<Turns>([])
  return useChat(drawingId, (chat) => {
    kept.current = keepSame(kept.current, listTurns(chat, ids))
    return kept.current
  })
}

function listTurns(chat: LiveChat, ids: readonly string[]): Turns {
  return ids.map((id) => findTurn(chat, id))
}

function keepSame(before: Turns, now: Turns): Turns {
  const isSame = before.length === now.length && now.every((turn, at) => turn === before[at])
  return isSame ? before : now
}
