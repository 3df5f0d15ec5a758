// Reads the saved keys again.
import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { describeError } from '../../api/describe-error'
import { queries } from '../../api/desktop'
import { queryClient } from '../../api/query-client'
import { Button } from '../../components/Button'

export function RetryKeys() {
  const reload = useMutation(
    queries.keys.reload.mutationOptions({
      onSuccess: async () => {
        const { keys } = await queryClient.fetchQuery(queries.application.status.queryOptions())
        if (keys.problem || keys.isLocalKeyUnreadable) toast.error('The saved keys still can’t be read')
        else toast.success('Saved keys loaded')
      },
      onError: (error) => toast.error(describeError(error)),
    }),
  )
  return (
    <Button size="small" disabled={reload.isPending} onClick={() => reload.mutate(undefined)}>
      Retry
    </Button>
  )
}
