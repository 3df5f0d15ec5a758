// The title and the text of a row on one line, and whether its vector has a direction.
import { type RowNames, splitLabel } from './row-names'

interface RowNameProps {
  readonly names: RowNames
  readonly rowId: number
}

export function RowName({ names, rowId }: RowNameProps) {
  const { title, text } = splitLabel(names.find(rowId))
  if (!title) return text
  return (
    <>
      <span className="font-medium">{title}</span>
      <span className="text-faint"> · </span>
      {text}
    </>
  )
}

/** Marks a row whose vector has only zeros. */
export function ZeroMark() {
  return (
    <span className="shrink-0 rounded-sm border border-line px-1 text-warn text-xs" title={zeroReason}>
      Zero vector
    </span>
  )
}

export const zeroReason = 'All values are 0. This vector has no direction, so it has no neighbors.'
