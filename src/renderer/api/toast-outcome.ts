// Toasts for the result of a user action, and toasts with an Undo button.
import { toast } from 'sonner'
import { describeError } from './describe-error'

/** Shows a result that is a string; any other success shows nothing. `about` prefixes the error message. */
export function toastOutcome(action: Promise<unknown>, about?: string) {
  action.then(
    (message) => typeof message === 'string' && toast.success(message),
    (error) => toast.error([about, describeError(error)].filter(Boolean).join(': ')),
  )
}

/** Returns the toast's id. A failed undo shows another toast. */
export function toastUndo(message: string, undo: () => unknown, description?: string) {
  const onClick = () => toastOutcome((async () => undo())())
  return toast(message, { ...(description && { description }), action: { label: 'Undo', onClick } })
}
