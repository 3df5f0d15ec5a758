// Handlers of commands: their types, and those of components that are rendered now.
import type { LucideIcon } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ComponentCommand } from '#shared/commands/commands'
import type { Keys } from '#shared/commands/keys'

export interface CommandHandler {
  /** Its result is shown like that of other actions, and its error in a toast. */
  readonly run?: () => unknown
  /** Instead of `run`: asks for an argument in the palette. */
  readonly ask?: () => PaletteStep
  /** Always, if absent. */
  readonly isEnabled?: () => boolean
  readonly isChecked?: () => boolean
}

export interface PaletteItem {
  /** Unique in the palette, and the same each time, so that recent ones can be listed first. */
  readonly id: string
  readonly title: string
  readonly icon: LucideIcon
  /** Shown at the end of the row, such as “Current” or the panel. */
  readonly hint?: string
  /** Other words for which it is found. */
  readonly words?: string
  readonly keys?: Keys | undefined
  readonly isChecked?: boolean
  readonly run?: () => unknown
  /** Instead of `run`: the next step. */
  readonly ask?: () => PaletteStep
}

/** A question that the palette asks in place. */
export interface PaletteStep {
  readonly title: string
  readonly placeholder: string
  /** The answers to choose from. */
  readonly list?: () => Promise<readonly PaletteItem[]> | readonly PaletteItem[]
  /** Instead of a choice: takes the text that the user enters. */
  readonly submit?: {
    readonly initial: string
    readonly label: string
    readonly run: (text: string) => unknown
  }
}

const mounted = new Map<ComponentCommand, CommandHandler>()
const listeners = new Set<() => void>()

/** Handlers were loaded, or a component begins or ends to handle a command. */
export function notifyHandlersChange() {
  for (const listener of listeners) listener()
}

/** Handles the command while the component is rendered. */
export function useCommandHandler(id: ComponentCommand, run: () => unknown, isEnabled?: () => boolean) {
  // Not an effect event, because the palette also asks while it is rendered.
  const latest = useRef({ run, isEnabled })
  useLayoutEffect(() => {
    latest.current = { run, isEnabled }
  })
  useEffect(() => {
    const handler: CommandHandler = {
      run: () => latest.current.run(),
      isEnabled: () => latest.current.isEnabled?.() ?? true,
    }
    mounted.set(id, handler)
    notifyHandlersChange()
    return () => {
      // Another panel may have been rendered before this one was removed.
      if (mounted.get(id) === handler) mounted.delete(id)
      notifyHandlersChange()
    }
  }, [id])
}

export function findMountedHandler(id: ComponentCommand): CommandHandler | undefined {
  return mounted.get(id)
}

/** Calls back when other commands may be handled. Returns an unsubscribe function. */
export function onHandlersChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
