// Moves the focus within a list by the arrow keys: from entry to entry, and back to the search.

/** Marks what can be chosen in the list. */
export const entry = { 'data-entry': '' } as const

/** True where the key was meant for the list. `leave` is called where it leads out at the top. */
export function moveFocus(list: HTMLElement, key: string, leave: () => void): boolean {
  const entries = [...list.querySelectorAll<HTMLElement>('[data-entry]')]
  const at = entries.findIndex((each) => each.contains(document.activeElement))
  switch (key) {
    case 'ArrowDown':
      entries[at + 1]?.focus()
      return true
    case 'ArrowUp':
      if (at > 0) entries[at - 1]?.focus()
      else leave()
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

/** Only entries in view exist: those at the end come once it has been scrolled to. */
function focusEnd(list: HTMLElement, end: 'first' | 'last') {
  list.scrollTop = end === 'first' ? 0 : list.scrollHeight
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const entries = [...list.querySelectorAll<HTMLElement>('[data-entry]')]
      entries.at(end === 'first' ? 0 : -1)?.focus()
    }),
  )
}
