// What the colors of the map say; pressing groups leaves only them in their colors.
import { joinClasses } from '../../../components/join-classes'
import { toGradient } from '../inspect/colour-ramp'
import type { Legend } from './tones'

interface MapLegendProps {
  readonly title: string
  readonly legend: Legend
  readonly colors: readonly string[]
  /** Tones of the pressed groups. */
  readonly only: ReadonlySet<number>
  readonly onToggle: (tone: number) => void
}

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 6, useGrouping: false })

export function MapLegend({ title, legend, colors, only, onToggle }: MapLegendProps) {
  if (legend.kind === 'one') return null
  return (
    <section
      aria-label="Legend"
      className="absolute top-3 left-3 flex max-h-[calc(100%-96px)] w-44 flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-raised"
    >
      <h2 className="truncate px-3 pt-2 pb-1 font-medium text-faint text-sm">{title}</h2>
      {legend.kind === 'range' ? (
        <div className="flex flex-col gap-1 px-3 pb-2 text-sm">
          <div
            aria-hidden="true"
            className="h-2 rounded-full"
            style={{ background: toGradient(colors.slice(0, -1)) }}
          />
          <p className="flex justify-between gap-2 tabular-nums">
            <span>{number.format(legend.least)}</span>
            <span>{number.format(legend.most)}</span>
          </p>
          {legend.missing > 0 && (
            <p className="text-faint">{legend.missing.toLocaleString('en')} without a number are grey.</p>
          )}
        </div>
      ) : (
        <ul className="min-h-0 overflow-y-auto px-1 pb-1">
          {legend.groups.map(({ name, count, tone }) => (
            <li key={tone}>
              <button
                type="button"
                aria-pressed={only.has(tone)}
                onClick={() => onToggle(tone)}
                className={joinClasses(
                  'flex h-6 w-full items-center gap-2 rounded-md px-2 text-left text-sm outline-offset-[-2px] transition-colors hover:bg-hover',
                  only.has(tone) && 'bg-accent-wash',
                  only.size > 0 && !only.has(tone) && 'text-faint',
                )}
              >
                <span
                  aria-hidden="true"
                  className="size-2.5 shrink-0 rounded-full"
                  style={{ background: colors[tone] }}
                />
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <span className="text-faint tabular-nums">{count.toLocaleString('en')}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
