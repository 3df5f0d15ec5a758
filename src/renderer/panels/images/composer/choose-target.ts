// Which answer's picture the next step edits.
import { findTurn, type LiveChat } from '../../../state/fold-chat'
import { findFinalPicture } from '../steps/read-variation'

/**
 * What was chosen by hand, as long as it can be edited; null begins anew. Where nothing was chosen, the last picture
 * of the branch: a step that brought none is passed over.
 */
export function chooseTarget(chat: LiveChat, chosen: string | null | undefined): string | null {
  if (chosen === null) return null
  if (chosen !== undefined && findFinalPicture(findTurn(chat, chosen))) return chosen
  return [...chat.branch].reverse().find((id) => findFinalPicture(findTurn(chat, id))) ?? null
}
