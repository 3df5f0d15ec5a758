// What a key means in the prompt, and why a draft cannot be sent.
import type { Draft } from '#shared/schemas/draft'
import { isTooLargeHere, type RequestSize } from '../../../attachments/request-size'
import { formatBytes } from '../../../components/format'
import { isComposing, isPlainEnter, type PressedKey } from '../../../components/keyboard'
import { requestScroll } from '../../../state/focus-requests'
import { readChat } from '../../../state/live-chat'
import { readTexts, writeEdit } from '../thread/turn-edits'

type PromptKey = 'send' | 'editLast' | 'templates'

/** Enter sends, unless it selects a word in an input method. */
export function readPromptKey(pressed: PressedKey, text: string): PromptKey | null {
  if (isPlainEnter(pressed)) return 'send'
  const { key, shiftKey, altKey, ctrlKey, metaKey } = pressed
  if (isComposing(pressed) || ctrlKey || metaKey || text !== '') return null
  if (key === 'ArrowUp' && altKey && !shiftKey) return 'editLast'
  return key === '/' && !altKey ? 'templates' : null
}

interface ToSend {
  readonly draft: Pick<Draft, 'text' | 'attachments' | 'columns'>
  readonly size: RequestSize
  /** Files that are still being uploaded. */
  readonly uploads: number
  /** An answer is running: the prompt would be queued. */
  readonly running: boolean
}

/** Returns a message; empty if there is nothing to send yet, undefined if the draft can be sent. */
export function findSendBlocker({ draft, size, uploads, running }: ToSend): string | undefined {
  if (uploads > 0)
    return uploads === 1 ? 'A file is still being attached.' : `${uploads} files are still being attached.`
  if (!draft.text.trim() && draft.attachments.length === 0) return ''
  if (size.isTooLarge) {
    const what = isTooLargeHere(size) ? 'With the conversation before it, this prompt' : 'This prompt'
    return `${what} travels as ${formatBytes(size.bytes)}, and a request holds ${formatBytes(size.limit)} at the most.`
  }
  if (draft.columns && draft.columns.length < 2) return 'A comparison needs two models or more.'
  if (draft.columns && running) return 'A comparison can be sent once the answer under way has ended.'
  return undefined
}

/** Function results are turns of the user, but not prompts that were typed. */
export function editLastPrompt(conversationId: string) {
  const { branch, turns } = readChat(conversationId)
  const turnId = [...branch].reverse().find((id) => {
    const turn = turns.get(id)
    return turn?.role === 'user' && !turn.parts.some((part) => part.functionResponse)
  })
  const turn = turnId === undefined ? undefined : turns.get(turnId)
  if (!turn) return
  writeEdit(turn.id, readTexts(turn.parts))
  requestScroll({ conversationId, turnId: turn.id })
}
