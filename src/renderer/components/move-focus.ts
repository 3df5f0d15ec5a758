// The keys of a list: arrows move the focus; in a search above it, Escape clears the text, and Enter opens the best match.
import type { KeyboardEvent } from 'react'

/** Marks the entries of the list. */
export const entry = { 'data-entry': '' } as const

/** Returns whether the key was handled. `leave` is called if it moves up from the first entry. */
export function moveFocus(list: HTMLElement, key: string, onExit: () => void): boolean {
  const entries = [...list.querySelectorAll<HTMLElement>('[data-entry]')]
  const at = entries.findIndex((each) => each.contains(document.activeElement))
  switch (key) {
    case 'ArrowDown':
      entries[at + 1]?.focus()
      return true
    case 'ArrowUp':
      if (at > 0) entries[at - 1]?.focus()
      else onExit()
      return true
    case 'Home':
      focusEnd(list, 'first')
      return true
    case 'End':
      focusEnd(list, 'last')
      return true
    default:
      return false
  }
}

/** The key handler of a list without a search. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const { target, currentTarget, key } = event
  // Keys of a menu arrive here as well: React passes them on to the component that rendered it.
  const isInside = target instanceof Node && currentTarget.contains(target)
  if (!isInside || event.defaultPrevented || event.nativeEvent.isComposing) return
  if (moveFocus(currentTarget, key, () => undefined)) event.preventDefault()
}

/** Only entries in view exist: those at the end are rendered once the list is scrolled there. */
function focusEnd(list: HTMLElement, end: 'first' | 'last') {
  list.scrollTop = end === 'first' ? 0 : list.scrollHeight
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const entries = [...list.querySelectorAll<HTMLElement>('[data-entry]')]
      entries.at(end === 'first' ? 0 : -1)?.focus()
    }),
  )
}

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
