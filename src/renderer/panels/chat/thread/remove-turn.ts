// Deletes a turn with all that follows it, and offers the way back.
import { toast } from 'sonner'
import type { Turn } from '#shared/schemas/chat'
import { deleteTurn } from '../../../state/chat-actions'
import { focusPrompt } from '../../../state/focus-requests'
import { readChat } from '../../../state/live-chat'
import { tellFailure } from './tell-failure'

export async function removeTurn({ conversationId, id, role }: Turn): Promise<void> {
  const isLast = readChat(conversationId).branch.at(-1) === id
  try {
    const restore = await deleteTurn(conversationId, id)
    // The control that had the focus went with the turn.
    focusPrompt()
    toast(role === 'user' ? 'The prompt was deleted.' : 'The answer was deleted.', {
      ...(isLast ? {} : { description: 'What followed it went with it.' }),
      action: { label: 'Undo', onClick: () => void restore().then(focusPrompt, tellFailure) },
    })
  } catch (error) {
    tellFailure(error)
  }
}
