// A secret in the vault: what may be known of it, and setting and removing it.
import { useMutation, useQuery } from '@tanstack/react-query'
import { type KeySlot, type KeyStatus, secretOf } from '#shared/schemas/key-status'
import { describeError } from '../../api/describe-error'
import { queries } from '../../api/desktop'
import { queryClient } from '../../api/query-client'
import { noteKeyChange } from './state/upstream-checks'

export function useKey(slot: KeySlot) {
  const status = useQuery(queries.keys.status.queryOptions({ input: { slot } }))
  const keep = {
    onSuccess: (next: KeyStatus) => {
      noteKeyChange(slot)
      queryClient.setQueryData(queries.keys.status.queryKey({ input: { slot } }), next)
    },
  }
  const set = useMutation(queries.keys.set.mutationOptions(keep))
  const clear = useMutation(queries.keys.clear.mutationOptions(keep))
  const error = set.error ?? clear.error ?? status.error
  return {
    status: status.data,
    /** Also one that cannot be read: it can be removed. */
    isSet: status.data ? status.data.usable || hasUnreadable(status.data) : false,
    pending: set.isPending || clear.isPending,
    error: error ? describeError(error).replace(/^key: /, '') : undefined,
    /** `done` is called even where the form is left meanwhile; a refusal is in `error`. */
    set: (key: string, done: () => void) => void set.mutateAsync({ slot, key }).then(done, () => {}),
    clear: () => clear.mutate({ slot }),
    reset: () => {
      set.reset()
      clear.reset()
    },
  }
}

function hasUnreadable({ state, isFileReadable }: KeyStatus): boolean {
  return state === 'unreadable' && isFileReadable
}

/** Before anything is sent: the schema's words where a text can be no such secret. */
export function findSecretProblem(slot: KeySlot, text: string): string | undefined {
  return secretOf(slot).safeParse(text).error?.issues[0]?.message
}
