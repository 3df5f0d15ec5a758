// Toasts for the result of a user action: success, a saved file with its folder, and an error.
import { toast } from 'sonner'
import { describeError } from './describe-error'
import { desktop } from './desktop'

/** A file that the user has saved outside the application. */
interface SavedFile {
  readonly message: string
  readonly path: string
}

/** The result of saving a file; undefined if the dialog was canceled, which needs no toast. */
export function toSaved(path: string | null | undefined, action = 'Saved'): SavedFile | undefined {
  return path == null ? undefined : { message: `${action} to ${path}`, path }
}

export type Outcome = string | SavedFile | null | undefined

/** Shows a message or a saved file; any other success shows nothing. `about` prefixes the error message. */
export function toastOutcome(action: Promise<unknown>, about?: string) {
  action.then(
    (outcome) => {
      if (typeof outcome === 'string') toast.success(outcome)
      else if (isSavedFile(outcome)) toastSaved(outcome)
    },
    (error) => toast.error([about, describeError(error)].filter(Boolean).join(': ')),
  )
}

function isSavedFile(outcome: unknown): outcome is SavedFile {
  return typeof outcome === 'object' && outcome !== null && 'message' in outcome && 'path' in outcome
}

function toastSaved({ message, path }: SavedFile) {
  const onClick = () => toastOutcome(desktop.application.revealSaved({ path }), 'Couldn’t show the file')
  toast.success(message, { action: { label: 'Show in folder', onClick } })
}

/** An error that stays until the user dismisses it: the details are nowhere else. */
export function toastFailure(title: string, description: string) {
  toast.error(title, { description, duration: Number.POSITIVE_INFINITY })
}
