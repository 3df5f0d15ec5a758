// All settings, for finding them: their labels as they are shown, their sections, and other words for them.
import { openSettings, type SectionId } from '../../state/settings-view'

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
  /** The summaries that are opened for it, from the outside in. */
  readonly inside: readonly string[]
}

type Section = readonly (readonly [id: string, label: string, keywords: string, ...inside: string[]])[]

const toEntries = (section: SectionId, settings: Section): SettingEntry[] =>
  settings.map(([id, label, keywords, ...inside]) => ({ id, section, label, keywords, inside }))

export const settingsIndex: readonly SettingEntry[] = [
  ...toEntries('upstream', [
    ['provider', 'Provider', 'demo gemini openai service api key test ollama local'],
    ['gemini-key', 'Gemini API key', 'google secret token paste', 'Gemini and OpenAI'],
    ['openai-key', 'OpenAI API key', 'secret token paste transcription', 'Gemini and OpenAI'],
    ['vendor-urls', 'API URLs', 'base url mirror gemini openai address', 'Gemini and OpenAI', 'API URLs'],
    ['services', 'Add service', 'custom server base url connect api key', 'Custom service'],
    ['detect-servers', 'Detect servers', 'ollama lm studio llama.cpp vllm local find', 'OpenAI-compatible'],
    [
      'servers',
      'Add server',
      'ollama lm studio llama.cpp vllm openrouter groq mistral local openai-compatible base url api key',
      'OpenAI-compatible',
    ],
  ]),
  ...toEntries('models', [
    ['models', 'Filter models', 'list provider model id type refresh server ollama'],
    ['custom-models', 'Add model', 'own custom new id'],
    ['favorite-models', 'Favorite models', 'star first'],
    ['hidden-models', 'Hidden models', 'hide list'],
    ['aliases', 'Provider model IDs', 'alias rename map default models names script server ollama'],
  ]),
  ...toEntries('prices', [
    ['currency', 'Currency', 'cost price money'],
    ['import-prices', 'Import prices…', 'litellm csv json file'],
    ['add-price', 'Add price', 'cost token model'],
    ['prices', 'All prices', 'cost token table'],
  ]),
  ...toEntries('network', [
    ['network-stack', 'Use the system network stack', 'chromium proxy kerberos ntlm'],
    ['proxy', 'Proxy', 'http socks pac bypass'],
    ['proxy-credentials', 'Username', 'proxy password credentials login', 'Proxy username and password'],
    ['certificates', 'Extra CA certificates', 'tls ssl pem root'],
    ['timeouts', 'Timeouts', 'connect response idle seconds'],
  ]),
  ...toEntries('gateway', [
    ['gateway-url', 'URL', 'gateway address base'],
    ['port', 'Port', 'gateway listen 4715'],
    ['local-key', 'Local key', 'gateway api key rotate environment'],
    ['named-keys', 'Named keys', 'gateway api key script revoke'],
    ['environment', 'Environment variables', 'gateway shell export copy sdk'],
    ['limits', 'Limits', 'gateway size megabytes json audio body'],
    ['request-log', 'Request log', 'bodies days retention http history size'],
    ['log-bodies', 'Log bodies', 'request log privacy'],
    ['allowed-origins', 'Allowed origins', 'cors browser website'],
  ]),
  ...toEntries('chat', [
    ['titles', 'Write titles with the model', 'chat name automatic'],
    ['chat-defaults', 'Defaults of new chats', 'parameters temperature preset'],
    ['chat-model', 'Model of new chats', 'default'],
    ['chat-instruction', 'System instruction of new chats', 'default prompt'],
    ['chat-streaming', 'Stream responses in new chats', 'default streaming'],
  ]),
  ...toEntries('spelling', [
    ['spelling', 'Check spelling', 'dictionary language words'],
    ['spelling-languages', 'Filter languages', 'dictionary spelling check'],
    ['spelling-source', 'Download URL', 'dictionary mirror source', 'Download source'],
    ['spelling-words', 'Your words', 'dictionary spelling custom'],
  ]),
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
  ...toEntries('privacy', [
    ['data-sent', 'Sent', 'privacy telemetry provider network what'],
    ['data-stored', 'Stored on this computer', 'privacy log crash files what'],
    ['confirm-links', 'Ask before opening links', 'browser url dialog confirmation'],
  ]),
  ...toEntries('folders', [['media-folder', 'Media folder', 'images videos location move disk']]),
  ...toEntries('data', [
    ['data-folder', 'Data folder', 'location database files'],
    ['export-import', 'Export and import', 'archive zip move computer'],
    ['backup', 'Back up daily', 'backup copy automatic'],
    ['backup-folder', 'Backup folder', 'back up copy location disk now'],
    ['backup-count', 'Backups to keep', 'number back up keep delete old'],
    ['storage', 'Storage', 'disk space size clean up cache media'],
    ['reset-data', 'Reset', 'delete everything erase area factory'],
  ]),
  ...toEntries('about', [
    ['updates', 'Check for updates', 'version automatic'],
    ['version', 'Copy details', 'about version commit electron bug report'],
    ['license', 'View license', 'about mit'],
    ['welcome', 'Show welcome page', 'start first run introduction'],
  ]),
]

/** Opens the section, and moves the focus to the setting. */
export function openSetting({ id, section }: SettingEntry) {
  openSettings(section, { focusedSetting: id })
}
