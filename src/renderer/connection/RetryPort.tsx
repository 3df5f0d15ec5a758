// Listens on the configured port again, once another program has released it.
import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { describeError } from '../api/describe-error'
import { queries } from '../api/desktop'
import { Button } from '../components/Button'

export function useRetryPort() {
  return useMutation(
    queries.gateway.retryPort.mutationOptions({
      onSuccess: ({ url }) => toast.success(`The gateway is at ${url} now`),
      onError: (error) => toast.error(describeError(error)),
    }),
  )
}

export function RetryPort({ port }: { port: number }) {
  const retry = useRetryPort()
  return (
    <Button size="small" disabled={retry.isPending} onClick={() => retry.mutate(undefined)}>
      Try {port} again
    </Button>
  )
}
