// The one question of the Library: what is emptied from the bin comes back no more.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { LibraryQuery } from '#shared/schemas/library'
import { describeError } from '../../desktop/describe-error'
import { desktop } from '../../desktop/desktop'
import { Button } from '../../kit/Button'
import { Dialog } from '../../kit/Dialog'
import { formatBytes } from '../../kit/format'
import { chooseNothing } from './actions/choosing-verbs'
import { countItems, sumBytes } from './describe-item'

export function EmptyBinDialog({ onClose }: { onClose: () => void }) {
  const [isEmptying, setEmptying] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['library', 'bin'],
    queryFn: measureBin,
    staleTime: 0,
    gcTime: 0,
  })
  const empty = async () => {
    setEmptying(true)
    try {
      const { items, bytes } = await desktop.library.emptyBin()
      chooseNothing()
      toast.success(`${countItems(items)} deleted for good, ${formatBytes(bytes)} freed.`)
      onClose()
    } catch (failure) {
      toast.error(describeError(failure))
      setEmptying(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Empty the bin?"
      description={
        data
          ? `${countItems(data.items)} with ${formatBytes(data.bytes)} of files go for good: this cannot be undone. Files that something else in the Library needs stay.`
          : (error && describeError(error)) || 'Counting what is in it…'
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="danger"
            disabled={!data || data.items === 0 || isEmptying}
            onClick={() => void empty()}
          >
            {isEmptying ? 'Emptying…' : 'Empty bin'}
          </Button>
        </>
      }
    />
  )
}

const slice = 1_000

/** All of the bin, whatever it is filtered by. */
async function measureBin(): Promise<{ items: number; bytes: number }> {
  const ids = await desktop.library.ids(LibraryQuery.parse({ bin: true }))
  const items = []
  for (let at = 0; at < ids.length; at += slice)
    items.push(...(await desktop.library.read({ ids: ids.slice(at, at + slice) })))
  return { items: items.length, bytes: sumBytes(items) }
}
