// What the point under the pointer or the keys is: its text, its cells, and how near it is to the chosen one.
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import type { MapPoint } from './outlook'

interface PointCardProps {
  readonly row: EmbeddingRow
  /** In the table, from 1 on. */
  readonly number: number
  readonly columns: readonly string[]
  /** Its cluster, where the colors say it. */
  readonly group: string | null
  /** To the chosen row, where it is one of its neighbors. */
  readonly score: string | null
  /** Of the point, on a stage of that size. */
  readonly at: MapPoint
  readonly stage: { readonly width: number; readonly height: number }
}

/** From the point to the card. */
const gap = 14

/** As wide, and as a rule as high, as a card gets. */
const most = { width: 288, height: 160 }

export function PointCard({ row, number, columns, group, score, at, stage }: PointCardProps) {
  const cells = columns
    .map((name, index) => ({ name, cell: row.cells[index] ?? '' }))
    .filter(({ cell }) => cell !== '')
    .slice(0, 4)
  return (
    // Keys have it spoken.
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-10 flex w-max max-w-72 flex-col gap-1 rounded-lg border border-line bg-raised px-3 py-2 shadow-raised"
      style={placeCard(at, stage)}
    >
      <p className="text-faint text-sm">
        Row {number.toLocaleString('en')}
        {group && ` · ${group}`}
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

/** To the right and below, away from the legend, where it fits there; else on the other side. */
function placeCard({ x, y }: MapPoint, { width, height }: PointCardProps['stage']) {
  return {
    ...(width - x > most.width + gap ? { left: x + gap } : { right: width - x + gap }),
    ...(height - y > most.height + gap ? { top: y + gap } : { bottom: height - y + gap }),
  }
}
