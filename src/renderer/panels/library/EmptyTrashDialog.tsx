// Confirms that the trash, or items in it, are to be deleted for good: what is deleted, what stays and why.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { describeError } from '../../api/describe-error'
import { desktop, queries } from '../../api/desktop'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { formatBytes } from '../../components/format'
import { itemSelection } from './actions/selection-actions'
import { countItems, describeEmptying, describeUses } from './describe-item'

interface EmptyTrashDialogProps {
  /** Items in the trash; without them, all are deleted. */
  readonly ids?: readonly string[]
  readonly onClose: () => void
}

export function EmptyTrashDialog({ ids, onClose }: EmptyTrashDialogProps) {
  // The selection may change while the items are being deleted.
  const [selection] = useState(ids ? { ids: [...ids] } : {})
  const empty = useMutation({
    mutationFn: () => desktop.library.emptyTrash(selection),
    onSuccess: ({ items, bytes }) => {
      itemSelection.none()
      toast.success(`${countItems(items)} deleted, ${formatBytes(bytes)} freed`)
      onClose()
    },
    onError: (failure) => toast.error(describeError(failure)),
  })
  const names = ids
    ? { idle: 'Delete permanently', running: 'Deleting…' }
    : { idle: 'Empty trash', running: 'Emptying…' }
  const isEmptying = empty.isPending || empty.isSuccess
  const { data, error } = useQuery(
    queries.library.previewEmptying.queryOptions({
      input: selection,
      staleTime: 0,
      gcTime: 0,
      enabled: !isEmptying,
    }),
  )
  // An earlier toast would cover the dialog. What its Undo would restore can be restored from the trash.
  useEffect(() => void toast.dismiss(), [])
  return (
    <Dialog
      open
      onClose={onClose}
      title={ids ? 'Delete permanently?' : 'Empty trash?'}
      description={
        data
          ? describeEmptying(data, ids !== undefined)
          : (error && describeError(error)) || 'Counting items…'
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            disabled={!data || data.items === 0 || isEmptying}
            onClick={() => empty.mutate()}
          >
            {isEmptying ? names.running : names.idle}
          </Button>
        </>
      }
    >
      {data && data.inUse.length > 0 && (
        <ul className="flex flex-col gap-1 px-5 pb-3 text-sm text-soft [overflow-wrap:anywhere]">
          {describeUses(data.inUse).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
