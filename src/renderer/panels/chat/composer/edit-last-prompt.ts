// Opens the last prompt of the branch for editing.
import { readChat } from '../../../state/live-chat'
import { wishToSee } from '../../../state/thread-place'
import { readTexts, writeEdit } from '../thread/turn-edits'

/** Answers with function results are no prompts that were written. */
export function editLastPrompt(conversationId: string) {
  const { branch, turns } = readChat(conversationId)
  const turnId = [...branch].reverse().find((id) => {
    const turn = turns.get(id)
    return turn?.role === 'user' && !turn.parts.some((part) => part.functionResponse)
  })
  const turn = turnId === undefined ? undefined : turns.get(turnId)
  if (!turn) return
  writeEdit(turn.id, readTexts(turn.parts))
  wishToSee({ conversationId, turnId: turn.id })
}
