// Says in a toast why something could not be done.
import { toast } from 'sonner'
import { describeError } from '../../../api/describe-error'

export function tellFailure(error: unknown) {
  toast.error(describeError(error))
}
