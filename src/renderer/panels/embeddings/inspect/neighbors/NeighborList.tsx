// A list of neighbors, nearest first, each with a bar for its similarity.
import { joinClasses } from '../../../../components/join-classes'
import type { Metric, Neighbor } from '../../vectors/vector-types'
import { formatMeasure } from '../format-value'
import { RowName } from '../RowPicker'
import { measureNumbers, type RowNames } from '../row-names'

interface NeighborListProps {
  readonly label: string
  readonly neighbors: readonly Neighbor[]
  readonly metric: Metric
  readonly names: RowNames
  /** Rows to highlight, with the reason for screen readers. */
  readonly highlighted?: { readonly rowIds: ReadonlySet<number>; readonly label: string }
  readonly onSelect: (rowId: number) => void
}

export function NeighborList({ label, neighbors, metric, names, highlighted, onSelect }: NeighborListProps) {
  return (
    <div className="max-w-[960px]">
      <div
        aria-hidden="true"
        className="grid grid-cols-[24px_minmax(0,1fr)_72px] gap-2 px-2 pb-1 text-faint text-xs"
      >
        <span className="text-right">#</span>
        <span>Row</span>
        <span className="text-right capitalize">{metric}</span>
      </div>
      <ol aria-label={label} className="flex flex-col">
        {neighbors.map(({ rowId, value }, index) => {
          const isHighlighted = highlighted?.rowIds.has(rowId) ?? false
          return (
            <li key={rowId}>
              <button
                type="button"
                onClick={() => onSelect(rowId)}
                title={names.nameOf(rowId)}
                className="grid w-full grid-cols-[24px_minmax(0,1fr)_72px] items-baseline gap-2 rounded-md px-2 py-1 text-left hover:bg-hover focus-visible:-outline-offset-2"
              >
                <span className="text-right text-faint text-sm tabular-nums">{index + 1}</span>
                <span className="flex min-w-0 flex-col gap-1">
                  <span className={joinClasses('truncate', isHighlighted && 'font-medium')}>
                    <span
                      className="mr-2 inline-block text-right text-faint text-sm tabular-nums"
                      style={{ minWidth: measureNumbers(names) }}
                    >
                      {names.numberOf(rowId)}
                    </span>
                    <RowName names={names} rowId={rowId} />
                    {isHighlighted && <span className="sr-only">, {highlighted?.label}</span>}
                  </span>
                  <span aria-hidden="true" className="h-1 w-full rounded-full bg-hover">
                    <span
                      className={joinClasses(
                        'block h-full rounded-full',
                        isHighlighted ? 'bg-accent' : 'bg-accent/60',
                      )}
                      style={{ width: `${barLength(value, neighbors, metric) * 100}%` }}
                    />
                  </span>
                </span>
                <span className="text-right text-sm tabular-nums">{formatMeasure(value)}</span>
              </button>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/** From 0 to 1. Cosine has an absolute scale; other metrics are relative to the rest of the list. */
function barLength(value: number, list: readonly Neighbor[], metric: Metric): number {
  const nearest = list[0]?.value ?? value
  const farthest = list.at(-1)?.value ?? value
  if (metric === 'cosine') return clamp(value)
  if (metric === 'dot') return nearest > 0 ? clamp(value / nearest) : 0
  // The last one has a bar as well.
  return farthest > 0 ? clamp(1 - value / (farthest * 1.25)) : 1
}

function clamp(share: number): number {
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
}
