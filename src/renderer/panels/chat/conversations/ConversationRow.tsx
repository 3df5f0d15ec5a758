// One conversation in the list: open it, rename it, and the menu of its actions.
import { Clock, Pin } from 'lucide-react'
import { memo, useRef } from 'react'
import type { Conversation } from '#shared/schemas/chat'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { joinClasses } from '../../../components/join-classes'
import { RowMenuButton } from '../../../components/ListItem'
import { ContextMenu } from '../../../components/Menu'
import { entry } from '../../../components/move-focus'
import { RenameField, useRenaming } from '../../../components/RenameField'
import { Tooltip } from '../../../components/Tooltip'
import { isCommandKey } from '../../../state/keymap'
import { prefetchChat } from '../../../state/live-chat'
import { listConversationItems } from './conversation-menu'

interface ConversationRowProps {
  readonly conversation: Conversation
  readonly age: string
  readonly open: boolean
  /** Tab reaches this row; the arrow keys move to the others. */
  readonly tabbable: boolean
  readonly onFocus: (conversationId: string) => void
  readonly selected: boolean
  /** Some conversations are selected. */
  readonly selecting: boolean
  /** The folder that contains it is under the pointer of a drag. */
  readonly isDropTarget: boolean
}

/** Places the tooltip beyond the row's age and actions, which it must not cover. */
const tooltipOffset = 48

export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { conversation, age, open, tabbable, onFocus, selected, selecting, isDropTarget } = props
  const { id, folderId } = conversation
  const { renaming, startRenaming, endRenaming, returnFocus } = useRenaming()
  const title = useRef<HTMLSpanElement>(null)
  if (renaming) {
    return (
      <RenameField
        label="Title"
        name={conversation.title}
        onRename={(typed) => toastOutcome(desktop.conversations.rename({ conversationId: id, title: typed }))}
        onDone={endRenaming}
      />
    )
  }
  const tabIndex = tabbable ? 0 : -1
  const menuLabel = `Actions for “${conversation.title}”`
  const items = listConversationItems(conversation, { onRename: startRenaming, isRow: true })
  return (
    <ContextMenu label={menuLabel} items={items}>
      <div
        data-id={id}
        data-in-folder={folderId ?? ''}
        draggable
        className={joinClasses(
          'group relative flex h-8 items-center rounded-md pr-1 focus-within:bg-hover hover:bg-hover',
          folderId !== null && 'ml-3.5',
          selected || isDropTarget ? 'bg-accent-wash' : open && 'bg-hover',
        )}
      >
        {selecting && (
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select “${conversation.title}”`}
            checked={selected}
            readOnly
            className="ml-2"
          />
        )}
        <Tooltip
          label={conversation.title}
          side="right"
          offset={tooltipOffset}
          shouldOpen={() => isTruncated(title.current)}
        >
          <button
            ref={returnFocus}
            type="button"
            {...entry}
            tabIndex={tabIndex}
            onFocus={() => onFocus(id)}
            aria-current={open ? 'true' : undefined}
            onPointerDown={({ button, ctrlKey, metaKey, shiftKey }) =>
              button === 0 && !(ctrlKey || metaKey || shiftKey) && prefetchChat(id)
            }
            onDoubleClick={startRenaming}
            onKeyDown={(event) => isCommandKey(event, 'list.rename') && startRenaming()}
            className={joinClasses(
              'flex h-full min-w-0 flex-1 items-center gap-2 rounded-md pl-2 text-left focus-visible:outline-offset-[-2px]',
              open ? 'font-medium text-ink' : 'text-soft',
            )}
          >
            <Marks conversation={conversation} />
            <span ref={title} dir="auto" className="truncate">
              {conversation.title}
            </span>
          </button>
        </Tooltip>
        {/* The menu's button covers its end. */}
        <span className="shrink-0 px-1 text-faint text-xs tabular-nums group-focus-within:opacity-0 group-hover:opacity-0 group-has-data-[state=open]:opacity-0">
          {age}
        </span>
        <RowMenuButton label={menuLabel} items={items} tabIndex={tabIndex} />
      </div>
    </ContextMenu>
  )
})

function Marks({
  conversation: { running, queued, pinnedAt, folderId },
}: Pick<ConversationRowProps, 'conversation'>) {
  const waiting = queued.length === 1 ? '1 prompt queued' : `${queued.length} prompts queued`
  return (
    <>
      {pinnedAt !== null && folderId !== null && (
        <Pin size={12} role="img" aria-label="Pinned" className="shrink-0 text-faint" />
      )}
      {running && (
        <span
          role="img"
          aria-label="Generating"
          className="size-1.5 shrink-0 animate-breathe rounded-full bg-accent"
        />
      )}
      {queued.length > 0 && (
        <Clock size={12} role="img" aria-label={waiting} className="shrink-0 text-faint" />
      )}
    </>
  )
}

function isTruncated(element: HTMLElement | null): boolean {
  return element !== null && element.scrollWidth > element.clientWidth
}
