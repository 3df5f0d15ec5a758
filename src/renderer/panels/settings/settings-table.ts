// Every setting once: its section, words to find it by, the fields that it changes, and its control if that is simple.
import { defaultAppearance } from '#shared/schemas/settings'
import { openSettings, type SectionId, sectionIds } from '../../state/settings-view'

interface Choice {
  readonly value: string
  readonly label: string
  readonly description?: string
}

/** Whole numbers that are saved together. */
export interface NumberFields {
  /** By path. */
  readonly fields: Readonly<Record<string, readonly [label: string, unit: string]>>
  readonly hint?: string
  /** The button that saves them. */
  readonly saveLabel: string
}

interface SettingDetails {
  /** The summaries that are opened for it, from the outside in. */
  readonly inside?: readonly string[]
  /** Fields of the settings (`theme`, `appearance.density`). Keys and what the user has entered have no default. */
  readonly paths?: readonly string[]
  /** The control, for settings without one of their own: a switch with this hint, radio cards, or numbers. */
  readonly switchHint?: string
  readonly choices?: readonly Choice[]
  readonly numbers?: NumberFields
  /** The default as it is shown, if that does not follow from the fields. */
  readonly defaultText?: string
}

export interface SettingEntry extends SettingDetails {
  /** Unique, and the same in later versions: recent ones are remembered. */
  readonly id: string
  readonly section: SectionId
  /** The accessible name of its control or group, which gets the focus. */
  readonly label: string
  readonly keywords: string
}

interface SectionEntry {
  readonly title: string
  readonly description: string
  readonly settings: readonly Omit<SettingEntry, 'section'>[]
}

const setting = (id: string, label: string, keywords: string, details: SettingDetails = {}) => ({
  ...{ id, label, keywords },
  ...details,
})

const vendor = 'Gemini and OpenAI'
const servers = 'OpenAI-compatible'

export const sections: Readonly<Record<SectionId, SectionEntry>> = {
  upstream: {
    title: 'Provider',
    description: 'Choose who handles requests from this app and the gateway.',
    settings: [
      setting('provider', 'Provider', 'demo gemini openai service api key test ollama local', {
        paths: ['upstream'],
        defaultText: 'Demo',
      }),
      setting('gemini-key', 'Gemini API key', 'google secret token paste', { inside: [vendor] }),
      setting('openai-key', 'OpenAI API key', 'secret token paste transcription', { inside: [vendor] }),
      setting('vendor-urls', 'API URLs', 'base url mirror gemini openai address', {
        inside: [vendor, 'API URLs'],
        paths: ['vendor'],
        defaultText: 'the providers’ own URLs',
      }),
      setting('services', 'Add service', 'custom server base url connect api key', {
        inside: ['Custom service'],
      }),
      setting('detect-servers', 'Detect servers', 'ollama lm studio llama.cpp vllm local find', {
        inside: [servers],
      }),
      setting(
        'servers',
        'Add server',
        'ollama lm studio llama.cpp vllm openrouter groq mistral local openai-compatible base url api key',
        { inside: [servers] },
      ),
    ],
  },
  models: {
    title: 'Models',
    description: 'The model IDs you use in the app and in scripts, and the IDs sent to Gemini and OpenAI.',
    settings: [
      setting('models', 'Filter models', 'list provider model id type refresh server ollama'),
      setting('custom-models', 'Add model', 'own custom new id'),
      setting('favorite-models', 'Favorite models', 'star first', { paths: ['favoriteModels'] }),
      setting('hidden-models', 'Hidden models', 'hide list', { paths: ['hiddenModels'] }),
      setting('aliases', 'Provider model IDs', 'alias rename map default models names script server ollama', {
        paths: ['aliases'],
        defaultText: 'none changed',
      }),
    ],
  },
  prices: {
    title: 'Prices',
    description:
      'What your providers charge. Costs are computed from this table, without tools that are billed separately, such as Google Search.',
    settings: [
      setting('currency', 'Currency', 'cost price money', { paths: ['prices.currency'] }),
      setting('import-prices', 'Import prices…', 'litellm csv json file'),
      setting('add-price', 'Add price', 'cost token model'),
      setting('prices', 'All prices', 'cost token table'),
    ],
  },
  network: {
    title: 'Network',
    description: 'How requests reach your provider. The demo works offline.',
    settings: [
      setting('network-stack', 'Use the system network stack', 'chromium proxy kerberos ntlm', {
        paths: ['network.systemStack'],
        switchHint:
          'For proxies that use system sign-in (Kerberos, NTLM). Adds a little latency. Uses the system’s certificates and connect timeout instead of those set here.',
      }),
      setting('proxy', 'Proxy', 'http socks pac bypass', {
        paths: ['network.proxyMode', 'network.proxyUrl', 'network.bypass'],
      }),
      setting('proxy-credentials', 'Username', 'proxy password credentials login', {
        inside: ['Proxy username and password'],
      }),
      setting('certificates', 'Extra CA certificates', 'tls ssl pem root', {
        paths: ['network.certificatesFile'],
      }),
      setting('timeouts', 'Timeouts', 'connect response idle seconds', {
        numbers: {
          saveLabel: 'Save timeouts',
          fields: {
            'network.connectSeconds': ['Connect timeout', 'seconds'],
            'limits.upstreamSeconds': ['Response timeout', 'seconds'],
            'network.silenceSeconds': ['Idle timeout', 'seconds'],
          },
        },
      }),
    ],
  },
  gateway: {
    title: 'Gateway',
    description: 'Use the same models from your own scripts and SDKs at this local address.',
    settings: [
      setting('gateway-url', 'URL', 'gateway address base'),
      setting('port', 'Port', 'gateway listen 4715', { paths: ['gatewayPort'] }),
      setting('local-key', 'Local key', 'gateway api key rotate environment'),
      setting('named-keys', 'Named keys', 'gateway api key script revoke'),
      setting('environment', 'Environment variables', 'gateway shell export copy sdk'),
      setting('limits', 'Limits', 'gateway size megabytes json audio body', {
        numbers: {
          saveLabel: 'Save limits',
          fields: {
            'limits.jsonMegabytes': ['Max JSON body', 'MB'],
            'limits.audioMegabytes': ['Max audio file', 'MB'],
          },
        },
      }),
      setting('request-log', 'Request log', 'bodies days retention http history size', {
        numbers: {
          saveLabel: 'Save log limits',
          fields: {
            'requestLog.maxRows': ['Max requests', 'requests'],
            'requestLog.maxDays': ['Max age', 'days'],
            'requestLog.maxMegabytes': ['Max size', 'MB'],
          },
          hint: 'The oldest requests are deleted beyond these limits. Beyond the size, only their headers, bodies, and media are.',
        },
      }),
      setting('log-bodies', 'Log bodies', 'request log privacy', {
        paths: ['requestLog.bodies'],
        switchHint:
          'Turn this off to log only headers, sizes, and times. It takes effect with the next request.',
      }),
      setting('allowed-origins', 'Allowed origins', 'cors browser website', { paths: ['allowedOrigins'] }),
    ],
  },
  chat: {
    title: 'Chat',
    description: 'Choose what new chats start with.',
    settings: [
      setting('titles', 'Write titles with the model', 'chat name automatic', {
        paths: ['chatTitles'],
        switchHint:
          'After the first response, one short request asks the same model and provider for a title. It’s billed like any other. When this is off, and with the demo or an image model, a chat is named after its prompt.',
      }),
      setting('chat-defaults', 'Defaults of new chats', 'parameters temperature preset'),
      setting('chat-model', 'Model of new chats', 'default'),
      setting('chat-instruction', 'System instruction of new chats', 'default prompt'),
      setting('chat-streaming', 'Stream responses in new chats', 'default streaming'),
    ],
  },
  spelling: {
    title: 'Spelling',
    description: 'Misspelled words are underlined while you type. Right-click one for suggestions.',
    settings: [
      setting('spelling', 'Check spelling', 'dictionary language words', {
        paths: ['spelling.isOn', 'spelling.languages', 'spelling.dictionaryUrl'],
        defaultText: 'as the system does',
      }),
      setting('spelling-languages', 'Filter languages', 'dictionary spelling check'),
      setting('spelling-source', 'Download URL', 'dictionary mirror source', { inside: ['Download source'] }),
      setting('spelling-words', 'Your words', 'dictionary spelling custom'),
    ],
  },
  shortcuts: {
    title: 'Shortcuts',
    description: 'Change the keys of any command. Conflicts are shown before a change is saved.',
    settings: [setting('shortcuts', 'Search shortcuts', 'keyboard keys keymap bindings')],
  },
  notifications: {
    title: 'Notifications',
    description:
      'Choose which work is announced when it finishes or fails while Gen Playground is in the background. A click on a notification opens it.',
    settings: [
      setting('notify-responses', 'Chat responses', 'notification notify background chat answer finished', {
        paths: ['notifications.responses'],
        switchHint: 'When the last response of a chat has finished.',
      }),
      setting('response-seconds', 'Minimum response time', 'notification chat seconds long', {
        numbers: {
          saveLabel: 'Save time',
          fields: { 'notifications.responseSeconds': ['Minimum response time', 's'] },
          hint: 'Chats that take less time aren’t announced.',
        },
      }),
      setting('notify-images', 'Image steps', 'notification notify background finished variations', {
        paths: ['notifications.images'],
        switchHint: 'When all variations of a step have finished.',
      }),
      setting('notify-videos', 'Videos', 'notification notify background finished job', {
        paths: ['notifications.videos'],
        switchHint: 'When a video was downloaded, was blocked, or failed.',
      }),
      setting(
        'notify-transcriptions',
        'Transcriptions',
        'notification notify background finished job transcript audio',
        { paths: ['notifications.transcriptions'], switchHint: 'When a file was transcribed, or failed.' },
      ),
      setting('notify-embeddings', 'Embedding runs', 'notification notify background finished vectors set', {
        paths: ['notifications.embeddings'],
        switchHint: 'When all rows of a run have finished.',
      }),
      setting('notification-sound', 'Play a sound', 'notification silent mute quiet audio', {
        paths: ['notifications.isAudible'],
        switchHint: 'The system’s sound for notifications.',
      }),
      setting('tray', 'Keep running in the tray', 'menu bar icon background close window minimize', {
        paths: ['notifications.tray'],
        switchHint:
          'Closing the last window keeps an icon in the tray or menu bar, which opens the app again and lists running work.',
      }),
    ],
  },
  appearance: {
    title: 'Appearance',
    description: 'Choose how Gen Playground looks.',
    settings: [
      setting('theme', 'Theme', 'dark light system color mode', {
        paths: ['theme'],
        choices: [
          { value: 'system', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ],
      }),
      setting('density', 'Density', 'compact comfortable spacing rows', {
        paths: ['appearance.density'],
        choices: [
          { value: 'comfortable', label: 'Comfortable' },
          { value: 'compact', label: 'Compact', description: 'More rows and less space.' },
        ],
      }),
      setting('font-size', 'Font size', 'text zoom large small pixels', {
        paths: ['appearance.fontSize'],
        defaultText: `${defaultAppearance.fontSize} px`,
      }),
      setting('motion', 'Motion', 'animation reduced accessibility', {
        paths: ['appearance.motion'],
        choices: [
          { value: 'system', label: 'System' },
          { value: 'reduced', label: 'Reduced', description: 'No animations.' },
          { value: 'full', label: 'Full' },
        ],
      }),
      setting('format-language', 'Dates and numbers', 'language locale region format time', {
        paths: ['appearance.formatLanguage'],
        defaultText: 'English (United States)',
      }),
    ],
  },
  privacy: {
    title: 'Privacy',
    description: 'The app has no telemetry: it sends no usage data and no crash reports.',
    settings: [
      setting('data-sent', 'Sent', 'privacy telemetry provider network what'),
      setting('data-stored', 'Stored on this computer', 'privacy log crash files what'),
      setting('confirm-links', 'Ask before opening links', 'browser url dialog confirmation', {
        paths: ['confirmLinks'],
        switchHint: 'Shows the real address first. Links in responses can lead anywhere.',
      }),
    ],
  },
  folders: {
    title: 'Folders',
    description:
      'Where images and other media are stored. Each file is kept unchanged, with a JSON file that describes how it was generated.',
    settings: [setting('media-folder', 'Media folder', 'images videos location move disk')],
  },
  data: {
    title: 'Data',
    description: 'Everything you create stays on this computer.',
    settings: [
      setting('data-folder', 'Data folder', 'location database files'),
      setting('export-import', 'Export and import', 'archive zip move computer'),
      setting('backup', 'Back up daily', 'backup copy automatic', {
        paths: ['backup.enabled'],
        switchHint:
          'While the app runs, once a day. Only new media files are copied. Keys aren’t included. To restore a backup, choose Import… and its manifest.json.',
      }),
      // Without a folder, there can be no daily backup.
      setting('backup-folder', 'Backup folder', 'back up copy location disk now', {
        paths: ['backup.folder', 'backup.enabled'],
      }),
      setting('backup-count', 'Backups to keep', 'number back up keep delete old', {
        numbers: { saveLabel: 'Save number', fields: { 'backup.maxCount': ['Backups to keep', 'backups'] } },
      }),
      setting('storage', 'Storage', 'disk space size clean up cache media'),
      setting('reset-data', 'Reset', 'delete everything erase area factory'),
    ],
  },
  about: {
    title: 'About',
    description: 'Version, updates, and license.',
    settings: [
      setting('updates', 'Check for updates', 'version automatic', { paths: ['updates.isAutomatic'] }),
      setting('version', 'Copy details', 'about version commit electron bug report'),
      setting('license', 'View license', 'about mit'),
      setting('welcome', 'Show welcome page', 'start first run introduction'),
    ],
  },
}

export const settingsTable: readonly SettingEntry[] = sectionIds.flatMap((section) =>
  sections[section].settings.map((entry) => ({ ...entry, section })),
)

export function findSetting(id: string): SettingEntry {
  const entry = settingsTable.find((each) => each.id === id)
  if (!entry) throw new Error(`There is no setting “${id}”`)
  return entry
}

/** Opens the section, and moves the focus to the setting. */
export function openSetting({ id, section }: SettingEntry) {
  openSettings(section, { focusedSetting: id })
}
