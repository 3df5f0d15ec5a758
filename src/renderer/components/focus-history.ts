// The elements that had the focus last, so that a dialog can return it, even if it was opened from a menu.

interface Focused {
  /** Weak, because most elements are removed from the page later. */
  readonly element: WeakRef<Element>
  readonly isInDialog: boolean
}

export type FocusHistory = readonly Focused[]

let recent: FocusHistory = []

const maxRecent = 16

/** Menus, lists and popovers, which close when something in them is chosen. */
const passing = '[role="menu"], [data-radix-popper-content-wrapper]'

/** Called once, when the page starts. */
export function trackFocus() {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || target.closest(passing)) return
    const others = recent.filter(({ element }) => element.deref() !== target)
    const isInDialog = target.closest('[role="dialog"]') !== null
    recent = [...others.slice(1 - maxRecent), { element: new WeakRef(target), isInDialog }]
  })
}

export function readFocusHistory(): FocusHistory {
  return recent
}

/** Focuses the last of them, except in a dialog that has closed since. Returns false if that is not possible. */
export function focusLast(history: FocusHistory): boolean {
  for (const { element, isInDialog } of [...history].reverse()) {
    const last = element.deref()
    if (isInDialog && !last?.isConnected) continue
    if (last instanceof HTMLElement) last.focus()
    return last !== undefined && document.activeElement === last
  }
  return false
}
