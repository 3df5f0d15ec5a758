// The visible part of the matrix, outside of React state because it changes with every pointer move.
import { type PointerEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { type Point, type Size, toWheelFactor } from '../../../../media-viewer/picture-view'
import {
  type Cell,
  cellAt,
  confine,
  fitMatrix,
  type MatrixField,
  type MatrixView,
  moveMatrix,
  revealCell,
  zoomMatrix,
} from './matrix-cells'
import { gutter } from './paint-matrix'

type Change = (next: (before: MatrixView, on: MatrixField) => MatrixView) => void

export interface Look {
  readonly read: () => { readonly view: MatrixView; readonly field: MatrixField }
  readonly change: Change
  /** To the middle. */
  readonly zoom: (factor: number) => void
  readonly showAll: () => void
  readonly reveal: (cell: Cell) => void
}

interface Seen {
  readonly field: MatrixField
  readonly view: MatrixView
}

/** `size` is that of the place, names included. `onChange` is called after each change. */
export function useLook(size: Size, count: number, onChange: () => void): Look {
  const seen = useRef<Seen | null>(null)
  const field = useMemo(() => toFieldOf(size, count), [size, count])
  seen.current ??= { field, view: fitMatrix(field) }
  useLayoutEffect(() => {
    const before = seen.current
    // What was seen whole is seen whole in a window of another size too.
    const isFitted = !before || before.view.cell === fitMatrix(before.field).cell
    seen.current = { field, view: isFitted ? fitMatrix(field) : confine(before.view, field) }
    onChange()
  }, [field, onChange])
  const read = useCallback(() => seen.current ?? { field, view: fitMatrix(field) }, [field])
  const change: Change = useCallback(
    (next) => {
      const { view, field: on } = read()
      seen.current = { field: on, view: next(view, on) }
      onChange()
    },
    [read, onChange],
  )
  return useMemo(
    () => ({
      read,
      change,
      zoom: (factor) => change((view, on) => zoomMatrix(view, on, { factor, at: middleOf(on) })),
      showAll: () => change((_, on) => fitMatrix(on)),
      reveal: (cell) => change((view, on) => revealCell(view, on, cell)),
    }),
    [read, change],
  )
}

function toFieldOf({ width, height }: Size, count: number): MatrixField {
  const size = { width: Math.max(0, width - gutter.left), height: Math.max(0, height - gutter.top) }
  return { size, count }
}

function middleOf({ size }: MatrixField) {
  return { x: size.width / 2, y: size.height / 2 }
}

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
