// One drawing in the list: its first picture, its title and its number of steps.
import { Brush, Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { Conversation } from '#shared/schemas/chat'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { joinClasses } from '../../../components/join-classes'
import { ContextMenu, type MenuItem } from '../../../components/Menu'
import { entry } from '../../../components/move-focus'
import { RenameField, useRenaming } from '../../../components/RenameField'
import { RowMenuButton } from '../../../components/RowMenuButton'
import { bestMatch } from '../../../components/searched-list-keys'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import { deleteConversation } from '../../../state/chat-actions'
import { isCommandKey, keysOf } from '../../../state/keymap'
import { openDrawing } from '../../../state/navigation'
import { toastUndo } from '../../../state/undo'

interface DrawingRowProps {
  readonly drawing: Conversation
  readonly description: string
  readonly open: boolean
  /** Tab reaches this row; the arrow keys move to the others. */
  readonly tabbable: boolean
  /** Enter in the search field opens it. */
  readonly best: boolean
  readonly onFocus: (drawingId: string) => void
}

export const DrawingRow = memo(function DrawingRow(props: DrawingRowProps) {
  const { drawing, description, open, tabbable, best, onFocus } = props
  const { renaming, startRenaming, endRenaming, returnFocus } = useRenaming()
  const { id, title, running } = drawing
  if (renaming) {
    return (
      <div className="flex h-12 items-center">
        <RenameField
          label="Title"
          name={title}
          onRename={(typed) =>
            toastOutcome(desktop.conversations.rename({ conversationId: id, title: typed }))
          }
          onDone={endRenaming}
        />
      </div>
    )
  }
  const tabIndex = tabbable ? 0 : -1
  const label = `Actions for “${title}”`
  const items: MenuItem[] = [
    { name: 'Rename', icon: Pencil, ...keysOf('list.rename'), onSelect: startRenaming },
    {
      name: 'Delete',
      icon: Trash2,
      danger: true,
      hasSeparator: true,
      onSelect: () => toastOutcome(remove(drawing)),
    },
  ]
  return (
    <ContextMenu label={label} items={items}>
      <div
        className={joinClasses(
          'group relative flex h-12 items-center rounded-md pr-1.5 focus-within:bg-hover hover:bg-hover',
          open && 'bg-hover',
        )}
      >
        <button
          ref={returnFocus}
          type="button"
          {...entry}
          {...(best && bestMatch)}
          tabIndex={tabIndex}
          title={title}
          onFocus={() => onFocus(id)}
          aria-current={open ? 'true' : undefined}
          onClick={() => openDrawing(id)}
          onDoubleClick={startRenaming}
          onKeyDown={(event) => isCommandKey(event, 'list.rename') && startRenaming()}
          className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-md pl-1.5 text-left focus-visible:outline-offset-[-2px]"
        >
          <Cover drawing={drawing} />
          <span className="flex min-w-0 flex-1 flex-col">
            <span dir="auto" className={joinClasses('truncate', open ? 'font-medium text-ink' : 'text-soft')}>
              {title}
            </span>
            <span className="flex items-center gap-1.5 truncate text-faint text-xs tabular-nums">
              {running && (
                <span
                  role="img"
                  aria-label="Generating"
                  className="size-1.5 shrink-0 animate-breathe rounded-full bg-accent"
                />
              )}
              {description}
            </span>
          </span>
        </button>
        <RowMenuButton label={label} items={items} tabIndex={tabIndex} />
      </div>
    </ContextMenu>
  )
})

function Cover({ drawing: { drawing } }: Pick<DrawingRowProps, 'drawing'>) {
  const frame =
    'flex size-9 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line'
  if (!drawing?.cover) {
    return (
      <span className={joinClasses(frame, 'bg-canvas text-faint')}>
        <Brush size={16} strokeWidth={1.5} aria-hidden="true" />
      </span>
    )
  }
  const { media, mimeType } = drawing.cover
  return (
    <span className={joinClasses(frame, 'bg-sunken')}>
      <Thumbnail media={media} mimeType={mimeType} alt="" size={36} />
    </span>
  )
}

async function remove({ id, title }: Conversation) {
  const restore = await deleteConversation(id)
  toastUndo(`“${title}” deleted`, restore)
}
