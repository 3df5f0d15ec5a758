// Marks a picture as the first to compare, or compares it with the marked one.
import { Columns2 } from 'lucide-react'
import { joinClasses } from '../../../components/join-classes'
import { Tooltip } from '../../../components/Tooltip'
import { useLook } from '../look'

interface CompareButtonProps {
  readonly isMarked: boolean
  readonly onCompare: () => void
}

export function CompareButton({ isMarked, onCompare }: CompareButtonProps) {
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
