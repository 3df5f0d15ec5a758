// Moves the keyboard focus: to a setting that was asked for, to the nearest control when the focused one disappears, and to
// a form's first invalid field.
import { type RefObject, useEffect, useRef } from 'react'
import { changeSettingsView, useSettingsView } from '../../state/settings-view'
import { type SettingEntry, settingsTable } from './settings-table'

/** Once the panel is rendered. A setting that is not shown now leaves the focus on the heading of its section. */
export function focusRequestedSetting(scroller: HTMLElement) {
  const { focusedSetting } = useSettingsView.getState()
  if (focusedSetting === null) return
  changeSettingsView({ focusedSetting: null })
  const entry = settingsTable.find(({ id }) => id === focusedSetting)
  const area = entry && scroller.querySelector<HTMLElement>(`#${entry.section}`)
  if (area && !focusEntry(area, entry)) focusOnceShown(area, entry)
}

/** Parts of a section are shown once their data is read, or a summary is expanded. The user's next input ends the wait. */
function focusOnceShown(area: HTMLElement, entry: SettingEntry) {
  focusInView(area.querySelector<HTMLElement>('h2') ?? area)
  const ended = new AbortController()
  const { signal } = ended
  const observer = new MutationObserver(() => focusEntry(area, entry) && ended.abort())
  observer.observe(area, { childList: true, subtree: true })
  signal.addEventListener('abort', () => observer.disconnect())
  for (const input of ['pointerdown', 'keydown'])
    window.addEventListener(input, () => ended.abort(), { capture: true, signal })
}

/** Returns whether it has the focus. If not, the next summary that it is in has been expanded. */
function focusEntry(area: HTMLElement, { id, label, inside = [] }: SettingEntry): boolean {
  const named = findNamed(area, label) ?? area.querySelector<HTMLElement>(`[data-setting="${id}"]`)
  if (named) {
    named.scrollIntoView({ block: 'center' })
    const focused = findFocusable(named) ?? named
    // A setting without a control: its name takes the focus, which only this attribute allows.
    if (focused === named && !named.matches(focusableElements)) named.tabIndex = -1
    focused.focus({ preventScroll: true })
    return true
  }
  const collapsed = [...area.querySelectorAll<HTMLElement>('button[aria-expanded="false"]')]
  const isOuter = ({ textContent }: HTMLElement) => inside.some((each) => textContent?.startsWith(each))
  collapsed.find(isOuter)?.click()
  return false
}

function focusInView(element: HTMLElement) {
  element.scrollIntoView({ block: 'center' })
  element.focus({ preventScroll: true })
}

/** The element that has this name, or shows it. */
function findNamed(area: HTMLElement, name: string): HTMLElement | undefined {
  const named = [...area.querySelectorAll<HTMLElement>('[aria-label], label, legend, h3, button')]
  return named.find(
    (each) =>
      each.getAttribute('aria-label') === name ||
      (!each.hasAttribute('aria-expanded') && each.textContent?.trim().startsWith(name)),
  )
}

const focusableElements = 'input, textarea, select, button, a[href], [tabindex]'

/** It, its control, or the first control of its group. */
function findFocusable(named: HTMLElement): HTMLElement | undefined {
  const control = named instanceof HTMLLabelElement ? named.control : null
  for (const each of [control, named])
    if (each?.matches(focusableElements) && !each.matches(':disabled')) return each
  for (let group: HTMLElement | null = named; group; group = group.parentElement) {
    const found: HTMLElement | undefined =
      group.querySelector<HTMLElement>('input:checked') ??
      [...group.querySelectorAll<HTMLElement>(focusableElements)].find((each) => !each.matches(':disabled'))
    if (found || group.matches('[data-setting], section > *')) return found
  }
  return undefined
}

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
