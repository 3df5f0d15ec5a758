// The keys of all commands as they are now: the defaults with the user's changes.
import { QueryObserver } from '@tanstack/react-query'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { CommandId } from '#shared/commands/commands'
import { type Keymap, type KeymapChanges, resolveKeymap } from '#shared/commands/keymap'
import { type KeyPress, type Keys, readKeys } from '#shared/commands/keys'
import { queries } from '../api/desktop'
import { queryClient } from '../api/query-client'

export const isMac = typeof navigator !== 'undefined' && /Mac/.test(navigator.platform)

interface KeymapState {
  readonly changes: KeymapChanges
  readonly keymap: Keymap
}

function toState(changes: KeymapChanges): KeymapState {
  return { changes, keymap: resolveKeymap(changes, isMac) }
}

/** Remembered, so that keys which are pressed before the settings are read run the same commands. */
export const useKeymap = create<KeymapState>()(
  persist((): KeymapState => toState({}), {
    name: 'keymap',
    version: 1,
    partialize: ({ changes }) => ({ changes }),
    // Only this function writes it.
    merge: (stored) => toState((stored as Pick<KeymapState, 'changes'> | undefined)?.changes ?? {}),
  }),
)

/** Returns an unsubscribe function. */
export function followKeymap(): () => void {
  const observer = new QueryObserver(queryClient, queries.settings.read.queryOptions())
  return observer.subscribe(({ data }) => {
    if (!data || JSON.stringify(data.keymap) === JSON.stringify(useKeymap.getState().changes)) return
    useKeymap.setState(toState(data.keymap))
  })
}

/** As menus and tooltips show them: the first keys of the command; undefined if it has none. */
export function useKeys(id: CommandId): Keys | undefined {
  return useKeymap(({ keymap }) => keymap[id][0])
}

/** Like `useKeys`, for lists of menu items, which are created when a menu is rendered. */
export function readCommandKeys(id: CommandId): Keys | undefined {
  return useKeymap.getState().keymap[id][0]
}

/** Keys as a menu item or an icon button has them: absent if the command has none. */
export function keysOf(id: CommandId): { readonly keys?: Keys } {
  const keys = readCommandKeys(id)
  return keys === undefined ? {} : { keys }
}

/** For the focused element, whose commands come before those of the window. */
export function isCommandKey(press: KeyPress, id: CommandId): boolean {
  const keys = useKeymap.getState().keymap[id]
  return keys.length > 0 && readKeys(press, isMac).some((each) => keys.includes(each))
}

/** Returns the command that a key has in any list, beside moving and selecting. */
export function readListCommand(press: KeyPress): 'remove' | 'copy' | 'all' | null {
  if (isCommandKey(press, 'list.delete')) return 'remove'
  if (isCommandKey(press, 'list.copy')) return 'copy'
  return isCommandKey(press, 'list.selectAll') ? 'all' : null
}
