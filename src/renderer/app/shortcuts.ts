// The keyboard's shortcuts: one table from which the keys, their list and the palette's hints derive.
import type { PanelId } from '../state/navigation'

const shortcutIds = ['palette', 'newChat', 'inspector', 'shortcuts', 'stop', 'panel'] as const
export type ShortcutId = (typeof shortcutIds)[number]

/** As shown; `mod` is Command on a Mac, Control elsewhere. */
export const shortcuts: Readonly<Record<ShortcutId, { readonly keys: string; readonly name: string }>> = {
  palette: { keys: 'mod+k', name: 'Command palette' },
  newChat: { keys: 'mod+n', name: 'New chat; in Images, a new drawing' },
  inspector: { keys: 'mod+i', name: 'Show or hide the inspector' },
  stop: { keys: 'escape', name: 'Stop the answer' },
  panel: { keys: 'mod+1…8', name: 'Go to a panel' },
  shortcuts: { keys: 'mod+/', name: 'This list' },
}

export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
}

export type Command =
  | { readonly id: Exclude<ShortcutId, 'panel'> }
  | { readonly id: 'panel'; readonly panel: PanelId }

export function readShortcut(
  press: KeyPress,
  context: { mac: boolean; panels: readonly PanelId[] },
): Command | null {
  if (press.isComposing || press.shiftKey || press.altKey) return null
  if (press.key === 'Escape') return { id: 'stop' }
  const mod = context.mac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey
  if (!mod) return null
  const panel = context.panels[Number(press.key) - 1]
  if (panel) return { id: 'panel', panel }
  const keys = `mod+${press.key.toLowerCase()}`
  const id = shortcutIds.find((each) => each !== 'panel' && shortcuts[each].keys === keys)
  return id && id !== 'panel' ? { id } : null
}
