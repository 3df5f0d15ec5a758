// Replaces the local key, after asking.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { describeError } from '../../../desktop/describe-error'
import { queries } from '../../../desktop/desktop'
import { queryClient } from '../../../desktop/query-client'
import { Button } from '../../../kit/Button'
import { Dialog } from '../../../kit/Dialog'

export function RotateKey() {
  const [asking, setAsking] = useState(false)
  const rotate = useMutation(
    queries.localKey.rotate.mutationOptions({
      onSuccess: (next) => {
        queryClient.setQueryData(queries.localKey.read.queryKey(), next)
        toast.success('The local key is a new one. Update your scripts.')
      },
      onError: (error) => toast.error(describeError(error)),
      onSettled: () => setAsking(false),
    }),
  )
  return (
    <>
      <Button size="small" className="ml-1" onClick={() => setAsking(true)}>
        Rotate
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Rotate the local key?"
        description="The old key stops working at once: every script that uses it is refused until it has the new one."
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button look="danger" disabled={rotate.isPending} onClick={() => rotate.mutate(undefined)}>
              Rotate key
            </Button>
          </>
        }
      />
    </>
  )
}
