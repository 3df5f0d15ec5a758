// The keys of a list with a search above it: Escape empties the search, Enter opens the best find, arrows lead about.
import type { KeyboardEvent } from 'react'
import { moveFocus } from './move-focus'

/** Marks what Enter in the search opens. */
export const bestMatch = { 'data-best': '' } as const

interface SearchedList {
  readonly search: HTMLInputElement | null
  readonly list: HTMLElement | null
  /** In the search. */
  readonly typed: string
  readonly onClear: () => void
}

export function handleSearchedListKey(event: KeyboardEvent, { search, list, typed, onClear }: SearchedList) {
  const { target, currentTarget, key } = event
  const inSearch = target === search
  // Keys of a menu come here as well: React passes them on to what has drawn it.
  const isMeant = target instanceof Node && currentTarget.contains(target)
  if (!list || !isMeant || event.nativeEvent.isComposing) return
  if (key === 'Escape' && typed) {
    // It must not stop an answer besides.
    event.stopPropagation()
    onClear()
    search?.focus()
  } else if (event.defaultPrevented) {
    return
  } else if (inSearch && key === 'Enter' && typed.trim()) {
    // What is opened takes the focus at once: the key must not write a line there.
    event.preventDefault()
    list.querySelector<HTMLElement>('[data-best]')?.click()
  } else if (inSearch ? key === 'ArrowDown' : list.contains(target)) {
    if (moveFocus(list, key, () => search?.focus())) event.preventDefault()
  }
}
