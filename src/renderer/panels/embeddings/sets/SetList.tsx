// The list of sets, beside the open one or in a drawer.
import { Copy, Ellipsis, FileUp, Menu as MenuIcon, Pencil, Plus } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useState } from 'react'
import { type EmbeddingSet, hasImportedVectors } from '#shared/schemas/embedding-set'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { IconButton } from '../../../components/IconButton'
import { ListItem, ListItemLine, useTabStop } from '../../../components/ListItem'
import { Menu, type MenuItem } from '../../../components/Menu'
import { moveByArrows } from '../../../components/move-focus'
import { useRenaming } from '../../../components/RenameField'
import { isCommandKey, keysOf } from '../../../state/keymap'
import { describeSet, nameNewSet } from '../describe-set'
import { DuplicateSetDialog } from '../settings/EmbeddingsInspector'
import { createSet, deleteSet, renameSet, useSets } from '../state/embedding-actions'
import { openSet, useEmbeddingView } from '../state/embedding-view'
import { chooseVectors } from '../state/import-vectors'
import { listExportItems, toDeleteItem } from './set-items'

export function SetList() {
  const { sets, isKnown, error, retry } = useSets()
  const openId = useEmbeddingView((view) => view.openId)
  const { setFocused, tabStop } = useTabStop(sets, openId)
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
        aria-label="Embedding sets"
        onKeyDown={moveByArrows}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto py-2 pl-2 [scrollbar-gutter:stable]"
      >
        {sets.map((set, index) => (
          <li key={set.id} className="[contain-intrinsic-size:auto_48px] [content-visibility:auto]">
            <SetRow set={set} isOpen={set.id === openId} isTabStop={index === tabStop} onFocus={setFocused} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface SetRowProps {
  readonly set: EmbeddingSet
  readonly isOpen: boolean
  readonly isTabStop: boolean
  readonly onFocus: (id: string) => void
}

const SetRow = memo(function SetRow({ set, ...row }: SetRowProps) {
  const renaming = useRenaming()
  const { items, dialog } = useSetActions(set, renaming.startRenaming)
  const pressKey = (event: KeyboardEvent) => {
    if (isCommandKey(event, 'list.rename')) renaming.startRenaming()
    else if (isCommandKey(event, 'list.delete')) toastOutcome(deleteSet(set), 'Couldn’t delete the set')
    else return
    event.preventDefault()
  }
  const rename = (name: string) => toastOutcome(renameSet(set.id, name), 'Couldn’t rename the set')
  return (
    <>
      <ListItem
        {...row}
        id={set.id}
        name={set.name}
        items={items}
        renaming={{ ...renaming, label: 'Set name', onRename: rename }}
        onOpen={() => openSet(set.id)}
        onKeyDown={pressKey}
      >
        <ListItemLine running={set.running && 'Running'}>
          <span className="truncate">{describeSet(set)}</span>
          {set.upstream?.kind === 'demo' && <span className="ml-auto shrink-0">Demo</span>}
          {hasImportedVectors(set) && <span className="ml-auto shrink-0">Imported</span>}
        </ListItemLine>
      </ListItem>
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
        icon={MenuIcon}
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

interface SetMenuProps {
  readonly set: EmbeddingSet
  readonly onRename: () => void
}

/** The items, and the dialog that one of them opens. */
function useSetActions(set: EmbeddingSet, onRename: () => void) {
  const [isDuplicating, setDuplicating] = useState(false)
  const [exports, remove] = [listExportItems(set), toDeleteItem(set)]
  const items: MenuItem[] = [
    { name: 'Rename', icon: Pencil, ...keysOf('list.rename'), onSelect: onRename },
    {
      name: 'Duplicate with different settings…',
      icon: Copy,
      disabled: set.counts.rows === 0,
      onSelect: () => setDuplicating(true),
    },
    ...exports,
    remove,
  ]
  const dialog = isDuplicating && <DuplicateSetDialog set={set} onClose={() => setDuplicating(false)} />
  return { label: `Actions for “${set.name}”`, items, dialog }
}

export function SetMenu({ set, onRename }: SetMenuProps) {
  const { label, items, dialog } = useSetActions(set, onRename)
  return (
    <>
      <Menu label={label} trigger={<IconButton size="small" label={label} icon={Ellipsis} />} items={items} />
      {dialog}
    </>
  )
}
