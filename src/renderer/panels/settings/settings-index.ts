// All settings, for finding them: their labels as they are shown, their sections, and other words for them.
import { changeSettingsView, openSettings, type SectionId, useSettingsView } from '../../state/settings-view'

export const sectionNames: Readonly<Record<SectionId, string>> = {
  upstream: 'Provider',
  models: 'Models',
  prices: 'Prices',
  network: 'Network',
  gateway: 'Gateway',
  chat: 'Chat',
  spelling: 'Spelling',
  shortcuts: 'Shortcuts',
  appearance: 'Appearance',
  folders: 'Folders',
  data: 'Data',
  about: 'About',
}

interface SettingEntry {
  /** Unique, and the same in later versions: recent ones are remembered. */
  readonly id: string
  readonly section: SectionId
  /** The accessible name of its control or group, which gets the focus. */
  readonly label: string
  readonly keywords: string
}

export const settingsIndex: readonly SettingEntry[] = [
  {
    id: 'provider',
    section: 'upstream',
    label: 'Provider',
    keywords: 'demo gemini openai service api key url',
  },
  {
    id: 'models',
    section: 'models',
    label: 'Filter models',
    keywords: 'alias provider model id favorite hide add custom',
  },
  { id: 'currency', section: 'prices', label: 'Currency', keywords: 'cost price money' },
  { id: 'prices', section: 'prices', label: 'All prices', keywords: 'cost token import litellm csv' },
  {
    id: 'network-stack',
    section: 'network',
    label: 'Use the system network stack',
    keywords: 'chromium proxy certificates',
  },
  { id: 'proxy', section: 'network', label: 'Proxy', keywords: 'http socks pac credentials' },
  { id: 'certificates', section: 'network', label: 'Extra CA certificates', keywords: 'tls ssl pem root' },
  { id: 'timeouts', section: 'network', label: 'Timeouts', keywords: 'connect response idle seconds' },
  { id: 'gateway-url', section: 'gateway', label: 'URL', keywords: 'gateway address base' },
  { id: 'port', section: 'gateway', label: 'Port', keywords: 'gateway listen 4715' },
  { id: 'local-key', section: 'gateway', label: 'Local key', keywords: 'gateway api key rotate environment' },
  { id: 'named-keys', section: 'gateway', label: 'Named keys', keywords: 'gateway api key script revoke' },
  { id: 'limits', section: 'gateway', label: 'Limits', keywords: 'gateway size megabytes json audio' },
  { id: 'request-log', section: 'gateway', label: 'Request log', keywords: 'bodies days retention http' },
  { id: 'log-bodies', section: 'gateway', label: 'Log bodies', keywords: 'request log privacy' },
  { id: 'allowed-origins', section: 'gateway', label: 'Allowed origins', keywords: 'cors browser' },
  {
    id: 'titles',
    section: 'chat',
    label: 'Write titles with the model',
    keywords: 'chat name automatic',
  },
  { id: 'spelling', section: 'spelling', label: 'Check spelling', keywords: 'dictionary language words' },
  {
    id: 'shortcuts',
    section: 'shortcuts',
    label: 'Search shortcuts',
    keywords: 'keyboard keys keymap bindings',
  },
  { id: 'theme', section: 'appearance', label: 'Theme', keywords: 'dark light system color' },
  {
    id: 'media-folder',
    section: 'folders',
    label: 'Media folder',
    keywords: 'images videos location move disk',
  },
  { id: 'data-folder', section: 'data', label: 'Data folder', keywords: 'location database files' },
  { id: 'updates', section: 'about', label: 'Check for updates', keywords: 'version automatic' },
  { id: 'update-feed', section: 'about', label: 'Feed URL', keywords: 'update source' },
]

/** Opens the section, and moves the focus to the setting. */
export function openSetting({ section, label }: SettingEntry) {
  openSettings(section, { focusedSetting: label })
}

/** Once the section is rendered. Does nothing if the setting is not shown now. */
export function focusRequestedSetting(scroller: HTMLElement) {
  const { section, focusedSetting } = useSettingsView.getState()
  if (focusedSetting === null) return
  changeSettingsView({ focusedSetting: null })
  const area = scroller.querySelector<HTMLElement>(`#${section}`)
  const found = area && (findNamed(area, focusedSetting) ?? area.querySelector<HTMLElement>('h2'))
  found?.scrollIntoView({ block: 'center' })
  found?.focus({ preventScroll: true })
}

const focusable = 'input, textarea, select, button, a[href], [tabindex]'

/** The control with this name, or the first one of the group or below the heading with this name. */
function findNamed(area: HTMLElement, name: string): HTMLElement | undefined {
  const isNamed = (element: HTMLElement) =>
    element.getAttribute('aria-label') === name ||
    (element.matches('label, legend, h3') && element.textContent?.trim().startsWith(name))
  const named = [...area.querySelectorAll<HTMLElement>('[aria-label], label, legend, h3')].find(isNamed)
  if (!named) return undefined
  if (named instanceof HTMLLabelElement && named.control) return named.control
  if (named.matches(focusable)) return named
  const group = named.matches('h3, legend, label') ? named.parentElement : named
  return (
    group?.querySelector<HTMLElement>('input:checked') ??
    group?.querySelector<HTMLElement>(focusable) ??
    undefined
  )
}
