// Replaces the local key, after asking.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'

export function RotateKey() {
  const [asking, setAsking] = useState(false)
  const rotate = useMutation(
    queries.localKey.rotate.mutationOptions({
      onSuccess: (next) => {
        queryClient.setQueryData(queries.localKey.read.queryKey(), next)
        if (next.state === 'ready') toast.success('Local key rotated. Update your scripts.')
        else toast.warning('Local key rotated, but not saved. The new key lasts until you quit.')
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
        description="The current key stops working immediately. Scripts that use it fail until you update them."
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
