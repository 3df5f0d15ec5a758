// The hand on a matrix: it points at cells, picks one, moves what is seen and zooms by the wheel.
import { type PointerEvent, useEffect, useRef } from 'react'
import { type Point, toWheelFactor } from '../../../../media-viewer/picture-view'
import { type Cell, cellAt, moveMatrix, zoomMatrix } from './matrix-view'
import { gutter } from './paint-matrix'
import type { Look } from './use-look'

interface HandProps {
  readonly place: HTMLElement | null
  readonly look: Look
  /** Null beside the cells. */
  readonly onPoint: (cell: Cell | null) => void
  readonly onPick: (cell: Cell) => void
}

/** Pixels of the page: less is a click of an unsteady hand. */
const leastMove = 3

export function useMatrixPointer({ place, look, onPoint, onPick }: HandProps) {
  const hand = useRef<{ readonly from: Point; at: Point; isMoved: boolean } | null>(null)
  useEffect(() => {
    if (!place) return
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const at = toField(place, event)
      look.change((view, on) => zoomMatrix(view, on, { factor: toWheelFactor(event), at }))
    }
    // React listens passively, and then the page could not be kept from scrolling.
    place.addEventListener('wheel', turn, { passive: false })
    return () => place.removeEventListener('wheel', turn)
  }, [place, look])
  const find = (event: PointerEvent<HTMLElement>) => {
    const { view, field } = look.read()
    return cellAt(view, field, toField(event.currentTarget, event))
  }
  const move = (table: NonNullable<typeof hand.current>, at: Point) => {
    table.isMoved ||= Math.hypot(at.x - table.from.x, at.y - table.from.y) > leastMove
    const by = { x: at.x - table.at.x, y: at.y - table.at.y }
    table.at = at
    if (table.isMoved) look.change((view, on) => moveMatrix(view, on, by))
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      const at = { x: event.clientX, y: event.clientY }
      hand.current = { at, from: at, isMoved: false }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (hand.current) move(hand.current, { x: event.clientX, y: event.clientY })
      else onPoint(find(event))
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const cell = hand.current?.isMoved ? null : find(event)
      hand.current = null
      if (cell) onPick(cell)
    },
    onPointerCancel: () => {
      hand.current = null
    },
    onPointerLeave: () => onPoint(null),
  }
}

/** From the corner of the cells, without the names. */
function toField(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top } = element.getBoundingClientRect()
  const at = { x: clientX - left - gutter.left, y: clientY - top - gutter.top }
  // Names are no cells, however far those have been moved beneath them.
  return at.x < 0 || at.y < 0 ? { x: -1, y: -1 } : at
}
