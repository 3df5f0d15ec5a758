// Changing settings: what was refused, beside its field, and what has been kept.
import { useMutation } from '@tanstack/react-query'
import { describeError, readFieldErrors } from '../../api/describe-error'
import { queries } from '../../api/desktop'
import { queryClient } from '../../api/query-client'

/** `errors` by path of the patch (`services.0.baseUrl`); `failure` where the error is about none of `paths` or what is in them. */
export function useUpdateSettings(paths: readonly string[] = []) {
  const mutation = useMutation(
    queries.settings.update.mutationOptions({
      onSuccess: (settings) => queryClient.setQueryData(queries.settings.read.queryKey(), settings),
    }),
  )
  const errors = readFieldErrors(mutation.error)
  const isPlaced = Object.keys(errors).some((path) =>
    paths.some((own) => path === own || path.startsWith(`${own}.`)),
  )
  return {
    update: mutation.mutate,
    reset: mutation.reset,
    pending: mutation.isPending,
    saved: mutation.isSuccess,
    error: mutation.error,
    errors,
    failure: mutation.error && !isPlaced ? describeError(mutation.error) : undefined,
  }
}
