// Runs commands: for the keys of the page, the application menu, and the palette.

import { useEffect } from 'react'
import type { CommandArea } from '#shared/commands/command-definition'
import { type CommandId, type ComponentCommand, commandIds, commands } from '#shared/commands/commands'
import { isTyping, type KeyPress, type Keys, readKeys } from '#shared/commands/keys'
import type { PanelId } from '#shared/desktop/panel-ids'
import { desktop } from '../api/desktop'
import { toastOutcome } from '../api/toast-outcome'
import { isTextField } from '../components/keyboard'
import { stopOpenAnswer } from '../state/chat-actions'
import { type CommandHandler, findMountedHandler, notifyHandlersChange } from '../state/command-handlers'
import { isMac, useKeymap } from '../state/keymap'
import { useNavigation } from '../state/navigation'
import { endFreshUndo, isUndoFresh } from '../state/undo'
import { ownChat } from '../state/windows'
import { coreCommands, isCoreCommand } from './core-commands'
import { openPaletteAt } from './overlays'

type PanelCommands = typeof import('./panel-commands').panelCommands

let panelCommands: PanelCommands | undefined

/** The handlers of other panels than Chat. */
export async function loadPanelCommands(): Promise<void> {
  if (panelCommands) return

  panelCommands = (await import('./panel-commands')).panelCommands
  notifyHandlersChange()
}

const chatWindowAreas: readonly CommandArea[] = ['General', 'Go to', 'Window', 'Lists', 'Chat']
const mainWindowCommands: readonly CommandId[] = [
  'app.welcome',
  'edit.search',
  'provider.test',
  'chat.newFolder',
  'chat.import',
]

/** The window of a chat has no other panels, so what works in them does not work there. */
function isInWindow(id: CommandId): boolean {
  return ownChat === null || (chatWindowAreas.includes(commands[id].area) && !mainWindowCommands.includes(id))
}

/** Undefined if nothing handles it now, or if its handler isn't loaded yet. */
export function findHandler(id: CommandId): CommandHandler | undefined {
  if (!isInWindow(id)) return undefined
  const { runs } = commands[id]
  if (runs === 'main')
    // The property says so.
    return { run: () => desktop.application.runCommand({ command: id as never }) }
  if (runs === 'component') return findMountedHandler(id as ComponentCommand)
  if (runs === 'focus') return undefined
  if (isCoreCommand(id)) return coreCommands[id]
  return panelCommands?.[id as keyof PanelCommands]
}

/** A handler that isn't loaded yet decides once the command is chosen. */
export function isEnabled(id: CommandId): boolean {
  if (needsLoading(id)) return true
  const handler = findHandler(id)
  return handler !== undefined && (handler.isEnabled?.() ?? true)
}

/** Does nothing if the command can't run now. */
export async function runCommand(id: CommandId): Promise<void> {
  if (needsLoading(id)) await loadPanelCommands()
  const handler = findHandler(id)
  if (!handler || handler.isEnabled?.() === false) return
  if (handler.ask) openPaletteAt(handler.ask())
  else runAction(() => handler.run?.())
}

/** Shows the result of an action, or its error. */
export function runAction(action: () => unknown) {
  toastOutcome((async () => action())())
}

function needsLoading(id: CommandId): boolean {
  const isPanelCommand = commands[id].runs === undefined && !isCoreCommand(id)
  return isPanelCommand && isInWindow(id) && panelCommands === undefined
}

export function useCommandKeys() {
  useEffect(() => {
    // An overlay that handles Escape is gone afterwards.
    let startedInOverlay = false
    const onCapture = (event: KeyboardEvent) => {
      startedInOverlay = isInOverlay(event.target)
      const isModifier = ['Control', 'Meta', 'Shift', 'Alt'].includes(event.key)
      const isUndo = () => findPressedCommand(event, useNavigation.getState().panel) === 'edit.undo'
      if (isUndoFresh() && !isModifier && !isUndo()) endFreshUndo()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const id = findPressedCommand(event, useNavigation.getState().panel)
      if (!id) return
      // A tooltip prevents the default of Escape as well; where that closes something, nothing else happens.
      const isStop = id === 'answer.stop' && event.key === 'Escape'
      if (isStop ? startedInOverlay : event.defaultPrevented) return
      // A response that has just been requested is not known to run yet.
      if (isStop) return event.repeat ? undefined : runAction(stopOpenAnswer)
      if (!isEnabled(id)) return
      event.preventDefault()
      if (!event.repeat || commands[id].repeats) void runCommand(id)
    }
    // Chromium undoes the newest edit of any field, but only the one with the focus may change.
    const onBeforeInput = (event: InputEvent) => {
      const { inputType, target } = event
      if (!['historyUndo', 'historyRedo'].includes(inputType)) return
      if (target instanceof Element && !target.closest(':focus')) event.preventDefault()
    }
    window.addEventListener('keydown', onCapture, { capture: true })
    window.addEventListener('keydown', onKeyDown)
    window.addEventListener('pointerdown', endFreshUndo, { capture: true })
    window.addEventListener('beforeinput', onBeforeInput, { capture: true })
    return () => {
      window.removeEventListener('keydown', onCapture, { capture: true })
      window.removeEventListener('keydown', onKeyDown)
      window.removeEventListener('pointerdown', endFreshUndo, { capture: true })
      window.removeEventListener('beforeinput', onBeforeInput, { capture: true })
    }
  }, [])
}

/** The command that these keys run in the panel, unless the focused element handles them itself. */
export function findPressedCommand(
  press: KeyPress & { readonly target: EventTarget | null },
  panel: PanelId,
): CommandId | undefined {
  const { keymap } = useKeymap.getState()
  for (const keys of readKeys(press, isMac)) {
    const id = commandIds.find(
      (each) => keymap[each].includes(keys) && canRun(each, keys, { panel, target: press.target }),
    )
    if (id) return id
  }
  return undefined
}

interface PressedAt {
  readonly panel: PanelId
  readonly target: EventTarget | null
}

function canRun(id: CommandId, keys: Keys, { panel, target }: PressedAt): boolean {
  const { panels, focus, outsideText } = commands[id]
  if (focus || (panels && !panels.includes(panel))) return false
  const element = typeof Element !== 'undefined' && target instanceof Element ? target : null
  // Behind a dialog, the panel can't be used.
  if (panels && element?.closest('[role="dialog"], [role="menu"]')) return false
  if (outsideText && isTextField(element) && !isUndoFresh()) return false
  return !(isTyping(keys) && element?.closest(textFields))
}

const textFields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable="true"]'

function isInOverlay(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('[role="dialog"], [role="listbox"], [role="menu"]') !== null
  )
}
