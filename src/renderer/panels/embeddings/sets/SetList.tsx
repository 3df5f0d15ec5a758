// The list of sets, beside the open one or in a drawer.
import { FileUp, Menu, Plus } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { type EmbeddingSet, hasImportedVectors } from '#shared/schemas/embedding-set'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { ContextMenu } from '../../../components/Menu'
import { entry, moveFocus } from '../../../components/move-focus'
import { RenameField, useRenaming } from '../../../components/RenameField'
import { RowMenuButton } from '../../../components/RowMenuButton'
import { isCommandKey } from '../../../state/keymap'
import { describeSet, nameNewSet } from '../describe-set'
import { createSet, deleteSet, renameSet, useSets } from '../state/embedding-actions'
import { openSet, useEmbeddingView } from '../state/embedding-view'
import { chooseVectors } from '../state/import-vectors'
import { useSetActions } from './SetMenu'

export function SetList() {
  const { sets, isKnown, error, retry } = useSets()
  const openId = useEmbeddingView((view) => view.openId)
  const [focused, setFocused] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const tabbable = [focused, openId].find((id) => sets.some((set) => set.id === id)) ?? sets[0]?.id
  const pressKey = (event: KeyboardEvent) => {
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (!list.current || !isInside || event.defaultPrevented || event.nativeEvent.isComposing) return
    if (moveFocus(list.current, event.key, () => {})) event.preventDefault()
  }
  return (
    <nav aria-label="Sets" className="flex min-h-0 min-w-0 flex-1 flex-col bg-frame">
      <div className="flex h-11 shrink-0 items-center gap-1 border-line border-b pr-2 pl-3">
        <Button
          size="small"
          className="mr-auto"
          onClick={() => toastOutcome(createSet(nameNewSet(sets)), 'Couldn’t create the set')}
        >
          <Plus size={14} aria-hidden="true" />
          New set
        </Button>
        <IconButton
          size="small"
          label="Import set or vectors…"
          icon={FileUp}
          onClick={() => toastOutcome(chooseVectors(), 'Couldn’t import the set')}
        />
      </div>
      {error && (
        <p role="alert" className="px-3 py-2 text-danger text-sm">
          Couldn’t load sets.{' '}
          <button type="button" className="underline" onClick={retry}>
            Try again
          </button>
        </p>
      )}
      {isKnown && sets.length === 0 && (
        <p className="px-3 py-3 text-faint text-sm">
          No sets yet. Each set stores its texts, settings, and vectors.
        </p>
      )}
      <ul
        ref={list}
        aria-label="Embedding sets"
        onKeyDown={pressKey}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto py-2 pl-2 [scrollbar-gutter:stable]"
      >
        {sets.map((set) => (
          <li key={set.id} className="[contain-intrinsic-size:auto_48px] [content-visibility:auto]">
            <SetRow set={set} open={set.id === openId} tabbable={set.id === tabbable} onFocus={setFocused} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface SetRowProps {
  readonly set: EmbeddingSet
  readonly open: boolean
  /** Tab reaches this row; the arrow keys move to the others. */
  readonly tabbable: boolean
  readonly onFocus: (id: string) => void
}

const SetRow = memo(function SetRow({ set, open, tabbable, onFocus }: SetRowProps) {
  const { renaming, startRenaming, endRenaming, returnFocus } = useRenaming()
  const { label, items, dialog } = useSetActions(set, startRenaming)
  if (renaming) {
    return (
      <div className="flex h-12 items-center">
        <RenameField
          label="Set name"
          name={set.name}
          onRename={(name) => toastOutcome(renameSet(set.id, name), 'Couldn’t rename the set')}
          onDone={endRenaming}
        />
      </div>
    )
  }
  const pressKey = (event: KeyboardEvent) => {
    if (isCommandKey(event, 'list.rename')) startRenaming()
    else if (isCommandKey(event, 'list.delete')) toastOutcome(deleteSet(set), 'Couldn’t delete the set')
    else return
    event.preventDefault()
  }
  const tabIndex = tabbable ? 0 : -1
  return (
    <>
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
            tabIndex={tabIndex}
            title={set.name}
            aria-current={open ? 'true' : undefined}
            onFocus={() => onFocus(set.id)}
            onClick={() => openSet(set.id)}
            onDoubleClick={startRenaming}
            onKeyDown={pressKey}
            className="flex h-full min-w-0 flex-1 flex-col items-stretch justify-center rounded-md pl-2 text-left focus-visible:outline-offset-[-2px]"
          >
            <span dir="auto" className={joinClasses('truncate', open ? 'font-medium text-ink' : 'text-soft')}>
              {set.name}
            </span>
            <span className="flex min-w-0 items-center gap-1.5 text-faint text-xs tabular-nums">
              {set.running && (
                <span
                  role="img"
                  aria-label="Running"
                  className="size-1.5 shrink-0 animate-breathe rounded-full bg-accent"
                />
              )}
              <span className="truncate">{describeSet(set)}</span>
              {set.upstream?.kind === 'demo' && <span className="ml-auto shrink-0">Demo</span>}
              {hasImportedVectors(set) && <span className="ml-auto shrink-0">Imported</span>}
            </span>
          </button>
          <RowMenuButton label={label} items={items} tabIndex={tabIndex} />
        </div>
      </ContextMenu>
      {dialog}
    </>
  )
})

export function SetDrawer() {
  const [open, setOpen] = useState(false)
  // Closes the drawer when a set is opened from it.
  useEffect(() => {
    if (!open) return undefined
    return useEmbeddingView.subscribe((view, before) => view.openId !== before.openId && setOpen(false))
  }, [open])
  return (
    <>
      <IconButton
        label="Sets"
        icon={Menu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <Dialog open={open} onClose={() => setOpen(false)} title="Sets" untitled size="left-drawer">
        <SetList />
      </Dialog>
    </>
  )
}
