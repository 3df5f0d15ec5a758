// Tags for all that is chosen: added to each, or taken from each.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tellOutcome } from '../../../api/tell-outcome'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { tagItems } from '../actions/item-actions'
import { useSelectedItems } from '../actions/selection-actions'
import { countItems } from '../describe-item'
import { facetOptions } from '../items/pages'
import { TagChips, TagInput } from './TagInput'
import { countTags } from './tags'

interface TagsDialogProps {
  readonly ids: readonly string[]
  readonly onClose: () => void
}

export function TagsDialog({ ids, onClose }: TagsDialogProps) {
  const { items } = useSelectedItems()
  const { data: facets } = useQuery(facetOptions)
  const [told, setTold] = useState('')
  const borne = countTags(items)
  // Of very many no item is read: every tag that there is may be taken from them.
  const removable =
    items.length > 0
      ? borne.map(({ tag, count }) => ({ tag, note: count < items.length ? `${count}` : undefined }))
      : (facets?.tags ?? []).map(({ value }) => ({ tag: value }))
  const everywhere = items.length > 0 ? borne.filter(({ count }) => count === items.length) : []
  const change = async (part: { add?: string[]; remove?: string[] }, sentence: string) => {
    await tagItems(ids, part)
    setTold(sentence)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Tags of ${countItems(ids.length)}`}
      description="A number says how many of them bear a tag that not all of them bear."
      className="overflow-visible!"
      actions={<Button onClick={onClose}>Done</Button>}
    >
      <div className="flex min-h-24 flex-col gap-3 px-5 pb-2">
        <TagInput
          borne={everywhere.map(({ tag }) => tag)}
          onAdd={(tag) => tellOutcome(change({ add: [tag] }, `“${tag}” was added.`))}
        />
        <div className="max-h-48 overflow-y-auto">
          <TagChips
            tags={removable}
            onRemove={(tag) => tellOutcome(change({ remove: [tag] }, `“${tag}” was removed.`))}
          />
        </div>
        <p role="status" className="min-h-4 text-faint text-sm">
          {told}
        </p>
      </div>
    </Dialog>
  )
}
