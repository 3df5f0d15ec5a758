// The edge of a column's header: dragging it, or the arrow keys, change the width of the column.
import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

interface ColumnWidths {
  /** In CSS pixels, by the name of the column. */
  readonly widths: Readonly<Record<string, number>>
}

const useColumnWidths = create<ColumnWidths>()(
  persist((): ColumnWidths => ({ widths: {} }), { name: 'embedding-columns', version: 1 }),
)

export interface ResizableColumn {
  /** Its key in the saved widths. A column of the set has the prefix `cell:`. */
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
export function useWidthStyle(columns: readonly ResizableColumn[]): CSSProperties {
  const widths = useColumnWidths((state) => state.widths)
  const entries = columns.map(({ key, initial }, at) => [`--column-${at}`, `${widths[key] ?? initial}px`])
  return Object.fromEntries(entries)
}

/** The style of a cell of the column at this index of `useWidthStyle`. */
export function toCellStyle(at: number): CSSProperties {
  return { width: `var(--column-${at})` }
}

/** Undefined restores the initial width. */
function resize(key: string, width: number | undefined) {
  useColumnWidths.setState(({ widths: { [key]: _, ...others } }) => ({
    widths: width === undefined ? others : { ...others, [key]: clampWidth(width) },
  }))
}

/** On the left of the column: the text's column on the left takes the remaining width. */
export function ColumnHandle({ column: { key, name, initial } }: { column: ResizableColumn }) {
  const width = useColumnWidths((state) => state.widths[key] ?? initial)
  const drag = ({ currentTarget, pointerId, clientX: from }: PointerEvent<HTMLElement>) => {
    currentTarget.setPointerCapture(pointerId)
    const move = ({ clientX }: globalThis.PointerEvent) => resize(key, width + from - clientX)
    currentTarget.addEventListener('pointermove', move)
    const stop = () => currentTarget.removeEventListener('pointermove', move)
    currentTarget.addEventListener('lostpointercapture', stop, { once: true })
  }
  const pressKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') resize(key, width + keyStep)
    else if (event.key === 'ArrowRight') resize(key, width - keyStep)
    else if (event.key === 'Home') resize(key, undefined)
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
      onDoubleClick={() => resize(key, undefined)}
      className="absolute inset-y-1 -left-2 w-1.5 cursor-col-resize rounded-xs border-line border-l hover:border-accent focus-visible:border-accent"
    />
  )
}
