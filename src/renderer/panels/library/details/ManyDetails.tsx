// Several items: how many, how large, and what can be done with all of them.
import { Columns2, Download, ImagePlus, RotateCcw, Tag, Trash2 } from 'lucide-react'
import type { LibraryItem } from '#shared/schemas/library'
import { tellOutcome } from '../../../api/tell-outcome'
import { Button } from '../../../components/Button'
import { formatBytes } from '../../../components/format'
import { exportItems } from '../actions/export-items'
import { deleteItems, isPicture, referTo, restoreItems } from '../actions/item-verbs'
import { mostReferences } from '../actions/list-actions'
import { countItems, sumBytes } from '../describe-item'
import { ItemPicture } from '../items/ItemPicture'
import { changeView } from '../library-view'

interface ManyDetailsProps {
  readonly ids: readonly string[]
  /** Empty where there are too many of them to be read. */
  readonly items: readonly LibraryItem[]
  readonly isBin: boolean
}

const shown = 9

export function ManyDetails({ ids, items, isBin }: ManyDetailsProps) {
  const pictures = items.filter(isPicture)
  const [first, second] = pictures
  const here = pictures.filter(({ file }) => file !== 'missing')
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="grid grid-cols-3 gap-2">
        {items.slice(0, shown).map((item) => (
          <span
            key={item.id}
            className="flex aspect-square items-center justify-center overflow-hidden rounded-md bg-sunken"
          >
            <ItemPicture item={item} size={78} alt={item.title} />
          </span>
        ))}
      </div>
      <p>
        {countItems(ids.length)}
        {items.length > 0 && <span className="text-faint"> · {formatBytes(sumBytes(items))}</span>}
      </p>
      <div className="flex flex-col items-stretch gap-1.5">
        {isBin ? (
          <Button look="primary" onClick={() => tellOutcome(restoreItems(ids))}>
            <RotateCcw size={14} aria-hidden="true" />
            Restore
          </Button>
        ) : (
          <>
            {ids.length === 2 && first && second && (
              <Button onClick={() => changeView({ compared: [first, second] })}>
                <Columns2 size={14} aria-hidden="true" />
                Compare
              </Button>
            )}
            {here.length > 0 && here.length <= mostReferences && (
              <Button onClick={() => tellOutcome(referTo(here))}>
                <ImagePlus size={14} aria-hidden="true" />
                Use as references
              </Button>
            )}
            <Button onClick={() => changeView({ dialog: 'tags' })}>
              <Tag size={14} aria-hidden="true" />
              Tags…
            </Button>
            <Button onClick={() => void exportItems(ids)}>
              <Download size={14} aria-hidden="true" />
              Export…
            </Button>
            <Button look="danger" onClick={() => tellOutcome(deleteItems(ids))}>
              <Trash2 size={14} aria-hidden="true" />
              Delete
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
