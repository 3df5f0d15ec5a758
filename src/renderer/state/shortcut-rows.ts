// The rows of the lists of shortcuts: commands and local keys, by area, searched by name or by keys.
import { type CommandArea, commandAreas } from '#shared/commands/command-definition'
import { type CommandId, commandIds, commands } from '#shared/commands/commands'
import { scoreText } from '#shared/commands/find-text'
import type { Keymap } from '#shared/commands/keymap'
import type { Keys } from '#shared/commands/keys'

// Keys that belong to one kind of element and can't be changed.
interface LocalKeys {
  readonly area: CommandArea | 'Viewer' | 'Player' | 'Map and matrix'
  readonly keys: readonly Keys[]
  readonly title: string
}

const localKeys: readonly LocalKeys[] = [
  { area: 'Lists', keys: ['arrowup', 'arrowdown'], title: 'Move' },
  { area: 'Lists', keys: ['shift+arrowup', 'shift+arrowdown'], title: 'Extend selection' },
  { area: 'Lists', keys: ['mod+space'], title: 'Select or deselect' },
  { area: 'Lists', keys: ['enter'], title: 'Open' },
  { area: 'Lists', keys: ['escape'], title: 'Clear selection' },
  { area: 'Lists', keys: ['arrowright', 'arrowleft'], title: 'Expand or collapse a folder' },
  { area: 'Chat', keys: ['enter'], title: 'Send prompt' },
  { area: 'Chat', keys: ['shift+enter'], title: 'Insert line break' },
  { area: 'Chat', keys: ['alt+arrowup'], title: 'Edit the last prompt (in an empty prompt)' },
  { area: 'Chat', keys: ['mod+enter'], title: 'Send an edited message or function results' },
  { area: 'Chat', keys: ['enter', 'shift+enter'], title: 'Next or previous match (in the find bar)' },
  { area: 'Images', keys: ['arrowleft', 'arrowright', 'arrowup', 'arrowdown'], title: 'Move between images' },
  { area: 'Images', keys: ['enter'], title: 'View full size' },
  { area: 'Images', keys: ['space'], title: 'Select image to continue from' },
  { area: 'Video', keys: ['mod+enter'], title: 'Generate' },
  { area: 'Video', keys: ['space'], title: 'Play the selected video' },
  { area: 'Transcribe', keys: ['alt+arrowup', 'alt+arrowdown'], title: 'Move file up or down' },
  { area: 'Transcribe', keys: ['mod+h'], title: 'Replace in transcript' },
  { area: 'Transcribe', keys: ['mod+enter'], title: 'Play from cursor' },
  { area: 'Transcribe', keys: ['mod+z', 'mod+shift+z'], title: 'Undo or redo' },
  { area: 'Gateway', keys: ['arrowright', 'arrowleft'], title: 'Expand or collapse polls' },
  { area: 'Gateway', keys: ['escape'], title: 'Close request' },
  { area: 'Viewer', keys: ['arrowleft', 'arrowright'], title: 'Previous or next image' },
  { area: 'Viewer', keys: ['+', '-'], title: 'Zoom in or out' },
  { area: 'Viewer', keys: ['0', '1'], title: 'Fit, or actual pixels' },
  { area: 'Viewer', keys: ['escape'], title: 'Close' },
  { area: 'Player', keys: ['space'], title: 'Play or pause' },
  { area: 'Player', keys: [',', '.'], title: 'Previous or next frame' },
  { area: 'Player', keys: ['arrowleft', 'arrowright'], title: 'Back or forward' },
  { area: 'Player', keys: ['l'], title: 'Loop' },
  { area: 'Player', keys: ['m'], title: 'Mute' },
  { area: 'Player', keys: ['f'], title: 'Full screen' },
  { area: 'Map and matrix', keys: ['+', '-'], title: 'Zoom in or out' },
  { area: 'Map and matrix', keys: ['0'], title: 'Fit' },
]

export interface ShortcutRow {
  readonly id: string
  readonly title: string
  readonly keys: readonly Keys[]
  /** Absent for keys that can't be changed. */
  readonly command?: CommandId
}

interface ShortcutGroup {
  readonly area: string
  readonly rows: readonly ShortcutRow[]
}

/** `pressed`: only those with one of these keys. */
export function findShortcuts(keymap: Keymap, query: string, pressed: readonly Keys[] = []): ShortcutGroup[] {
  const areas = [...new Set([...commandAreas, ...localKeys.map(({ area }) => area)])]
  const isFound = (area: string, { title, keys, command }: ShortcutRow) =>
    pressed.length > 0
      ? keys.some((each) => pressed.includes(each))
      : query.trim() === '' ||
        scoreText(query, title, `${area} ${(command && commands[command].words) ?? ''}`) > 0
  return areas
    .map((area) => ({ area, rows: listRows(area, keymap).filter((row) => isFound(area, row)) }))
    .filter(({ rows }) => rows.length > 0)
}

function listRows(area: string, keymap: Keymap): ShortcutRow[] {
  const own = commandIds
    .filter((id) => commands[id].area === area)
    .map((id) => ({ id, title: commands[id].title, keys: keymap[id], command: id }))
  const local = localKeys
    .filter((each) => each.area === area)
    .map(({ title, keys }) => ({ id: `${area} ${title}`, title, keys }))
  return [...own, ...local]
}
