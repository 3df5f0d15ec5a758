// The elements that had the focus last, so that a dialog can return it, even if it was opened from a menu.

interface Focused {
  /** Weak, because most elements are removed from the page later. */
  readonly element: WeakRef<Element>
  /** In a dialog, a menu or a list that opens over the page. */
  readonly isInOverlay: boolean
}

export type FocusHistory = readonly Focused[]

let recent: FocusHistory = []

const maxRecent = 16

const overlays = '[role="dialog"], [role="menu"], [data-radix-popper-content-wrapper]'

/** Called once, when the page starts. */
export function trackFocus() {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    const others = recent.filter(({ element }) => element.deref() !== target)
    const isInOverlay = target.closest(overlays) !== null
    recent = [...others.slice(1 - maxRecent), { element: new WeakRef(target), isInOverlay }]
  })
}

export function readFocusHistory(): FocusHistory {
  return recent
}

/** Focuses the last of them, except in an overlay that has closed since. Returns false if that is not possible. */
export function focusLast(history: FocusHistory): boolean {
  for (const { element, isInOverlay } of [...history].reverse()) {
    const last = element.deref()
    if (isInOverlay && !last?.isConnected) continue
    if (last instanceof HTMLElement) last.focus()
    return last !== undefined && document.activeElement === last
  }
  return false
}
