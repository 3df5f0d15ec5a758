// Undo of the user's actions: a toast offers it, and so does Ctrl+Z (⌘Z), the newest one of the shown panel first.
import { toast } from 'sonner'
import type { PanelId } from '#shared/desktop/panel-ids'
import { toastOutcome } from '../api/toast-outcome'
import { useNavigation } from './navigation'

interface UndoOptions {
  /** False once what it restores is gone, or once the user has changed what it would replace. Always true if absent. */
  readonly isPossible?: () => boolean
}

interface UndoToastOptions extends UndoOptions {
  /** A second sentence. */
  readonly description?: string
  /** Another button of the toast. */
  readonly otherAction?: { readonly label: string; readonly onClick: () => void }
  /** Milliseconds; the default if absent. */
  readonly duration?: number
  /** Called when the toast is gone. */
  readonly onClose?: () => void
}

interface UndoableAction extends UndoOptions {
  readonly panel: PanelId
  /** The open dialog in which it was done. */
  readonly dialog: Element | undefined
  readonly message: string
  readonly undo: () => unknown
  toastId?: string | number
}

/** Newest last, until the window closes. */
let actions: readonly UndoableAction[] = []

const maxActions = 100

/** Whether the user has done nothing since the newest action. */
let isFresh = false

/** Then an undo means that action, even if the focus has moved to the prompt since, which undoes its own edits. */
export function isUndoFresh(): boolean {
  return isFresh
}

/** Called when the user does something else. */
export function endFreshUndo() {
  isFresh = false
}

/** Shows a toast with Undo, which the keyboard can also run once the toast is gone. A failed undo shows another toast. */
export function toastUndo(message: string, undo: () => unknown, options: UndoToastOptions = {}) {
  const { isPossible, otherAction, onClose, ...others } = options
  const action = addUndo(message, undo, isPossible)
  const button = { label: 'Undo', onClick: () => run(action) }
  action.toastId = toast.info(message, {
    ...others,
    ...(onClose && { onDismiss: onClose, onAutoClose: onClose }),
    ...(otherAction ? { action: otherAction, cancel: button } : { action: button }),
  })
}

/** For an action whose Undo is shown elsewhere than in a toast. */
export function addUndo(message: string, undo: () => unknown, isPossible?: () => boolean): UndoableAction {
  const { panel } = useNavigation.getState()
  const action = { panel, dialog: findDialog(), message, undo, ...(isPossible && { isPossible }) }
  actions = [...actions.slice(1 - maxActions), action]
  isFresh = true
  return action
}

/** Undoes the newest action of the panel that still can be undone; in a dialog, only what was done there. */
export function undoNewest() {
  const { panel } = useNavigation.getState()
  const dialog = findDialog()
  const isHere = (action: UndoableAction) =>
    action.panel === panel && (!dialog || action.dialog === dialog) && (action.isPossible?.() ?? true)
  const newest = actions.filter(isHere).at(-1)
  if (!newest) return
  run(newest, `Undone: ${newest.message}`)
}

/** For `isPossible`: whether the value is still the one of now. */
export function unchanged(read: () => unknown): () => boolean {
  const before = read()
  return () => read() === before
}

function run(action: UndoableAction, message?: string) {
  if (!actions.includes(action)) return
  actions = actions.filter((each) => each !== action)
  const undo = async () => {
    await action.undo()
    return message
  }
  toastOutcome(undo(), 'Couldn’t undo')
  if (action.toastId !== undefined) toast.dismiss(action.toastId)
}

/** Behind it, the panel can't be used. */
function findDialog(): Element | undefined {
  return [...document.querySelectorAll('[role="dialog"]')].at(-1)
}
