// The search in the open chat: by the find bar, or as the hit of a search over all chats.
import { create } from 'zustand'

interface Finding {
  readonly conversationId: string
  /** Any of them is marked. */
  readonly terms: readonly string[]
  /** A new object each time the bar is requested, so that its field gets the focus again; null if it is closed. */
  readonly bar: { readonly opener: Element | null } | null
  /** The turn found by a search over all chats. */
  readonly hit: string | null
}

export const useFinding = create<{ finding: Finding | null }>()(() => ({ finding: null }))

/** Starts with the text that is selected in the thread, if it is one line. */
export function openFindBar(conversationId: string) {
  const { finding } = useFinding.getState()
  const before = finding?.conversationId === conversationId ? finding : null
  const selected = readSelected()
  const terms = selected ? [selected] : before?.bar ? before.terms : []
  const opener = before?.bar ? before.bar.opener : document.activeElement
  useFinding.setState({ finding: { conversationId, terms, bar: { opener }, hit: null } })
}

export function changeFindText(text: string) {
  useFinding.setState(({ finding }) => ({ finding: finding && { ...finding, terms: [text] } }))
}

export function markHit(conversationId: string, turnId: string, terms: readonly string[]) {
  useFinding.setState({ finding: { conversationId, terms, bar: null, hit: turnId } })
}

export function endFinding() {
  useFinding.setState({ finding: null })
}

const maxSelectedLength = 200

function readSelected(): string {
  const selection = getSelection()
  const isInThread = selection?.anchorNode?.parentElement?.closest('[data-turn]')
  const text = isInThread ? selection?.toString().trim() : ''
  return text && text.length <= maxSelectedLength && !text.includes('\n') ? text : ''
}
