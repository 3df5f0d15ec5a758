// Says in a toast what came of something that the user has asked for.
import { toast } from 'sonner'
import { describeError } from './describe-error'

/** Work that resolves to a sentence has it told, any other work is quiet. `about` names what failed, where the error does not. */
export function tellOutcome(work: Promise<unknown>, about?: string) {
  work.then(
    (sentence) => typeof sentence === 'string' && toast.success(sentence),
    (error) => toast.error([about, describeError(error)].filter(Boolean).join(': ')),
  )
}
