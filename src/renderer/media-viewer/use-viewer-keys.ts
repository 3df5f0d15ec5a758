// Keys for looking at pictures, wherever in the dialog the focus is.
import type { KeyboardEvent } from 'react'
import { canPan, fitted, panBy, showPixels, zoomBy } from './picture-view'
import type { Looking } from './use-looking'
import { readViewerKey, type ViewerCommand } from './viewer-keys'

/** `onStep` is for keys that go on to another picture. */
export function useViewerKeys({ view, stage, change }: Looking, onStep: (by: 1 | -1) => void) {
  const obey = (command: ViewerCommand) => {
    switch (command.do) {
      case 'zoom':
        return change((before, on) => zoomBy(before, on, command))
      case 'fit':
        return change(() => fitted)
      case 'pixels':
        return change((before, on) => showPixels(before, on))
      case 'pan':
        return change((before, on) => panBy(before, on, command.by))
      case 'step':
        return onStep(command.by)
    }
  }
  return (event: KeyboardEvent) => {
    if (event.defaultPrevented || hasOwnKeys(event)) return
    const command = readViewerKey(event, stage !== null && canPan(view, stage))
    if (!command) return
    event.preventDefault()
    obey(command)
  }
}

/** A menu is no part of the dialog's own element; a choice and a slider have arrows of their own. */
function hasOwnKeys({ currentTarget, target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return true
  return /^(Arrow|Page)/.test(key) && target.closest('[role="radio"], [role="slider"]') !== null
}
