// Which numbers the colors of the matrix stand for.
import { toGradient } from '../colour-ramp'
import { formatMeasure } from '../format-value'
import type { Range } from './paint-matrix'

interface RampLegendProps {
  readonly range: Range
  /** From the least to the most. */
  readonly stops: readonly string[]
}

export function RampLegend({ range: [from, to], stops }: RampLegendProps) {
  return (
    <div
      role="img"
      aria-label={`Colours from ${formatMeasure(from)} to ${formatMeasure(to)}`}
      className="flex shrink-0 items-center gap-2 text-faint text-xs tabular-nums"
    >
      <span>{formatMeasure(from)}</span>
      <span className="h-2 w-20 rounded-xs" style={{ background: toGradient(stops) }} />
      <span>{formatMeasure(to)}</span>
    </div>
  )
}
