// Adds tags to all selected items, or removes them from all.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Chips } from '../../../components/Chips'
import { Dialog } from '../../../components/Dialog'
import { formatCount } from '../../../components/format'
import { tagItems } from '../actions/item-actions'
import { useSelectedItems } from '../actions/selection-actions'
import { countItems } from '../describe-item'
import { facetOptions } from '../items/pages'
import { countTags, TagInput } from './TagInput'

interface TagsDialogProps {
  readonly ids: readonly string[]
  readonly onClose: () => void
}

export function TagsDialog({ ids, onClose }: TagsDialogProps) {
  const { items } = useSelectedItems()
  const { data: facets } = useQuery(facetOptions)
  const [message, setMessage] = useState('')
  const counted = countTags(items)
  // If too many items are selected to be read, every known tag can be removed from them.
  const removable =
    items.length > 0
      ? counted.map(({ tag, count }) => ({
          tag,
          note: count < items.length ? formatCount(count) : undefined,
        }))
      : (facets?.tags ?? []).map(({ value }) => ({ tag: value, note: undefined }))
  const everywhere = items.length > 0 ? counted.filter(({ count }) => count === items.length) : []
  const change = async (part: { add?: string[]; remove?: string[] }, text: string) => {
    await tagItems(ids, part)
    setMessage(text)
  }
  const removeTag = (tag: string) => toastOutcome(change({ remove: [tag] }, `“${tag}” removed`))
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Edit tags for ${countItems(ids.length)}`}
      description="A number shows how many of the selected items have a tag, if not all do."
      className="overflow-visible!"
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <div className="flex min-h-24 flex-col gap-3 px-5 pb-2">
        <TagInput
          present={everywhere.map(({ tag }) => tag)}
          onAdd={(tag) => toastOutcome(change({ add: [tag] }, `“${tag}” added`))}
        />
        <div className="max-h-48 overflow-y-auto">
          <Chips
            label="Tags"
            variant="tag"
            texts={removable.map(({ tag }) => tag)}
            notes={removable.map(({ note }) => note)}
            onRemove={(index) => removeTag(removable[index]?.tag ?? '')}
          />
        </div>
        <p role="status" className="min-h-4 text-faint text-sm">
          {message}
        </p>
      </div>
    </Dialog>
  )
}
