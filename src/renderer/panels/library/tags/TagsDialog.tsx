// Adds tags to all selected items, or removes them from all.
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Chips } from '../../../components/Chips'
import { Dialog } from '../../../components/Dialog'
import { formatCount } from '../../../components/format'
import { changeTag } from '../actions/item-actions'
import { useMarksOfMany, useSelectedItems } from '../actions/selection-actions'
import { countItems } from '../describe-item'
import { countTags, sortTags, TagInput } from './TagInput'

interface TagsDialogProps {
  readonly ids: readonly string[]
  readonly onClose: () => void
}

export function TagsDialog({ ids, onClose }: TagsDialogProps) {
  const { items } = useSelectedItems()
  const marks = useMarksOfMany(ids)
  const total = items.length || ids.length
  const counted = items.length > 0 ? countTags(items) : sortTags(marks?.tags.map(toTagCount) ?? [])
  const change = (tag: string, isAdded: boolean) => toastOutcome(changeTag(ids, tag, isAdded))
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
          present={counted.filter(({ count }) => count === total).map(({ tag }) => tag)}
          onAdd={(tag) => change(tag, true)}
        />
        <div className="max-h-48 overflow-y-auto">
          <Chips
            label="Tags"
            variant="tag"
            texts={counted.map(({ tag }) => tag)}
            notes={counted.map(({ count }) => (count < total ? formatCount(count) : undefined))}
            onRemove={(index) => change(counted[index]?.tag ?? '', false)}
          />
        </div>
      </div>
    </Dialog>
  )
}

function toTagCount({ value, count }: { readonly value: string; readonly count: number }) {
  return { tag: value, count }
}
