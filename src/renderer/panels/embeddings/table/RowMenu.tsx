// What can be done with the chosen rows, at a right click or the keyboard's menu key.
import { Copy, Grid3x3, Locate, Pencil, Play, Trash2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { tellOutcome } from '../../../api/tell-outcome'
import { ContextMenu, type MenuItem } from '../../../components/Menu'
import { runSet } from '../state/embedding-verbs'
import { editRow, showTab, useEmbeddingView } from '../state/embedding-view'
import { copyTexts, deleteChosen, listChosen } from './table-verbs'

interface RowMenuProps {
  readonly setId: string
  /** The table. */
  readonly children: ReactElement
}

export function RowMenu({ setId, children }: RowMenuProps) {
  const { ids, cursor } = useEmbeddingView((view) => view.chosen)
  const isOne = ids.size < 2
  const items: MenuItem[] = [
    ...(isOne && cursor !== null
      ? [
          { name: 'Edit row', icon: Pencil, keys: 'enter', onSelect: () => editRow(cursor) },
          { name: 'Look at its vector', icon: Grid3x3, onSelect: () => showTab('vector') },
          { name: 'Find its neighbours', icon: Locate, onSelect: () => showTab('neighbours') },
        ]
      : []),
    {
      name: isOne ? 'Run this row' : 'Run these rows',
      icon: Play,
      apart: isOne,
      onSelect: () => tellOutcome(runSet(setId, listChosen()), 'It was not run'),
    },
    {
      name: isOne ? 'Copy text' : 'Copy texts',
      icon: Copy,
      keys: 'mod+c',
      onSelect: () => tellOutcome(copyTexts(setId), 'Nothing was copied'),
    },
    {
      name: isOne ? 'Delete row' : 'Delete rows',
      icon: Trash2,
      keys: 'delete',
      danger: true,
      apart: true,
      onSelect: () => tellOutcome(deleteChosen(setId), 'Nothing was deleted'),
    },
  ]
  return (
    <ContextMenu label="Actions for the chosen rows" items={items}>
      {children}
    </ContextMenu>
  )
}
