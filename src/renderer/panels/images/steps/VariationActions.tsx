// The buttons below a variation.
import { Columns2, Ellipsis, Maximize2, Pencil } from 'lucide-react'
import type { Turn } from '#shared/schemas/chat'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { Menu } from '../../../components/Menu'
import { Tooltip } from '../../../components/Tooltip'
import { findFinalPicture, readVariation } from '../state/drawing-steps'
import { editPicture, listPictureActions } from '../state/variation-actions'
import { useLook } from '../state/viewer-state'

interface VariationActionsProps {
  readonly turn: Turn
  readonly title: string
  /** Quiet until the pointer or the focus comes near. */
  readonly isQuiet: boolean
  readonly onOpen: () => void
  readonly onCompare: () => void
}

export function VariationActions({ turn, title, isQuiet, onOpen, onCompare }: VariationActionsProps) {
  const isMarked = useLook(({ marked }) => marked === turn.id)
  const hasPicture = readVariation(turn).pictures.length > 0
  return (
    <div
      className={joinClasses(
        'flex h-6 items-center gap-0.5 transition-opacity',
        isQuiet &&
          !isMarked &&
          'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-data-[state=open]:opacity-100',
      )}
    >
      {findFinalPicture(turn) && (
        <Button size="small" look="quiet" className="-ml-2" onClick={() => editPicture(turn)}>
          <Pencil size={12} aria-hidden="true" />
          Edit this
        </Button>
      )}
      <span className="ml-auto flex items-center">
        {hasPicture && (
          <>
            <IconButton size="small" label="Open" icon={Maximize2} keys="enter" onClick={onOpen} />
            <CompareButton isMarked={isMarked} onCompare={onCompare} />
          </>
        )}
        <Menu
          label="More for this picture"
          trigger={<IconButton size="small" label="More for this picture" icon={Ellipsis} />}
          items={listPictureActions(turn, title)}
        />
      </span>
    </div>
  )
}

interface CompareButtonProps {
  readonly isMarked: boolean
  readonly onCompare: () => void
}

function CompareButton({ isMarked, onCompare }: CompareButtonProps) {
  const isSecond = useLook(({ marked }) => marked !== null)
  const hint = isMarked
    ? 'Not to be compared after all'
    : isSecond
      ? 'Compare with the marked one'
      : 'Mark to compare'
  return (
    <Tooltip label={hint} keys="c">
      <button
        type="button"
        aria-label="Compare"
        aria-pressed={isMarked}
        onClick={onCompare}
        className={joinClasses(
          'inline-flex size-6 shrink-0 items-center justify-center rounded-md transition-colors',
          isMarked ? 'bg-accent-wash text-accent' : 'text-faint hover:bg-hover hover:text-ink',
        )}
      >
        <Columns2 size={14} aria-hidden="true" />
      </button>
    </Tooltip>
  )
}
