// Beside the items: boards, saved searches, filters with their numbers of items, and the button that opens the trash.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, LayoutGrid, type LucideIcon, Pencil, Plus, Search, Trash2 } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { dateSpans, itemKinds, type LibraryCollection, type LibraryFacets } from '#shared/schemas/library'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Field } from '../../../components/Field'
import { FilterCheck, FilterGroup, listOptions } from '../../../components/FilterGroup'
import { formatCount } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { RowMenuButton } from '../../../components/ListItem'
import { ContextMenu, type MenuItem } from '../../../components/Menu'
import { RenameField, useRenaming } from '../../../components/RenameField'
import { Select } from '../../../components/Select'
import { Skeleton } from '../../../components/Skeleton'
import { TextInput } from '../../../components/TextInput'
import { isCommandKey, keysOf } from '../../../state/keymap'
import { afterNextFrame } from '../../../state/scheduling'
import {
  createBoard,
  deleteCollection,
  dropOnBoard,
  isDraggingItems,
  isOpen,
  toggleCollection,
  useCollections,
} from '../boards/collections'
import { kindNames, useModelNames } from '../describe-item'
import { facetOptions, toFacetOptions, useLibraryQuery } from '../items/pages'
import { changeFilters, setFilters, useLibraryView } from '../library-view'
import { type DateChoice, isReversed, noFilters, spanNames, toggleValue } from './filters'

export function Filters() {
  const filters = useLibraryView((state) => state.filters)
  const toModelName = useModelNames()
  const { data: facets, error } = useQuery(toFacetOptions(useLibraryQuery()))
  // Values that the other filters exclude stay in the list, so that it does not jump.
  const { data: all } = useQuery(facetOptions)
  const { kinds, models, tags, starred, date, hasFileProblem, bin } = filters
  if (error && !facets) return <p className="px-4 py-3 text-danger text-sm">{describeError(error)}</p>
  if (!facets)
    return <Skeleton label="Loading filters…" widths={['56%', '72%', '64%', '48%']} className="p-4" />
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col bg-frame">
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto overflow-x-hidden py-3 pl-2 [scrollbar-gutter:stable]">
        <fieldset className="flex min-w-0 flex-col">
          <legend className="sr-only">Stars</legend>
          <FilterCheck
            name="Starred"
            count={facets.starred}
            checked={starred}
            onToggle={() => changeFilters({ starred: !starred })}
          />
        </fieldset>
        <Boards counts={facets.boards} />
        <SavedSearches />
        <FilterGroup
          label="Type"
          options={listOptions(facets.kinds, { known: all?.kinds, selected: kinds })}
          selected={kinds}
          toName={toKindName}
          onToggle={(value) => {
            const kind = itemKinds.find((each) => each === value)
            if (kind) changeFilters({ kinds: toggleValue(kinds, kind) })
          }}
        />
        <FilterGroup
          label="Model"
          options={listOptions(facets.models, { known: all?.models, selected: models })}
          selected={models}
          toName={toModelName}
          onToggle={(model) => changeFilters({ models: toggleValue(models, model) })}
        />
        <DateFilter date={date} onChange={(changed) => changeFilters({ date: changed })} />
        <FilterGroup
          label="Tags"
          options={listOptions(facets.tags, { known: all?.tags, selected: tags })}
          selected={tags}
          onToggle={(tag) => changeFilters({ tags: toggleValue(tags, tag) })}
        />
        <fieldset className="flex min-w-0 flex-col">
          <legend className="px-2 pb-1 font-medium text-faint text-xs">Files</legend>
          <FilterCheck
            name="Missing or modified"
            count={facets.fileProblems}
            checked={hasFileProblem}
            onToggle={() => changeFilters({ hasFileProblem: !hasFileProblem })}
          />
        </fieldset>
      </div>
      <div className="flex shrink-0 flex-col border-line border-t p-2">
        <button
          type="button"
          aria-pressed={bin}
          onClick={() => setFilters({ ...noFilters, bin: !bin })}
          className="flex h-8 items-center gap-2 rounded-md px-2 text-soft hover:bg-hover hover:text-ink"
        >
          {bin ? <ArrowLeft size={14} aria-hidden="true" /> : <Trash2 size={14} aria-hidden="true" />}
          {bin ? 'Back to Library' : 'Trash'}
          {!bin && (
            <span className="ml-auto text-faint text-xs tabular-nums">{formatCount(facets.inBin)}</span>
          )}
        </button>
      </div>
    </div>
  )
}

function toKindName(value: string): string {
  const kind = itemKinds.find((each) => each === value)
  return kind ? kindNames[kind].many : value
}

const spanGroups = [
  { label: '', options: dateSpans.map((span) => ({ value: span, label: spanNames[span] })) },
]

const days = [
  { name: 'first', label: 'From' },
  { name: 'last', label: 'To' },
] as const

function DateFilter({ date, onChange }: { date: DateChoice; onChange: (date: DateChoice) => void }) {
  const selectSpan = (value: string) => {
    const span = dateSpans.find((each) => each === value)
    if (span) onChange({ ...date, span })
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 px-2">
      <legend className="pb-1 font-medium text-faint text-xs">Date</legend>
      <Select label="Date" value={date.span} groups={spanGroups} onChange={selectSpan} className="w-full" />
      {date.span === 'range' &&
        days.map(({ name, label }) => (
          <Field
            key={name}
            label={label}
            error={
              name === 'last' && isReversed(date)
                ? 'The start date must be on or before the end date.'
                : undefined
            }
          >
            {(attributes) => (
              <TextInput
                {...attributes}
                type="date"
                value={date[name]}
                onChange={({ target }) => onChange({ ...date, [name]: target.value })}
              />
            )}
          </Field>
        ))}
    </fieldset>
  )
}

function Boards({ counts }: { counts: LibraryFacets['boards'] }) {
  const boards = useCollections('board')
  const [isNaming, setNaming] = useState(false)
  const newBoard = useRef<HTMLButtonElement>(null)
  const endNaming = (byKey: boolean) => {
    setNaming(false)
    // Later: taking the focus from the field would save the name a second time.
    if (byKey) afterNextFrame(() => newBoard.current?.focus())
  }
  return (
    <div data-collections className="flex min-w-0 flex-col">
      <div className="flex h-6 items-center justify-between pl-2">
        <h3 className="font-medium text-faint text-xs">Boards</h3>
        <IconButton
          ref={newBoard}
          size="small"
          label="New board"
          icon={Plus}
          onClick={() => setNaming(true)}
        />
      </div>
      {isNaming && (
        <RenameField
          label="Board name"
          name=""
          onRename={(name) => toastOutcome(createBoard(name))}
          onDone={endNaming}
        />
      )}
      <ul aria-label="Boards" className="flex flex-col">
        {boards.map((board) => (
          <CollectionRow
            key={board.id}
            collection={board}
            icon={LayoutGrid}
            count={counts.find(({ value }) => value === board.id)?.count ?? 0}
          />
        ))}
      </ul>
    </div>
  )
}

function SavedSearches() {
  const searches = useCollections('search')
  if (searches.length === 0) return null
  return (
    <div data-collections className="flex min-w-0 flex-col">
      <h3 className="pb-1 pl-2 font-medium text-faint text-xs">Saved searches</h3>
      <ul aria-label="Saved searches" className="flex flex-col">
        {searches.map((search) => (
          <CollectionRow key={search.id} collection={search} icon={Search} />
        ))}
      </ul>
    </div>
  )
}

interface CollectionRowProps {
  readonly collection: LibraryCollection
  readonly icon: LucideIcon
  readonly count?: number
}

function CollectionRow({ collection, icon: Icon, count }: CollectionRowProps) {
  const { id, name, kind } = collection
  const isShown = useLibraryView(({ filters }) => isOpen(collection, filters))
  const { renaming, startRenaming, endRenaming, returnFocus } = useRenaming()
  const [isTarget, setTarget] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const remove = () => {
    const { nextElementSibling, previousElementSibling } = row.current ?? {}
    const list = row.current?.closest('[data-collections]')
    toastOutcome(
      deleteCollection(collection, () => focusFirst(nextElementSibling, previousElementSibling, list)),
    )
  }
  const items: MenuItem[] = [
    { name: 'Rename', icon: Pencil, ...keysOf('list.rename'), onSelect: startRenaming },
    {
      name: 'Delete',
      icon: Trash2,
      danger: true,
      hasSeparator: true,
      onSelect: remove,
    },
  ]
  const dragOver = (event: DragEvent) => {
    if (kind !== 'board' || !isDraggingItems(event.dataTransfer)) return
    event.preventDefault()
    event.stopPropagation()
    setTarget(true)
  }
  const drop = (event: DragEvent) => {
    setTarget(false)
    if (kind !== 'board' || !isDraggingItems(event.dataTransfer)) return
    event.preventDefault()
    event.stopPropagation()
    dropOnBoard(collection, event.dataTransfer)
  }
  if (renaming) {
    return (
      <li>
        <RenameField
          label="Name"
          name={name}
          onRename={(typed) => toastOutcome(desktop.library.renameCollection({ id, name: typed }))}
          onDone={endRenaming}
        />
      </li>
    )
  }
  return (
    <ContextMenu label={`Actions for “${name}”`} items={items}>
      <li
        ref={row}
        className={joinClasses(
          'group relative flex h-7 items-center rounded-md hover:bg-hover',
          isShown && 'bg-hover',
          isTarget && 'outline-2 outline-accent',
        )}
        onDragOver={dragOver}
        onDragLeave={() => setTarget(false)}
        onDrop={drop}
      >
        <button
          ref={returnFocus}
          type="button"
          aria-pressed={isShown}
          title={name}
          onClick={() => toggleCollection(collection)}
          onDoubleClick={startRenaming}
          onKeyDown={(event) => isCommandKey(event, 'list.rename') && startRenaming()}
          className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-left focus-visible:outline-offset-[-2px]"
        >
          <Icon size={14} aria-hidden="true" className="shrink-0 text-faint" />
          <span
            dir="auto"
            className={joinClasses('min-w-0 flex-1 truncate', isShown ? 'font-medium text-ink' : 'text-soft')}
          >
            {name}
          </span>
          {count !== undefined && (
            <span className="pl-1 text-faint text-xs tabular-nums">{formatCount(count)}</span>
          )}
        </button>
        <RowMenuButton label={`Actions for “${name}”`} items={items} />
      </li>
    </ContextMenu>
  )
}

/** Focuses the button of the first element that is still in the page; else the search field. */
function focusFirst(...elements: readonly (Element | null | undefined)[]) {
  const parent = elements.find((element) => element?.isConnected)
  const target = parent?.querySelector('button') ?? document.querySelector('[data-library-search]')
  if (target instanceof HTMLElement) target.focus()
}
