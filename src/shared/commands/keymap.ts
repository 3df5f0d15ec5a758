// The keys of each command: the defaults with the user's changes, conflicts between them, and what keys are allowed.
import { type CommandId, commandIds, commands, isCommandId } from './commands'
import { isBare, type Keys, parseKeys } from './keys'

/** The user's changes, by command; null for no keys. Commands that are not listed have their defaults. */
export type KeymapChanges = Readonly<Record<string, Keys | null>>

export type Keymap = Readonly<Record<CommandId, readonly Keys[]>>

export function readDefaultKeys(id: CommandId, isMac: boolean): readonly Keys[] {
  const { keys = [], macKeys = keys } = commands[id]
  return isMac ? macKeys : keys
}

/** Changes of unknown commands, and keys that are not allowed, have no effect. */
export function resolveKeymap(changes: KeymapChanges, isMac: boolean): Keymap {
  const entries = commandIds.map((id) => {
    const changed = Object.hasOwn(changes, id) ? changes[id] : undefined
    if (changed === null) return [id, []]
    const isUsable = changed !== undefined && findKeysProblem(id, changed, isMac) === undefined
    return [id, isUsable ? [changed] : readDefaultKeys(id, isMac)]
  })
  // One entry for each command.
  return Object.fromEntries(entries) as Keymap
}

/** Whether a press can be meant for both: they work in the same panel, and for the same focused element. */
function canCollide(one: CommandId, other: CommandId): boolean {
  const [{ panels: some, focus }, { panels: others, focus: otherFocus }] = [commands[one], commands[other]]
  const sharesPanel = !some || !others || some.some((panel) => others.includes(panel))
  return sharesPanel && (!focus || !otherFocus || focus === otherFocus)
}

/** The other commands that these keys would run as well. */
export function findConflicts(id: CommandId, keys: Keys, keymap: Keymap): CommandId[] {
  return commandIds.filter((other) => other !== id && canCollide(id, other) && keymap[other].includes(keys))
}

/** Keys that move the focus, press buttons, and edit text everywhere. */
const fixedKeys = /^(shift\+)?(tab|enter|space|backspace|home|end|pageup|pagedown|arrow(up|down|left|right))$/
const editingKeys = /^(mod|ctrl)\+(c|x|v|a|z|y|shift\+z)$/

/** Why a command can't have these keys, as a sentence; undefined if it can. */
export function findKeysProblem(id: CommandId, keys: Keys, isMac: boolean): string | undefined {
  if (readDefaultKeys(id, isMac).includes(keys)) return undefined
  const parsed = parseKeys(keys)
  if (!parsed) return 'These keys can’t be used.'
  if (fixedKeys.test(keys) || keys === 'escape') return 'This key moves the focus or presses buttons.'
  if (editingKeys.test(keys)) return 'These keys edit text.'
  const { deletes, panels, focus } = commands[id]
  const isCharacter = isBare(keys) && [...parsed.key].length === 1
  if (deletes && isBare(keys) && !(focus && parsed.key === 'delete'))
    return 'A command that deletes needs Ctrl, ⌘, or Alt.'
  if (isCharacter && !panels && !focus) return 'A command that works everywhere needs Ctrl, ⌘, or Alt.'
  if (parsed.key === 'delete' && isBare(keys) && !deletes) return 'This key deletes.'
  return undefined
}

/** Without changes that are the defaults. */
export function changeKeymap(
  changes: KeymapChanges,
  change: Readonly<Partial<Record<CommandId, Keys | null>>>,
  isMac: boolean,
): Record<string, Keys | null> {
  const entries = Object.entries({ ...changes, ...change }).filter(([id, keys]) => {
    if (!isCommandId(id) || keys === undefined) return false
    const defaults = readDefaultKeys(id, isMac)
    return keys === null ? defaults.length > 0 : defaults.length !== 1 || defaults[0] !== keys
  })
  // Undefined values were left out.
  return Object.fromEntries(entries) as Record<string, Keys | null>
}
