// Which part of the matrix is seen: kept beside React, for it changes with every move of a hand.
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import type { Size } from '../../../../media-viewer/picture-view'
import {
  type Cell,
  confine,
  fitMatrix,
  type MatrixField,
  type MatrixView,
  revealCell,
  zoomMatrix,
} from './matrix-view'
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
