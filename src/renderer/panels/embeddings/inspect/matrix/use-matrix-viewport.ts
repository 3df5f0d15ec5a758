// The visible part of the matrix, outside of React state because it changes with every pointer move.
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { type Point, type Size, usePanZoom } from '../../../../components/use-pan-zoom'
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

export interface MatrixViewport {
  readonly read: () => { readonly view: MatrixView; readonly field: MatrixField }
  readonly change: Change
  /** To the middle. */
  readonly zoom: (factor: number) => void
  readonly showAll: () => void
  readonly reveal: (cell: Cell) => void
}

/** `size` is that of the place, names included. `onChange` is called after each change. */
export function useMatrixViewport(size: Size, count: number, onChange: () => void): MatrixViewport {
  const seen = useRef<{ readonly field: MatrixField; readonly view: MatrixView } | null>(null)
  const field = useMemo(() => toFieldOf(size, count), [size, count])
  useLayoutEffect(() => {
    const before = seen.current
    // A matrix that fitted the window still fits after a resize.
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

interface MatrixPointerHandlers {
  /** Null beside the cells. */
  readonly onPoint: (cell: Cell | null) => void
  readonly onPick: (cell: Cell) => void
  readonly onDoubleClick: () => void
}

export function useMatrixPointer(
  element: HTMLElement | null,
  viewport: MatrixViewport,
  { onPoint, onPick, onDoubleClick }: MatrixPointerHandlers,
) {
  const find = (at: Point) => {
    const { view, field } = viewport.read()
    return cellAt(view, field, toField(at))
  }
  const { listeners } = usePanZoom(element, {
    onZoom: (factor, at) =>
      viewport.change((view, field) => zoomMatrix(view, field, { factor, at: toField(at) })),
    onDrag: ({ by }) => viewport.change((view, field) => moveMatrix(view, field, by)),
    onClick: (at) => {
      const cell = find(at)
      if (cell) onPick(cell)
    },
    onDoubleClick,
    onHover: (at) => onPoint(at && find(at)),
  })
  return listeners
}

/** From the corner of the cells, without the names. */
function toField({ x, y }: Point): Point {
  const at = { x: x - gutter.left, y: y - gutter.top }
  // Names are no cells, however far those have been moved beneath them.
  return at.x < 0 || at.y < 0 ? { x: -1, y: -1 } : at
}
