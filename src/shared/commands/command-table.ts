// The table of all commands: palette, menus, tooltips, shortcuts, and their lists derive from it.
import type { Keys } from './keys'

export const commandAreas = [
  'General',
  'Go to',
  'Window',
  'Lists',
  'Chat',
  'Images',
  'Video',
  'Transcribe',
  'Embeddings',
  'Library',
  'Gateway',
] as const
export type CommandArea = (typeof commandAreas)[number]

type Panel = 'chat' | 'images' | 'video' | 'transcribe' | 'embeddings' | 'library' | 'gateway' | 'settings'

export type MenuName = 'File' | 'Edit' | 'View' | 'Go' | 'Help'

export interface CommandDefinition {
  /** As in menus; with “…” if it asks for more. */
  readonly title: string
  readonly area: CommandArea
  /** The default keys, of which the first is shown. */
  readonly keys?: readonly Keys[]
  /** Instead of `keys`, on a Mac. */
  readonly macKeys?: readonly Keys[]
  /** The panels in which its keys work; all if absent. */
  readonly panels?: readonly Panel[]
  /**
   * `focus`: by the focused element, with these keys; the palette offers it for what is selected. `component`: by a
   * component of its panel, while that is open. `main`: by the main process, also while the page isn't open.
   * `page` if absent.
   */
  readonly runs?: 'focus' | 'component' | 'main'
  /** The element whose focus it needs: keys of two of them can be the same. */
  readonly focus?: 'list' | 'image' | 'prompt'
  /** Its place in the application menu: sections are separated. */
  readonly menu?: readonly [MenuName, section: number]
  /** On or off, which menus show with a check mark. */
  readonly checks?: true
  /** Deletes something: no key that types a character may run it. */
  readonly deletes?: true
  /** Runs again while its keys are held down. */
  readonly repeats?: true
  /** Other words for which the palette finds it. */
  readonly words?: string
}

const searchedPanels = ['library', 'gateway', 'embeddings'] as const

export const commandTable = {
  'app.palette': { title: 'Command palette', area: 'General', keys: ['mod+k'], menu: ['View', 0] },
  'app.shortcuts': { title: 'Keyboard shortcuts', area: 'General', keys: ['mod+/'], menu: ['Help', 0] },
  'view.list': { title: 'Toggle list', area: 'General', keys: ['mod+b'], menu: ['View', 1], checks: true },
  'view.inspector': {
    title: 'Toggle inspector',
    area: 'General',
    keys: ['mod+i'],
    menu: ['View', 1],
    checks: true,
    words: 'parameters details sidebar',
  },
  'view.theme': { title: 'Set theme…', area: 'General', menu: ['View', 2], words: 'dark light appearance' },
  'edit.find': {
    title: 'Find',
    area: 'General',
    keys: ['mod+f'],
    panels: ['chat', 'images', 'video', 'settings', ...searchedPanels],
    menu: ['Edit', 0],
    words: 'search',
  },
  'edit.search': { title: 'Search list', area: 'General', keys: ['/'], panels: searchedPanels },
  'prompt.focus': { title: 'Go to prompt', area: 'General', menu: ['Go', 2], words: 'focus composer' },
  'model.use': { title: 'Use model…', area: 'General', keys: ['mod+shift+m'], words: 'switch change' },
  'answer.stop': {
    title: 'Stop generating',
    area: 'General',
    keys: ['escape'],
    words: 'cancel abort',
  },
  'provider.test': { title: 'Test provider', area: 'General', words: 'check connection' },
  'updates.check': { title: 'Check for updates', area: 'General', menu: ['Help', 2] },
  'app.about': {
    title: 'About Gen Playground',
    area: 'General',
    menu: ['Help', 2],
    words: 'version license',
  },
  'app.welcome': {
    title: 'Show welcome page',
    area: 'General',
    menu: ['Help', 0],
    words: 'start first run introduction',
  },
  'app.openLogFolder': { title: 'Open log folder', area: 'General', runs: 'main', menu: ['Help', 1] },
  'app.showDataFolder': { title: 'Show data folder', area: 'General', runs: 'main', menu: ['Help', 1] },

  'go.chat': { title: 'Chat', area: 'Go to', keys: ['mod+1'], menu: ['Go', 0] },
  'go.images': { title: 'Images', area: 'Go to', keys: ['mod+2'], menu: ['Go', 0] },
  'go.video': { title: 'Video', area: 'Go to', keys: ['mod+3'], menu: ['Go', 0] },
  'go.transcribe': { title: 'Transcribe', area: 'Go to', keys: ['mod+4'], menu: ['Go', 0] },
  'go.embeddings': { title: 'Embeddings', area: 'Go to', keys: ['mod+5'], menu: ['Go', 0] },
  'go.library': { title: 'Library', area: 'Go to', keys: ['mod+6'], menu: ['Go', 0] },
  'go.gateway': { title: 'Gateway', area: 'Go to', keys: ['mod+7'], menu: ['Go', 0] },
  'go.settings': {
    title: 'Settings',
    area: 'Go to',
    keys: ['mod+8', 'mod+,'],
    macKeys: ['mod+,', 'mod+8'],
    menu: ['Go', 0],
    words: 'preferences options',
  },
  'chat.search': {
    title: 'Search all chats',
    area: 'Go to',
    keys: ['mod+shift+f'],
    menu: ['Go', 1],
  },
  'library.search': { title: 'Search Library', area: 'Go to', keys: ['mod+shift+l'], menu: ['Go', 1] },

  'window.reload': {
    title: 'Reload window',
    area: 'Window',
    keys: ['mod+r'],
    runs: 'main',
    menu: ['View', 5],
  },
  'window.developerTools': {
    title: 'Toggle developer tools',
    area: 'Window',
    keys: ['mod+shift+i'],
    macKeys: ['mod+alt+i'],
    runs: 'main',
    menu: ['View', 5],
  },
  'window.resetZoom': {
    title: 'Actual size',
    area: 'Window',
    keys: ['mod+0'],
    runs: 'main',
    menu: ['View', 3],
    words: 'reset zoom',
  },
  'window.zoomIn': {
    title: 'Zoom in',
    area: 'Window',
    keys: ['mod++', 'mod+='],
    runs: 'main',
    menu: ['View', 3],
    repeats: true,
    words: 'larger',
  },
  'window.zoomOut': {
    title: 'Zoom out',
    area: 'Window',
    keys: ['mod+-'],
    runs: 'main',
    menu: ['View', 3],
    repeats: true,
    words: 'smaller',
  },
  'window.fullScreen': {
    title: 'Toggle full screen',
    area: 'Window',
    keys: ['f11'],
    macKeys: ['mod+ctrl+f'],
    runs: 'main',
    menu: ['View', 4],
  },
  'window.close': { title: 'Close window', area: 'Window', keys: ['mod+w'], runs: 'main', menu: ['File', 4] },
  'app.quit': {
    title: 'Quit',
    area: 'Window',
    keys: ['mod+q'],
    runs: 'main',
    menu: ['File', 4],
    words: 'exit',
  },

  'list.rename': { title: 'Rename', area: 'Lists', keys: ['f2'], runs: 'focus', focus: 'list' },
  'list.delete': {
    title: 'Delete',
    area: 'Lists',
    keys: ['delete'],
    macKeys: ['delete', 'mod+backspace'],
    runs: 'focus',
    focus: 'list',
    deletes: true,
  },
  'list.copy': { title: 'Copy', area: 'Lists', keys: ['mod+c'], runs: 'focus', focus: 'list' },
  'list.selectAll': { title: 'Select all', area: 'Lists', keys: ['mod+a'], runs: 'focus', focus: 'list' },

  'chat.new': {
    title: 'New chat',
    area: 'Chat',
    keys: ['mod+n'],
    panels: ['chat', 'video', 'transcribe', 'embeddings', 'library', 'gateway', 'settings'],
    menu: ['File', 0],
    words: 'conversation',
  },
  'chat.newFolder': { title: 'New folder', area: 'Chat' },
  'chat.import': { title: 'Import chats…', area: 'Chat', menu: ['File', 1], words: 'open file' },
  'chat.export': {
    title: 'Export as…',
    area: 'Chat',
    menu: ['File', 1],
    words: 'chat markdown json html save',
  },
  'conversation.rename': { title: 'Rename…', area: 'Chat', menu: ['File', 2], words: 'chat session title' },
  'chat.pin': { title: 'Pin', area: 'Chat', checks: true, menu: ['File', 2], words: 'chat unpin' },
  'chat.duplicate': { title: 'Duplicate', area: 'Chat', menu: ['File', 2], words: 'chat copy' },
  'chat.move': { title: 'Move to folder…', area: 'Chat', menu: ['File', 2], words: 'chat' },
  'chat.tags': { title: 'Tags…', area: 'Chat', menu: ['File', 2], words: 'chat label' },
  'conversation.delete': {
    title: 'Delete',
    area: 'Chat',
    menu: ['File', 3],
    deletes: true,
    words: 'chat session remove trash',
  },
  'chat.copyResponse': { title: 'Copy last response', area: 'Chat', keys: ['mod+shift+c'], panels: ['chat'] },
  'chat.regenerate': { title: 'Regenerate last response', area: 'Chat', words: 'retry again' },
  'chat.editPrompt': { title: 'Edit last prompt', area: 'Chat' },
  'chat.attach': {
    title: 'Attach files…',
    area: 'Chat',
    keys: ['mod+o'],
    panels: ['chat'],
    runs: 'component',
    words: 'upload open',
  },
  'chat.template': {
    title: 'Insert template…',
    area: 'Chat',
    keys: ['/'],
    panels: ['chat'],
    runs: 'component',
    focus: 'prompt',
    words: 'prompt',
  },

  'images.new': {
    title: 'New image session',
    area: 'Images',
    keys: ['mod+n'],
    panels: ['images'],
    menu: ['File', 0],
  },
  'images.shortcuts': { title: 'Image keyboard shortcuts', area: 'Images', keys: ['?'], panels: ['images'] },
  'image.edit': {
    title: 'Edit',
    area: 'Images',
    keys: ['e'],
    panels: ['images'],
    runs: 'focus',
    focus: 'image',
  },
  'image.editArea': {
    title: 'Crop, extend, or mark',
    area: 'Images',
    keys: ['m'],
    panels: ['images'],
    runs: 'focus',
    focus: 'image',
  },
  'image.compare': {
    title: 'Compare',
    area: 'Images',
    keys: ['c'],
    panels: ['images'],
    runs: 'focus',
    focus: 'image',
  },
  'image.save': {
    title: 'Save image…',
    area: 'Images',
    keys: ['s'],
    panels: ['images'],
    runs: 'focus',
    focus: 'image',
  },
  'image.stop': {
    title: 'Stop',
    area: 'Images',
    keys: ['.'],
    panels: ['images'],
    runs: 'focus',
    focus: 'image',
  },

  'video.new': { title: 'New video', area: 'Video', menu: ['File', 0] },

  'transcribe.add': {
    title: 'Add files…',
    area: 'Transcribe',
    keys: ['mod+o'],
    panels: ['transcribe'],
    runs: 'component',
    words: 'audio open',
  },
  'transcript.find': {
    title: 'Find and replace',
    area: 'Transcribe',
    keys: ['mod+f'],
    panels: ['transcribe'],
    runs: 'component',
    menu: ['Edit', 0],
    words: 'search transcript',
  },
  'transcribe.record': { title: 'Record', area: 'Transcribe', words: 'audio microphone' },
  'transcribe.retryFailed': { title: 'Retry failed files', area: 'Transcribe' },
  'transcribe.clearFinished': { title: 'Remove finished files', area: 'Transcribe', words: 'clear list' },

  'embeddings.new': { title: 'New embedding set', area: 'Embeddings', menu: ['File', 0] },
  'embeddings.import': {
    title: 'Import file…',
    area: 'Embeddings',
    keys: ['mod+o'],
    panels: ['embeddings'],
    runs: 'component',
    words: 'csv jsonl txt open',
  },
  'embeddings.importVectors': { title: 'Import set or vectors…', area: 'Embeddings', words: 'npy' },
  'embeddings.run': {
    title: 'Run set',
    area: 'Embeddings',
    keys: ['mod+enter'],
    panels: ['embeddings'],
    runs: 'component',
    words: 'embed',
  },
  'embeddings.cancel': { title: 'Cancel run', area: 'Embeddings', words: 'stop' },
  'embeddings.retryFailed': { title: 'Retry failed rows', area: 'Embeddings' },
  'embeddings.nextFailed': { title: 'Go to next failed row', area: 'Embeddings' },

  'library.star': {
    title: 'Add star',
    area: 'Library',
    keys: ['s'],
    panels: ['library'],
    runs: 'focus',
    focus: 'list',
  },
  'library.view': { title: 'Switch grid and list', area: 'Library', words: 'view' },
  'library.trash': { title: 'Open trash', area: 'Library', words: 'deleted bin' },
  'library.emptyTrash': { title: 'Empty trash…', area: 'Library', deletes: true, words: 'permanently' },
  'library.clearFilters': { title: 'Clear filters', area: 'Library' },
  'library.compareFolder': {
    title: 'Compare with media folder',
    area: 'Library',
    words: 'reconcile check files',
  },

  'gateway.log': { title: 'Show request log', area: 'Gateway', words: 'http' },
  'gateway.usage': { title: 'Show usage', area: 'Gateway', words: 'cost budget' },
  'gateway.reference': { title: 'Show API reference', area: 'Gateway', words: 'endpoints' },
  'gateway.connect': { title: 'Connect your code', area: 'Gateway', words: 'curl sdk key' },
  'gateway.copyUrl': { title: 'Copy gateway URL', area: 'Gateway' },
  'gateway.copyKey': { title: 'Copy local key', area: 'Gateway' },
  'request.next': {
    title: 'Next request',
    area: 'Gateway',
    keys: ['j'],
    panels: ['gateway'],
    runs: 'focus',
    focus: 'list',
    repeats: true,
  },
  'request.previous': {
    title: 'Previous request',
    area: 'Gateway',
    keys: ['k'],
    panels: ['gateway'],
    runs: 'focus',
    focus: 'list',
    repeats: true,
  },
  'request.copyCurl': {
    title: 'Copy as curl',
    area: 'Gateway',
    keys: ['c'],
    panels: ['gateway'],
    runs: 'focus',
    focus: 'list',
  },
  'request.replay': {
    title: 'Replay request',
    area: 'Gateway',
    keys: ['r'],
    panels: ['gateway'],
    runs: 'focus',
    focus: 'list',
  },
  'request.stop': {
    title: 'Stop request',
    area: 'Gateway',
    keys: ['s'],
    panels: ['gateway'],
    runs: 'focus',
    focus: 'list',
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>
