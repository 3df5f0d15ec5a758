// Toasts: the result of a user's action, and what was done with a button that undoes it.
import { toast } from 'sonner'
import { describeError } from './describe-error'

/** A result that is a sentence is shown, any other success is silent. `about` names what failed if the error does not. */
export function toastOutcome(action: Promise<unknown>, about?: string) {
  action.then(
    (sentence) => typeof sentence === 'string' && toast.success(sentence),
    (error) => toast.error([about, describeError(error)].filter(Boolean).join(': ')),
  )
}

/** Returns the toast's id. A failed undo is shown as another toast. */
export function toastUndo(message: string, undo: () => unknown, description?: string) {
  const onClick = () => toastOutcome((async () => undo())())
  return toast(message, { ...(description && { description }), action: { label: 'Undo', onClick } })
}
