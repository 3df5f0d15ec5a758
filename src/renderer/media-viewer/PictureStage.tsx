// The place where a picture is looked at: zoomed by the wheel to the pointer, moved by hand.
import { type ReactNode, useEffect, useState } from 'react'
import { joinClasses } from '../components/join-classes'
import { type Point, usePanZoom } from '../components/use-pan-zoom'
import { canPan, fitted, panBy, placePicture, showPixels, zoomBy } from './picture-view'
import type { Looking } from './use-looking'

interface PictureStageProps {
  readonly label: string
  readonly looking: Looking
  /** Of several stages with one view the first is the one that is measured, and has the focus. */
  readonly leads?: boolean
  /** Told the picture's place, and whether a hand moves it. */
  readonly children: (place: ReturnType<typeof placePicture> | null, isMoved: boolean) => ReactNode
}

export function PictureStage({ label, looking, leads = true, children }: PictureStageProps) {
  const { view, stage, change, measure } = looking
  const [element, setElement] = useState<HTMLElement | null>(null)
  const isMovable = stage !== null && canPan(view, stage)

  const fromMiddle = ({ x, y }: Point) => ({
    x: x - (element?.clientWidth ?? 0) / 2,
    y: y - (element?.clientHeight ?? 0) / 2,
  })
  const { listeners } = usePanZoom(
    element,
    {
      onZoom: (factor, at) => change((before, on) => zoomBy(before, on, { factor, at: fromMiddle(at) })),
      onDrag: ({ by }) => change((before, on) => panBy(before, on, by)),
      onDoubleClick: (at) =>
        change((before, on) => (before.scale === null ? showPixels(before, on, fromMiddle(at)) : fitted)),
    },
    { clickRadius: 0, canDrag: isMovable },
  )

  useEffect(() => (leads && element ? measure(element) : undefined), [leads, element, measure])

  return (
    <section
      ref={setElement}
      aria-label={label}
      tabIndex={leads ? 0 : -1}
      data-first-focus={leads || undefined}
      className={joinClasses(
        'relative min-h-0 min-w-0 flex-1 touch-none overflow-hidden bg-sunken focus-visible:-outline-offset-2',
        isMovable && 'cursor-grab active:cursor-grabbing',
      )}
      {...listeners}
    >
      {children(stage && placePicture(view, stage), isMovable)}
    </section>
  )
}
