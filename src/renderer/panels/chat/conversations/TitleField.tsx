// Where a conversation's title is changed, in its place in the list.
import { type KeyboardEvent, useState } from 'react'
import type { Conversation } from '#shared/schemas/chat'
import { tellOutcome } from '../../../desktop/tell-outcome'
import { renameConversation } from '../../../session/chat-verbs'

interface TitleFieldProps {
  readonly conversation: Conversation
  /** By a key the focus goes back to the row; otherwise it is elsewhere already. */
  readonly onDone: (byKey: boolean) => void
}

export function TitleField({ conversation, onDone }: TitleFieldProps) {
  const [title, setTitle] = useState(conversation.title)
  const save = (byKey: boolean) => {
    onDone(byKey)
    const typed = title.trim()
    if (typed && typed !== conversation.title) tellOutcome(renameConversation(conversation.id, typed))
  }
  const pressKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    // The keys of the list are not those of the text; and Escape must not stop an answer.
    event.stopPropagation()
    if (event.key === 'Enter') {
      // Else the same key would press the row, which has the focus by then.
      event.preventDefault()
      save(true)
    }
    if (event.key === 'Escape') onDone(true)
  }
  return (
    <input
      ref={(input) => input?.focus()}
      aria-label="Title"
      data-own-escape
      maxLength={200}
      value={title}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTitle(event.target.value)}
      onBlur={() => save(false)}
      onKeyDown={pressKey}
      className="h-8 w-full rounded-md border border-accent bg-raised px-2 outline-none"
    />
  )
}
