// The place of an image that is in the trash: later steps were made from it, so the place stays.
import { Trash2 } from 'lucide-react'
import { desktop } from '../../../api/desktop'
import { tellOutcome } from '../../../api/tell-outcome'
import { Button } from '../../../components/Button'

interface TrashedPlaceProps {
  readonly ids: readonly string[]
  readonly isChosen: boolean
  /** Shows the steps that were made from it. */
  readonly onSelect: () => void
}

export function TrashedPlace({ ids, isChosen, onSelect }: TrashedPlaceProps) {
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2 rounded-lg border border-line border-dashed px-3 py-2 text-soft text-sm">
      <Trash2 size={14} strokeWidth={1.75} aria-hidden="true" className="text-faint" />
      <span className="mr-auto">Image in the trash</span>
      {!isChosen && (
        <Button size="small" look="quiet" onClick={onSelect}>
          Show steps
        </Button>
      )}
      <Button size="small" data-main onClick={() => tellOutcome(desktop.library.restore({ ids: [...ids] }))}>
        Restore
      </Button>
    </div>
  )
}
