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
  notifications: 'Notifications',
  appearance: 'Appearance',
  privacy: 'Privacy',
  folders: 'Folders',
  data: 'Data',
  about: 'About',
}

export interface SettingEntry {
  /** Unique, and the same in later versions: recent ones are remembered. */
  readonly id: string
  readonly section: SectionId
  /** The accessible name of its control or group, which gets the focus. */
  readonly label: string
  readonly keywords: string
}

type Section = readonly [id: string, label: string, keywords: string][]

const toEntries = (section: SectionId, settings: Section): SettingEntry[] =>
  settings.map(([id, label, keywords]) => ({ id, section, label, keywords }))

export const settingsIndex: readonly SettingEntry[] = [
  ...toEntries('upstream', [
    ['provider', 'Provider', 'demo gemini openai service api key test'],
    ['vendor-urls', 'API URLs', 'base url mirror gemini openai address'],
  ]),
  ...toEntries('models', [
    ['models', 'Filter models', 'custom add provider model id'],
    ['aliases', 'Provider model IDs', 'alias rename map'],
    ['favorite-models', 'Favorite models', 'star first'],
    ['hidden-models', 'Hidden models', 'hide list'],
  ]),
  ...toEntries('prices', [
    ['currency', 'Currency', 'cost price money'],
    ['prices', 'All prices', 'cost token import litellm csv'],
  ]),
  ...toEntries('network', [
    ['network-stack', 'Use the system network stack', 'chromium proxy kerberos ntlm'],
    ['proxy', 'Proxy', 'http socks pac credentials'],
    ['certificates', 'Extra CA certificates', 'tls ssl pem root'],
    ['timeouts', 'Timeouts', 'connect response idle seconds'],
  ]),
  ...toEntries('gateway', [
    ['gateway-url', 'URL', 'gateway address base'],
    ['port', 'Port', 'gateway listen 4715'],
    ['local-key', 'Local key', 'gateway api key rotate environment'],
    ['named-keys', 'Named keys', 'gateway api key script revoke'],
    ['limits', 'Limits', 'gateway size megabytes json audio body'],
    ['request-log', 'Request log', 'bodies days retention http history size'],
    ['log-bodies', 'Log bodies', 'request log privacy'],
    ['allowed-origins', 'Allowed origins', 'cors browser website'],
  ]),
  ...toEntries('chat', [
    ['titles', 'Write titles with the model', 'chat name automatic'],
    ['chat-defaults', 'Defaults of new chats', 'parameters model temperature preset'],
  ]),
  ...toEntries('spelling', [['spelling', 'Check spelling', 'dictionary language words']]),
  ...toEntries('shortcuts', [['shortcuts', 'Search shortcuts', 'keyboard keys keymap bindings']]),
  ...toEntries('notifications', [
    ['notify-responses', 'Chat responses', 'notification notify background chat answer finished'],
    ['response-seconds', 'Minimum response time', 'notification chat seconds long'],
    ['notify-images', 'Image steps', 'notification notify background finished variations'],
    ['notify-videos', 'Videos', 'notification notify background finished job'],
    [
      'notify-transcriptions',
      'Transcriptions',
      'notification notify background finished job transcript audio',
    ],
    ['notify-embeddings', 'Embedding runs', 'notification notify background finished vectors set'],
    ['notification-sound', 'Play a sound', 'notification silent mute quiet audio'],
    ['tray', 'Keep running in the tray', 'menu bar icon background close window minimize'],
  ]),
  ...toEntries('appearance', [
    ['theme', 'Theme', 'dark light system color mode'],
    ['density', 'Density', 'compact comfortable spacing rows'],
    ['font-size', 'Font size', 'text zoom large small pixels'],
    ['motion', 'Motion', 'animation reduced accessibility'],
    ['format-language', 'Dates and numbers', 'language locale region format time'],
  ]),
  ...toEntries('privacy', [['confirm-links', 'Ask before opening links', 'browser url dialog confirmation']]),
  ...toEntries('folders', [['media-folder', 'Media folder', 'images videos location move disk']]),
  ...toEntries('data', [['data-folder', 'Data folder', 'location database files']]),
  ...toEntries('about', [
    ['updates', 'Check for updates', 'version automatic feed url source'],
    ['welcome', 'Show welcome page', 'start first run introduction'],
  ]),
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
