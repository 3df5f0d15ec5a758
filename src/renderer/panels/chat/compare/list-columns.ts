// The answers of one comparison, which stand side by side until one of them is kept.
import { findTurn, type LiveChat } from '../../../state/fold-chat'

/** Empty where the turn is compared with no other that is here. */
export function listColumns(chat: LiveChat, turnId: string): readonly string[] {
  const comparison = findTurn(chat, turnId)?.comparison
  if (!comparison) return []
  const compared = (chat.alternates[turnId] ?? []).filter(
    (id) => findTurn(chat, id)?.comparison === comparison,
  )
  return compared.length > 1 ? compared : []
}
