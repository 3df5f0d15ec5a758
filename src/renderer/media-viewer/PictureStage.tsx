// The place where a picture is looked at: zoomed by the wheel to the pointer, moved by hand.
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { joinClasses } from '../components/join-classes'
import { canPan, fitted, panBy, placePicture, showPixels, toWheelFactor, zoomBy } from './picture-view'
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
  const hand = useRef<{ x: number; y: number } | null>(null)
  const isMovable = stage !== null && canPan(view, stage)

  useEffect(() => {
    if (!element) return
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const at = fromMiddle(element, event)
      change((before, on) => zoomBy(before, on, { factor: toWheelFactor(event), at }))
    }
    // React listens passively, and then the page could not be kept from scrolling.
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [element, change])

  useEffect(() => (leads && element ? measure(element) : undefined), [leads, element, measure])

  const take = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !isMovable) return
    hand.current = { x: event.clientX, y: event.clientY }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    const from = hand.current
    if (!from) return
    const by = { x: event.clientX - from.x, y: event.clientY - from.y }
    hand.current = { x: event.clientX, y: event.clientY }
    change((before, on) => panBy(before, on, by))
  }
  const letGo = () => {
    hand.current = null
  }
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
      onPointerDown={take}
      onPointerMove={move}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onDoubleClick={(event) => {
        const at = fromMiddle(event.currentTarget, event)
        change((before, on) => (before.scale === null ? showPixels(before, on, at) : fitted))
      }}
    >
      {children(stage && placePicture(view, stage), isMovable)}
    </section>
  )
}

function fromMiddle(element: Element, { clientX, clientY }: { clientX: number; clientY: number }) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}
