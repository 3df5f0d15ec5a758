// The edge of a column's header: dragging it, or the arrow keys, change the width of the column.
import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { joinClasses } from './join-classes'

/** The widths that the user has chosen in one table; they are saved by its name. */
export function createColumnWidths(name: string) {
  // In CSS pixels, by the key of the column.
  type Widths = Readonly<Record<string, number>>
  return create<{ readonly widths: Widths }>()(
    persist((): { readonly widths: Widths } => ({ widths: {} }), { name, version: 1 }),
  )
}

type WidthStore = ReturnType<typeof createColumnWidths>

export interface ResizableColumn {
  /** Its key in the saved widths. */
  readonly key: string
  readonly name: string
  readonly initial: number
}

const bounds = { min: 48, max: 480 }
const keyStep = 16

function clampWidth(width: number): number {
  return Math.round(Math.min(bounds.max, Math.max(bounds.min, width)))
}

/** A row reads the widths from the table's style, so that it is not rendered again while one changes. */
export function useWidthStyle(store: WidthStore, columns: readonly ResizableColumn[]): CSSProperties {
  const widths = store((state) => state.widths)
  const entries = columns.map(({ key, initial }, at) => [`--column-${at}`, `${widths[key] ?? initial}px`])
  return Object.fromEntries(entries)
}

/** The style of a cell of the column at this index of `useWidthStyle`. */
export function toCellStyle(at: number): CSSProperties {
  return { width: `var(--column-${at})` }
}

/** Undefined restores the initial width. */
function resize(store: WidthStore, key: string, width: number | undefined) {
  store.setState(({ widths: { [key]: _, ...others } }) => ({
    widths: width === undefined ? others : { ...others, [key]: clampWidth(width) },
  }))
}

interface ColumnHandleProps {
  readonly store: WidthStore
  readonly column: ResizableColumn
  /** The edge that is dragged: away from the column that takes the remaining width. */
  readonly side?: 'left' | 'right'
}

export function ColumnHandle({ store, column: { key, name, initial }, side = 'left' }: ColumnHandleProps) {
  const width = store((state) => state.widths[key] ?? initial)
  const sign = side === 'left' ? -1 : 1
  const drag = ({ currentTarget, pointerId, clientX: from }: PointerEvent<HTMLElement>) => {
    currentTarget.setPointerCapture(pointerId)
    const move = ({ clientX }: globalThis.PointerEvent) => resize(store, key, width + sign * (clientX - from))
    currentTarget.addEventListener('pointermove', move)
    const stop = () => currentTarget.removeEventListener('pointermove', move)
    currentTarget.addEventListener('lostpointercapture', stop, { once: true })
  }
  const pressKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') resize(store, key, width - sign * keyStep)
    else if (event.key === 'ArrowRight') resize(store, key, width + sign * keyStep)
    else if (event.key === 'Home') resize(store, key, undefined)
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be dragged.
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Resize ${name}`}
      title="Drag to resize. Double-click to reset."
      aria-valuemin={bounds.min}
      aria-valuemax={bounds.max}
      aria-valuenow={width}
      onPointerDown={drag}
      onKeyDown={pressKey}
      onDoubleClick={() => resize(store, key, undefined)}
      className={joinClasses(
        'absolute inset-y-1 w-1.5 cursor-col-resize touch-none rounded-xs border-line hover:border-accent focus-visible:border-accent',
        side === 'left' ? '-left-2 border-l' : '-right-2 border-r',
      )}
    />
  )
}
