// Moves the keyboard focus: to the nearest control when the focused one disappears, and to a form's first invalid field.
import { type RefObject, useEffect, useRef } from 'react'
import { changeSettingsView, useSettingsView } from '../../state/settings-view'

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/** The last focused control, its ancestors from the inside out, and all controls in order. */
interface FocusPosition {
  readonly control: Element
  readonly ancestors: readonly Element[]
  readonly order: readonly Element[]
}

/** For everything in `root`, and for dialogs and toasts opened from there. */
export function useFocusRecovery(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const container = root.current
    if (!container) return
    let last: Element | undefined
    let position: FocusPosition | undefined
    const record = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      // A closed dialog focuses the whole panel if the control that opened it is gone.
      if (target.matches('main')) return recover()
      last = target
      if (container.contains(target)) position = toPosition(target, container)
    }
    const recover = () => {
      // If the last control still exists, the user has clicked on the page beside it.
      const isLost = document.activeElement?.matches('body, main') ?? true
      if (!isLost || !last || last.isConnected || !position) return
      const target = position.control.isConnected ? position.control : findConnectedFallback(position)
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(recover)
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', record)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', record)
    }
  }, [root])
}

function toPosition(control: Element, container: HTMLElement): FocusPosition {
  const ancestors: Element[] = []
  for (let each = control.parentElement; each; each = each === container ? null : each.parentElement)
    ancestors.push(each)
  return { control, ancestors, order: [...container.querySelectorAll(focusable)] }
}

function findConnectedFallback({ control, ancestors, order }: FocusPosition): Element | undefined {
  const groups = ancestors
    .filter((each) => each.isConnected)
    .map((each) => [...each.querySelectorAll(focusable)])
  return findFocusFallback(order, control, groups)
}

/**
 * Finds the control that gets the focus of one that disappeared. `order`: the controls before, `lost` among them;
 * `groups`: the controls that exist now, the narrowest group first. New controls win, then those before `lost`, then those after it.
 */
export function findFocusFallback<Control>(
  order: readonly Control[],
  lost: Control,
  groups: readonly (readonly Control[])[],
): Control | undefined {
  const indexes = new Map(order.map((control, index) => [control, index]))
  const lostIndex = indexes.get(lost) ?? order.length
  const group = groups.find((each) => each.length > 0)
  if (!group) return undefined
  const before = group.filter((control) => (indexes.get(control) ?? lostIndex) < lostIndex)
  return group.find((control) => !indexes.has(control)) ?? before.at(-1) ?? group[0]
}

/** Focuses the first invalid field of a form that was submitted. */
export function useFocusOnInvalid(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const container = root.current
    if (!container) return
    const focusInvalid = ({ target }: SubmitEvent) => {
      // The form renders its errors by the next frame.
      requestAnimationFrame(() => {
        const field = target instanceof HTMLFormElement && target.querySelector('[aria-invalid=true]')
        if (field instanceof HTMLElement) field.focus()
      })
    }
    container.addEventListener('submit', focusInvalid)
    return () => container.removeEventListener('submit', focusInvalid)
  }, [root])
}

/** The ref of a button in a row, which gets the focus back once the row's editor has closed. */
export function useReturnedFocus(closed: 'closedAlias' | 'closedModel' | 'closedPrice', id: string) {
  const button = useRef<HTMLButtonElement>(null)
  const isClosed = useSettingsView((view) => view[closed] === id)
  useEffect(() => {
    if (!isClosed) return
    button.current?.focus()
    changeSettingsView({ [closed]: null })
  }, [isClosed, closed])
  return button
}
