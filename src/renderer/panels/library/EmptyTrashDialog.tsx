// Confirms that the trash is to be emptied: what is deleted, what stays and why.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from 'sonner'
import { describeError } from '../../api/describe-error'
import { desktop, queries } from '../../api/desktop'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { formatBytes } from '../../components/format'
import { itemSelection } from './actions/selection-actions'
import { countItems, describeEmptying, describeUses } from './describe-item'

export function EmptyTrashDialog({ onClose }: { onClose: () => void }) {
  const empty = useMutation({
    mutationFn: () => desktop.library.emptyTrash(),
    onSuccess: ({ items, bytes }) => {
      itemSelection.none()
      toast.success(`${countItems(items)} deleted, ${formatBytes(bytes)} freed`)
      onClose()
    },
    onError: (failure) => toast.error(describeError(failure)),
  })
  const isEmptying = empty.isPending || empty.isSuccess
  const { data, error } = useQuery(
    queries.library.previewEmptying.queryOptions({ staleTime: 0, gcTime: 0, enabled: !isEmptying }),
  )
  // An earlier toast would cover the dialog. What its Undo would restore can be restored from the trash.
  useEffect(() => void toast.dismiss(), [])
  return (
    <Dialog
      open
      onClose={onClose}
      title="Empty trash?"
      description={data ? describeEmptying(data) : (error && describeError(error)) || 'Counting items…'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            disabled={!data || data.items === 0 || isEmptying}
            onClick={() => empty.mutate()}
          >
            {isEmptying ? 'Emptying…' : 'Empty trash'}
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
