// The legend of the map: it can be folded, and dragged to another corner.
import { ChevronDown, ChevronUp, Move } from 'lucide-react'
import { type PointerEvent, useId, useState } from 'react'
import { formatCount, formatUngrouped } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import type { Point } from '../../../components/use-pan-zoom'
import { announce } from '../../../state/announcement'
import { toGradient } from '../inspect/color-ramp'
import { type MapScene, useCoveredArea } from './map-scene'
import { type Corner, corners, setMap, useMapSettings } from './map-settings'
import type { Legend } from './point-colors'

interface MapLegendProps {
  readonly title: string
  readonly legend: Legend
  readonly colors: readonly string[]
  /** Tones of the selected groups. */
  readonly isolated: ReadonlySet<number>
  readonly onToggle: (tone: number) => void
  readonly scene: MapScene | null
}

export function MapLegend({ title, legend, colors, isolated, onToggle, scene }: MapLegendProps) {
  const corner = useMapSettings((settings) => settings.legendCorner)
  const isFolded = useMapSettings((settings) => settings.isLegendFolded)
  const { shift, listeners } = useLegendDrag()
  const content = useId()
  const [section, setSection] = useState<HTMLElement | null>(null)
  useCoveredArea(scene, section, corner)
  if (legend.kind === 'one') return null
  return (
    <section
      ref={setSection}
      aria-label="Legend"
      className={joinClasses(
        'absolute z-10 flex max-h-[calc(100%-136px)] w-48 flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-raised',
        cornerClassNames[corner],
      )}
      style={{ transform: shift ? `translate(${shift.x}px, ${shift.y}px)` : undefined }}
    >
      <header
        {...listeners}
        className={joinClasses(
          'flex h-8 shrink-0 touch-none items-center gap-0.5 pr-1 pl-3',
          shift ? 'cursor-grabbing' : 'cursor-grab',
        )}
      >
        <h2 title={title} className="min-w-0 flex-1 truncate font-medium text-faint text-sm">
          {title}
        </h2>
        <IconButton
          size="small"
          label="Move legend to next corner"
          icon={Move}
          onClick={() => moveToNextCorner(corner)}
        />
        <IconButton
          size="small"
          label={isFolded ? 'Unfold legend' : 'Fold legend'}
          icon={isFolded ? ChevronDown : ChevronUp}
          aria-expanded={!isFolded}
          aria-controls={content}
          onClick={() => setMap({ isLegendFolded: !isFolded })}
        />
      </header>
      <div id={content} hidden={isFolded} className="min-h-0 overflow-y-auto">
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

/** The corner at the bottom right has the zoom buttons. */
const cornerClassNames: Readonly<Record<Corner, string>> = {
  'top-left': 'top-3 left-3',
  'top-right': 'top-3 right-3',
  'bottom-right': 'right-14 bottom-3',
  'bottom-left': 'bottom-3 left-3',
}

function moveToNextCorner(corner: Corner) {
  const next = corners[(corners.indexOf(corner) + 1) % corners.length] ?? 'top-left'
  setMap({ legendCorner: next })
  announce(`Legend at the ${next.replace('-', ' ')}`)
}

interface Drag {
  readonly start: Point
  readonly shift: Point
}

/** The legend follows the pointer, and moves to the nearest corner when it is released. */
function useLegendDrag() {
  const [drag, setDrag] = useState<Drag | null>(null)
  const listeners = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const isButton = event.target instanceof Element && event.target.closest('button') !== null
      if (event.button !== 0 || isButton) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ start: { x: event.clientX, y: event.clientY }, shift: { x: 0, y: 0 } })
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (drag) setDrag({ ...drag, shift: { x: clientX - drag.start.x, y: clientY - drag.start.y } })
    },
    onPointerUp: ({ currentTarget }: PointerEvent<HTMLElement>) => {
      const legend = currentTarget.parentElement?.getBoundingClientRect()
      const stage = currentTarget.parentElement?.parentElement?.getBoundingClientRect()
      if (drag && legend && stage) setMap({ legendCorner: findCorner(legend, stage) })
      setDrag(null)
    },
    onPointerCancel: () => setDrag(null),
  }
  return { shift: drag?.shift ?? null, listeners }
}

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

/** The corner of the quarter of the stage with the middle of the legend. */
function findCorner(legend: Box, stage: Box): Corner {
  const isLeft = legend.left + legend.width / 2 < stage.left + stage.width / 2
  const isTop = legend.top + legend.height / 2 < stage.top + stage.height / 2
  return `${isTop ? 'top' : 'bottom'}-${isLeft ? 'left' : 'right'}`
}
