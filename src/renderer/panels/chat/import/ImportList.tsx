// The chats of opened files, with a search and checkboxes. Thousands are possible, so only those in view are rendered.
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { ImportableChat } from '#shared/schemas/chat-import'
import { formatCount, formatDay, formatPlural } from '../../../components/format'
import { joinClasses } from '../../../components/join-classes'
import { ListRows, useListRows } from '../../../components/ListRows'
import { moveFocus } from '../../../components/move-focus'
import { SearchInput } from '../../../components/TextInput'
import { isImportable, selectChats } from './import-state'

interface ImportListProps {
  readonly chats: readonly ImportableChat[]
  readonly selected: ReadonlySet<number>
}

const rowHeight = 32
/** Rows that are visible without scrolling. */
const maxVisible = 8

export function ImportList({ chats, selected }: ImportListProps) {
  const [query, setQuery] = useState('')
  const search = useRef<HTMLInputElement>(null)
  // State instead of a ref: the rows must render again once the element exists.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const sorted = useMemo(() => sortByState(chats), [chats])
  const found = useMemo(() => findChats(sorted, query), [sorted, query])
  const rows = useListRows(scroller, {
    count: found.length,
    keyOf: (index) => found[index]?.index ?? index,
    heightOf: () => rowHeight,
    overscan: 12,
  })
  const pressKey = (event: KeyboardEvent<HTMLElement>) => {
    if (moveFocus(event.currentTarget, event.key, () => search.current?.focus())) event.preventDefault()
  }
  const height = Math.min(maxVisible, Math.max(3, found.length)) * rowHeight
  return (
    <div className="flex min-h-32 shrink flex-col overflow-hidden rounded-lg border border-line">
      <div className="flex shrink-0 items-center gap-3 border-line border-b px-3 py-2">
        <SelectAll found={found} selected={selected} />
        <div className="ml-auto flex w-56">
          <SearchInput
            ref={search}
            data-first-focus=""
            aria-label="Search chats to import"
            placeholder="Search"
            className="h-7"
            value={query}
            {...(query && { 'data-own-escape': '' })}
            onChange={({ target }) => setQuery(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && query) setQuery('')
              else if (event.key === 'ArrowDown') {
                event.preventDefault()
                scroller?.querySelector<HTMLElement>('[data-entry]')?.focus()
              }
            }}
          />
        </div>
      </div>
      <section
        ref={setScroller}
        aria-label="Chats to import"
        onKeyDown={pressKey}
        style={{ height }}
        className="min-h-0 shrink overflow-y-auto"
      >
        {found.length === 0 ? (
          <p className="px-3 py-2 text-faint">No results</p>
        ) : (
          <ListRows rows={rows} element="ul">
            {(index) => {
              const chat = found[index]
              return chat && <ChatRow chat={chat} isSelected={selected.has(chat.index)} />
            }}
          </ListRows>
        )}
      </section>
    </div>
  )
}

const order: readonly ImportableChat['state'][] = ['new', 'trash', 'imported']

/** The chats that can be imported first. Those that can't be read are listed elsewhere. */
function sortByState(chats: readonly ImportableChat[]): readonly ImportableChat[] {
  return order.flatMap((state) => chats.filter((chat) => chat.state === state))
}

/** Those whose titles have all words. */
function findChats(chats: readonly ImportableChat[], query: string): readonly ImportableChat[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return chats
  return chats.filter(({ title }) => {
    const text = title.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Selects or deselects the chats that the search has found. */
function SelectAll({ found, selected }: { found: readonly ImportableChat[]; selected: ReadonlySet<number> }) {
  const importable = found.filter(isImportable)
  const count = importable.filter(({ index }) => selected.has(index)).length
  const isEverything = count > 0 && count === importable.length
  return (
    <label className="flex items-center gap-2">
      <input
        type="checkbox"
        disabled={importable.length === 0}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isEverything
        }}
        checked={isEverything}
        onChange={() =>
          selectChats(
            importable.map(({ index }) => index),
            !isEverything,
          )
        }
      />
      <span className="tabular-nums">{`${formatCount(count)} of ${formatCount(importable.length)} selected`}</span>
    </label>
  )
}

const stateTexts = { new: '', imported: 'Already imported', trash: 'In the trash', unreadable: '' } as const

function ChatRow({ chat, isSelected }: { chat: ImportableChat; isSelected: boolean }) {
  const { index, title, messages, updatedAt, state } = chat
  const isDisabled = !isImportable(chat)
  return (
    <label
      className={joinClasses(
        'flex h-full items-center gap-2 px-3',
        isDisabled ? 'text-faint' : 'hover:bg-hover',
      )}
    >
      <input
        type="checkbox"
        data-entry=""
        disabled={isDisabled}
        checked={isSelected && !isDisabled}
        onChange={({ target }) => selectChats([index], target.checked)}
      />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {title}
      </span>
      {stateTexts[state] && <span className="shrink-0 text-faint text-xs">{stateTexts[state]}</span>}
      <span className="w-24 shrink-0 text-right text-faint text-xs tabular-nums">
        {formatPlural(messages, 'message')}
      </span>
      <span className="w-24 shrink-0 text-right text-faint text-xs tabular-nums">
        {updatedAt === null ? '' : formatDay(updatedAt)}
      </span>
    </label>
  )
}
