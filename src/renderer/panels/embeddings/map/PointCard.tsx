// The card of the hovered point.
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import { formatCount } from '../../../components/format'
import type { Point, Size } from '../../../components/use-pan-zoom'

interface PointCardProps {
  readonly row: EmbeddingRow
  /** The row number in the table, from 1. */
  readonly number: number
  /** Its vector has only zeros. */
  readonly isZero: boolean
  readonly columns: readonly string[]
  /** Its cluster, if the map is colored by cluster. */
  readonly group: string | null
  /** Its similarity to the selected row, if it is one of its neighbors. */
  readonly score: string | null
  /** The position of the point on the stage. */
  readonly at: Point
  readonly stage: Size
}

/** Distance from the point to the card, in CSS pixels. */
const gap = 14

/** The maximum width of a card, and its usual maximum height. */
const maxCardSize = { width: 288, height: 160 }

export function PointCard({ row, number, isZero, columns, group, score, at, stage }: PointCardProps) {
  const cells = columns
    .map((name, index) => ({ name, cell: row.cells[index] ?? '' }))
    .filter(({ cell }) => cell !== '')
    .slice(0, 4)
  return (
    // Hidden, because keyboard movement announces the point.
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-10 flex w-max max-w-72 flex-col gap-1 rounded-lg border border-line bg-raised px-3 py-2 shadow-raised"
      style={positionCard(at, stage)}
    >
      <p className="text-faint text-sm">
        Row {formatCount(number)}
        {group && ` · ${group}`}
        {isZero && <span className="text-warn"> · Zero vector</span>}
      </p>
      {row.title && <p className="truncate font-medium">{row.title}</p>}
      <p className="line-clamp-5 [overflow-wrap:anywhere]">{row.text}</p>
      {cells.map(({ name, cell }) => (
        <p key={name} className="truncate text-soft text-sm">
          <span className="text-faint">{name}: </span>
          {cell}
        </p>
      ))}
      {score && <p className="text-accent text-sm tabular-nums">{score}</p>}
    </div>
  )
}

/** Right of and below the point, away from the legend, if it fits; otherwise on the other side. */
function positionCard({ x, y }: Point, { width, height }: Size) {
  return {
    ...(width - x > maxCardSize.width + gap ? { left: x + gap } : { right: width - x + gap }),
    ...(height - y > maxCardSize.height + gap ? { top: y + gap } : { bottom: height - y + gap }),
  }
}
