// The keys of a list with a search above it: Escape clears the search, Enter opens the best match, arrows move the focus.
import type { KeyboardEvent } from 'react'
import { moveFocus } from './move-focus'

/** Marks the entry that Enter in the search opens. */
export const bestMatch = { 'data-best': '' } as const

interface SearchedList {
  readonly search: HTMLInputElement | null
  readonly list: HTMLElement | null
  /** In the search. */
  readonly query: string
  readonly onClear: () => void
}

export function handleSearchedListKey(event: KeyboardEvent, { search, list, query, onClear }: SearchedList) {
  const { target, currentTarget, key } = event
  const inSearch = target === search
  // Keys of a menu arrive here as well: React passes them on to the component that rendered it.
  const isInside = target instanceof Node && currentTarget.contains(target)
  if (!list || !isInside || event.nativeEvent.isComposing) return
  if (key === 'Escape' && query) {
    // It must not also stop an answer.
    event.stopPropagation()
    onClear()
    search?.focus()
  } else if (event.defaultPrevented) {
    return
  } else if (inSearch && key === 'Enter' && query.trim()) {
    // The opened item takes the focus immediately: the key must not insert a line there.
    event.preventDefault()
    list.querySelector<HTMLElement>('[data-best]')?.click()
  } else if (inSearch ? key === 'ArrowDown' : list.contains(target)) {
    if (moveFocus(list, key, () => search?.focus())) event.preventDefault()
  }
}
