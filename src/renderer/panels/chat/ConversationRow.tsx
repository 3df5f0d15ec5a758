// One conversation in the list.
import { Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { toast } from 'sonner'
import type { Conversation } from '#shared/schemas/chat'
import { describeError } from '../../desktop/describe-error'
import { formatAge } from '../../kit/format'
import { IconButton } from '../../kit/IconButton'
import { joinClasses } from '../../kit/join-classes'
import { deleteConversation, renameConversation } from '../../session/chat-verbs'
import { openConversation } from '../../session/navigation'

interface ConversationRowProps {
  readonly conversation: Conversation
  readonly open: boolean
}

const tell = (error: unknown) => toast.error(describeError(error))

export function ConversationRow({ conversation, open }: ConversationRowProps) {
  const [renaming, setRenaming] = useState(false)
  const returning = useRef(false)
  const endRenaming = (byKey: boolean) => {
    returning.current = byKey
    setRenaming(false)
  }
  const returnFocus = (button: HTMLButtonElement | null) => {
    if (!button || !returning.current) return
    returning.current = false
    button.focus()
  }
  if (renaming) return <TitleField conversation={conversation} onDone={endRenaming} />
  return (
    <div
      className={joinClasses(
        'group flex h-8 items-center rounded-md pr-1 focus-within:bg-hover hover:bg-hover',
        open && 'bg-hover',
      )}
    >
      <button
        ref={returnFocus}
        type="button"
        aria-current={open ? 'true' : undefined}
        onClick={() => openConversation(conversation.id)}
        onDoubleClick={() => setRenaming(true)}
        onKeyDown={(event) => event.key === 'F2' && setRenaming(true)}
        className={joinClasses(
          'flex h-full min-w-0 flex-1 items-center gap-2 rounded-md pl-2 text-left',
          open ? 'font-medium text-ink' : 'text-soft',
        )}
      >
        {conversation.running && (
          <span
            role="img"
            aria-label="Answer under way"
            className="size-1.5 shrink-0 animate-breathe rounded-full bg-accent"
          />
        )}
        <span className="truncate">{conversation.title}</span>
      </button>
      <span className="shrink-0 px-1 text-faint text-xs tabular-nums group-focus-within:hidden group-hover:hidden">
        {formatAge(conversation.updatedAt, Date.now())}
      </span>
      <span className="hidden group-focus-within:flex group-hover:flex">
        <IconButton
          size="small"
          label={`Rename “${conversation.title}”`}
          icon={Pencil}
          onClick={() => setRenaming(true)}
        />
        <IconButton
          size="small"
          label={`Delete “${conversation.title}”`}
          icon={Trash2}
          onClick={() => void remove(conversation)}
        />
      </span>
    </div>
  )
}

async function remove({ id, title }: Conversation) {
  try {
    const restore = await deleteConversation(id)
    toast(`“${title}” was deleted.`, {
      action: { label: 'Undo', onClick: () => void restore().catch(tell) },
    })
  } catch (error) {
    tell(error)
  }
}

interface TitleFieldProps {
  readonly conversation: Conversation
  /** By a key the focus goes back to the row; otherwise it is elsewhere already. */
  readonly onDone: (byKey: boolean) => void
}

function TitleField({ conversation, onDone }: TitleFieldProps) {
  const [title, setTitle] = useState(conversation.title)
  const save = (byKey: boolean) => {
    onDone(byKey)
    const typed = title.trim()
    if (typed && typed !== conversation.title) renameConversation(conversation.id, typed).catch(tell)
  }
  const pressKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') save(true)
    if (event.key !== 'Escape') return
    // Escape ends the renaming here and must not stop an answer.
    event.stopPropagation()
    onDone(true)
  }
  return (
    <input
      ref={(input) => input?.focus()}
      aria-label="Title"
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
