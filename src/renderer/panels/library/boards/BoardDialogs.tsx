// Puts the selected items on boards, and names a search that is saved.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { LibraryCollection } from '#shared/schemas/library'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { Field } from '../../../components/Field'
import { TextInput } from '../../../components/TextInput'
import { useMarksOfMany, useSelectedItems } from '../actions/item-actions'
import { countItems, useModelNames } from '../describe-item'
import { listChips } from '../filters/filters'
import { useLibraryView } from '../library-view'
import {
  addToBoard,
  createBoard,
  removeFromBoard,
  saveSearch,
  useBoardNames,
  useCollections,
} from './collections'

const maxNameLength = 80

export function BoardsDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const { items } = useSelectedItems()
  const marks = useMarksOfMany(ids)
  const boards = useCollections('board')
  const countOn = (id: string) =>
    items.length > 0
      ? items.filter((item) => item.boards.includes(id)).length
      : marks && (marks.boards.find(({ value }) => value === id)?.count ?? 0)
  const [name, setName] = useState('')
  const create = (event: FormEvent) => {
    event.preventDefault()
    const typed = name.trim()
    if (!typed) return
    toastOutcome(createBoard(typed, ids))
    setName('')
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Boards for ${countItems(ids.length)}`}
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <div className="flex min-h-24 flex-col gap-3 px-5 pb-2">
        {boards.length > 0 && (
          <ul aria-label="Boards" className="flex max-h-60 flex-col overflow-y-auto">
            {boards.map((board) => (
              <li key={board.id}>
                <BoardCheck
                  board={board}
                  ids={ids}
                  count={countOn(board.id)}
                  total={items.length || ids.length}
                />
              </li>
            ))}
          </ul>
        )}
        <form onSubmit={create} className="flex gap-2">
          <TextInput
            aria-label="New board"
            data-first-focus
            placeholder="New board"
            maxLength={maxNameLength}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" disabled={!name.trim()}>
            Create board
          </Button>
        </form>
      </div>
    </Dialog>
  )
}

interface BoardCheckProps {
  readonly board: LibraryCollection
  readonly ids: readonly string[]
  /** How many of the items are on it; undefined until they are counted. */
  readonly count: number | undefined
  readonly total: number
}

/** Mixed if only some of the items are on the board: then a click adds the others. */
function BoardCheck({ board, ids, count, total }: BoardCheckProps) {
  const field = useRef<HTMLInputElement>(null)
  const isOn = count === total
  const isMixed = count !== undefined && count > 0 && !isOn
  useEffect(() => {
    if (field.current) field.current.indeterminate = isMixed
  }, [isMixed])
  const { name } = board
  const toggle = () => toastOutcome(isOn ? removeFromBoard(board.id, ids) : addToBoard(board, ids))
  return (
    <label className="flex h-8 items-center gap-2 rounded-md px-2 hover:bg-hover">
      <input ref={field} type="checkbox" checked={isOn} disabled={count === undefined} onChange={toggle} />
      <span dir="auto" className="min-w-0 truncate" title={name}>
        {name}
      </span>
    </label>
  )
}

export function SaveSearchDialog({ onClose }: { onClose: () => void }) {
  const filters = useLibraryView((state) => state.filters)
  const chips = listChips(filters, useModelNames(), useBoardNames())
  const [name, setName] = useState(() =>
    chips
      .map(({ text }) => text.replaceAll(/[“”]/g, ''))
      .join(', ')
      .slice(0, maxNameLength),
  )
  const save = (event: FormEvent) => {
    event.preventDefault()
    const typed = name.trim()
    if (!typed) return
    toastOutcome(saveSearch(typed, filters))
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save search"
      description="Saves the text and the filters. Dates such as “Last 7 days” stay relative to today."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="save-search" disabled={!name.trim()}>
            Save
          </Button>
        </>
      }
    >
      <form id="save-search" onSubmit={save} className="px-5 pb-3">
        <Field label="Name">
          {(attributes) => (
            <TextInput
              {...attributes}
              data-first-focus
              maxLength={maxNameLength}
              value={name}
              onFocus={({ target }) => target.select()}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
