// Moves the focus to the setting that was asked for, and expands what it is in.
import { changeSettingsView, useSettingsView } from '../../state/settings-view'
import { type SettingEntry, settingsIndex } from './settings-index'

/** Once the panel is rendered. A setting that is not shown now leaves the focus on the heading of its section. */
export function focusRequestedSetting(scroller: HTMLElement) {
  const { focusedSetting } = useSettingsView.getState()
  if (focusedSetting === null) return
  changeSettingsView({ focusedSetting: null })
  const entry = settingsIndex.find(({ id }) => id === focusedSetting)
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
function focusEntry(area: HTMLElement, { id, label, inside }: SettingEntry): boolean {
  const named = findNamed(area, label) ?? area.querySelector<HTMLElement>(`[data-setting="${id}"]`)
  if (named) {
    named.scrollIntoView({ block: 'center' })
    const focused = findFocusable(named) ?? named
    // A setting without a control: its name takes the focus, which only this attribute allows.
    if (focused === named && !named.matches(focusable)) named.tabIndex = -1
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

const focusable = 'input, textarea, select, button, a[href], [tabindex]'

/** It, its control, or the first control of its group. */
function findFocusable(named: HTMLElement): HTMLElement | undefined {
  const control = named instanceof HTMLLabelElement ? named.control : null
  for (const each of [control, named]) if (each?.matches(focusable) && !each.matches(':disabled')) return each
  for (let group: HTMLElement | null = named; group; group = group.parentElement) {
    const found: HTMLElement | undefined =
      group.querySelector<HTMLElement>('input:checked') ??
      [...group.querySelectorAll<HTMLElement>(focusable)].find((each) => !each.matches(':disabled'))
    if (found || group.matches('[data-setting], section > *')) return found
  }
  return undefined
}
