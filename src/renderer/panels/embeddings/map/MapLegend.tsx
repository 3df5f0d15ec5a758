// The legend of the map, whose groups can be selected.
import { formatCount, formatUngrouped } from '../../../components/format'
import { joinClasses } from '../../../components/join-classes'
import { toGradient } from '../inspect/color-ramp'
import type { Legend } from './point-colors'

interface MapLegendProps {
  readonly title: string
  readonly legend: Legend
  readonly colors: readonly string[]
  /** Tones of the selected groups. */
  readonly isolated: ReadonlySet<number>
  readonly onToggle: (tone: number) => void
}

export function MapLegend({ title, legend, colors, isolated, onToggle }: MapLegendProps) {
  if (legend.kind === 'one') return null
  return (
    <section
      aria-label="Legend"
      className="absolute top-3 left-3 z-10 flex max-h-[calc(100%-136px)] w-48 flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-raised"
    >
      <h2 title={title} className="shrink-0 truncate px-3 py-1.5 font-medium text-faint text-sm">
        {title}
      </h2>
      <div className="min-h-0 overflow-y-auto">
        {legend.kind === 'range' ? (
          <div className="flex flex-col gap-1 px-3 pb-2 text-sm">
            <div
              aria-hidden="true"
              className="h-2 rounded-full"
              style={{ background: toGradient(colors.slice(0, -1)) }}
            />
            <p className="flex justify-between gap-2 tabular-nums">
              <span>{formatUngrouped(legend.min)}</span>
              <span>{formatUngrouped(legend.max)}</span>
            </p>
            {legend.missing > 0 && (
              <p className="text-faint">{formatCount(legend.missing)} without a number (gray)</p>
            )}
          </div>
        ) : (
          <ul className="px-1 pb-1">
            {legend.groups.map(({ name, count, tone }) => (
              <li key={tone}>
                <button
                  type="button"
                  aria-pressed={isolated.has(tone)}
                  onClick={() => onToggle(tone)}
                  className={joinClasses(
                    'flex h-6 w-full items-center gap-2 rounded-md px-2 text-left text-sm outline-offset-[-2px] transition-colors hover:bg-hover',
                    isolated.has(tone) && 'bg-accent-wash',
                    isolated.size > 0 && !isolated.has(tone) && 'text-faint',
                  )}
                >
                  <span
                    aria-hidden="true"
                    className="size-2.5 shrink-0 rounded-full"
                    style={{ background: colors[tone] }}
                  />
                  <span title={name} className="min-w-0 flex-1 truncate">
                    {name}
                  </span>
                  <span className="text-faint tabular-nums">{formatCount(count)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
