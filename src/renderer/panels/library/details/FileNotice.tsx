// What has become of the item's file, and what can be done about it.
import type { LibraryItem } from '#shared/schemas/library'
import { tellOutcome } from '../../../api/tell-outcome'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { deleteItems, locateItem } from '../actions/item-verbs'

interface FileNoticeProps {
  readonly item: LibraryItem
  readonly isBin: boolean
}

const notices = {
  missing: {
    title: 'The file is missing',
    text: 'It was moved or deleted outside of the application. Show where it is now: where it is the same file, it is copied back.',
  },
  changed: {
    title: 'The file has changed',
    text: 'It holds other bytes than were written. Show a copy of the original, if you have one: it is put back in its place.',
  },
} as const

export function FileNotice({ item, isBin }: FileNoticeProps) {
  const { file } = item
  if (file !== 'missing' && file !== 'changed') return null
  const { title, text } = notices[file]
  return (
    <Notice tone="warn" title={title}>
      {text}
      <span className="mt-2 flex flex-wrap gap-1">
        <Button size="small" onClick={() => tellOutcome(locateItem(item))}>
          Locate…
        </Button>
        {!isBin && (
          <Button size="small" look="quiet" onClick={() => tellOutcome(deleteItems([item.id]))}>
            Remove
          </Button>
        )}
      </span>
    </Notice>
  )
}
