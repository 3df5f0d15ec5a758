// The rows of the lists of shortcuts: commands and local keys, by area, searched by name or by keys.
import { commandAreas } from '#shared/commands/command-definition'
import { type CommandId, commandIds, commands } from '#shared/commands/commands'
import { scoreText } from '#shared/commands/find-text'
import type { Keymap } from '#shared/commands/keymap'
import type { Keys } from '#shared/commands/keys'
import { localKeys } from '#shared/commands/local-keys'

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
