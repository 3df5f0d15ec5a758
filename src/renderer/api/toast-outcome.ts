// Shows the result of a user's action as a toast.
import { toast } from 'sonner'
import { describeError } from './describe-error'

/** A result that is a sentence is shown, any other success is silent. `about` names what failed if the error does not. */
export function toastOutcome(action: Promise<unknown>, about?: string) {
  action.then(
    (sentence) => typeof sentence === 'string' && toast.success(sentence),
    (error) => toast.error([about, describeError(error)].filter(Boolean).join(': ')),
  )
}
