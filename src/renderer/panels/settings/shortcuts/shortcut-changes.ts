// Changes of the keymap: conflicts that they would cause, saving, and undo.
import { type CommandId, commands } from '#shared/commands/commands'
import {
  changeKeymap,
  findConflicts,
  findKeysProblem,
  type KeymapChanges,
  readDefaultKeys,
} from '#shared/commands/keymap'
import { type KeyPress, type Keys, readKeys } from '#shared/commands/keys'
import { announce } from '../../../state/announcement'
import { isMac, useKeymap } from '../../../state/keymap'
import { toastUndo } from '../../../state/undo'
import { saveSettings } from '../settings-form'

/** A question or a problem that a row shows before it changes the keys of its command. */
export type ShortcutQuestion =
  | { readonly kind: 'problem'; readonly text: string }
  | { readonly kind: 'conflict'; readonly keys: Keys; readonly others: readonly CommandId[] }

/** The combination to store: where a keyboard types no Latin character, the place of the key. */
export function readRecordedKeys(press: KeyPress): Keys | undefined {
  const found = readKeys(press, isMac)
  return found.find((keys) => /^[\x20-\x7e]+$/.test(keys)) ?? found[0]
}

/** Undefined if the command can have the keys without a question. */
export function checkKeys(id: CommandId, keys: Keys): ShortcutQuestion | undefined {
  const text = findKeysProblem(id, keys, isMac)
  if (text) return { kind: 'problem', text }
  const others = findConflicts(id, keys, useKeymap.getState().keymap)
  return others.length > 0 ? { kind: 'conflict', keys, others } : undefined
}

/** Null for no keys. The other commands lose these keys. */
export async function saveKeys(id: CommandId, keys: Keys | null, others: readonly CommandId[] = []) {
  const { changes, keymap } = useKeymap.getState()
  const removed = others.map((other) => [other, keymap[other].find((each) => each !== keys) ?? null])
  await saveKeymap(changeKeymap(changes, { [id]: keys, ...Object.fromEntries(removed) }, isMac))
  announce(keys === null ? 'Shortcut removed' : 'Shortcut saved')
}

/** Undefined if its defaults are free. */
export function checkReset(id: CommandId): ShortcutQuestion | undefined {
  for (const keys of readDefaultKeys(id, isMac)) {
    const others = findConflicts(id, keys, useKeymap.getState().keymap)
    if (others.length > 0) return { kind: 'conflict', keys, others }
  }
  return undefined
}

export async function resetKeys(id: CommandId) {
  const { [id]: _, ...changes } = useKeymap.getState().changes
  await saveKeymap(changes)
  announce('Shortcut reset')
}

export async function resetAllKeys() {
  const { changes } = useKeymap.getState()
  await saveKeymap({})
  toastUndo('All shortcuts reset', () => saveKeymap({ ...changes, ...useKeymap.getState().changes }))
}

async function saveKeymap(keymap: KeymapChanges) {
  await saveSettings(() => ({ keymap: { ...keymap } }))
}

/** “Toggle list (General)”. */
export function nameCommand(id: CommandId): string {
  return `“${commands[id].title}” (${commands[id].area})`
}
