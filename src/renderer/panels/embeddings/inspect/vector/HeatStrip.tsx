// The numbers of a vector as a strip of colors, with the value at the pointer or the cursor.
import { type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { toShortest } from '#shared/vectors/vector-block'
import { formatPlural } from '../../../../components/format'
import { TextInput } from '../../../../components/TextInput'
import { useMediaQuery } from '../../../../components/use-media-query'
import { paintValues, signs, toGradient } from '../color-ramp'
import { formatValue } from '../format-value'

interface HeatStripProps {
  readonly vector: Float32Array
  /** Absolute values from this on have the last color. */
  readonly limit: number
}

export function HeatStrip({ vector, limit }: HeatStripProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const width = useWidth(container)
  const isDark = useMediaQuery('(prefers-color-scheme: dark)')
  const [selected, setSelected] = useState(0)
  const [hovered, setHovered] = useState<number | null>(null)
  const stops = isDark ? signs.dark : signs.light
  const shape = useMemo(() => shapeStrip(vector.length, width), [vector.length, width])
  const cursor = Math.min(selected, vector.length - 1)
  const activeIndex = hovered ?? cursor
  useEffect(() => {
    if (canvas.current && width > 0) paintStrip(canvas.current, { vector, shape, stops, limit })
  }, [vector, shape, stops, limit, width])
  const find = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect()
    return indexAt(shape, vector.length, { x: clientX - left, y: clientY - top })
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <p className="selectable min-w-48 flex-1 font-mono tabular-nums">
          [{activeIndex}] {toShortest(vector[activeIndex] ?? 0)}
        </p>
        <GoTo length={vector.length} onGo={setSelected} />
      </div>
      <div ref={setContainer} className="min-w-0">
        <div
          role="slider"
          tabIndex={0}
          aria-label="Values"
          aria-valuemin={0}
          aria-valuemax={vector.length - 1}
          aria-valuenow={cursor}
          aria-valuetext={`Value ${cursor}: ${formatValue(vector[cursor] ?? 0)}`}
          onKeyDown={(event) => {
            const next = moveIndex(cursor, event.key, { columns: shape.columns, length: vector.length })
            if (next === null || event.altKey || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            setHovered(null)
            setSelected(next)
          }}
          onPointerMove={(event) => setHovered(find(event))}
          onPointerLeave={() => setHovered(null)}
          onPointerDown={(event) => setSelected(find(event) ?? cursor)}
          className="relative"
          style={{ width: shape.columns * shape.cell, height: shape.lines * shape.cell }}
        >
          <canvas ref={canvas} className="block" />
          <Mark index={cursor} shape={shape} />
          {hovered !== null && hovered !== cursor && <Mark index={hovered} shape={shape} />}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-2 text-faint text-xs tabular-nums">
        <span className="sr-only">Color range:</span>
        <span>{formatValue(-limit)}</span>
        <span className="h-2 w-40 rounded-xs" style={{ background: toGradient(stops) }} />
        <span>{formatValue(limit)}</span>
        <span>{describeOutliers(vector, limit)}</span>
      </div>
    </div>
  )
}

/** The width of the element's content, in CSS pixels; 0 until it is mounted. */
function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [element])
  return width
}

function Mark({ index, shape: { columns, cell } }: { index: number; shape: ReturnType<typeof shapeStrip> }) {
  return (
    <span
      className="pointer-events-none absolute border-2 border-ink shadow-[0_0_0_1px_var(--canvas)]"
      style={{
        width: cell + 4,
        height: cell + 4,
        left: (index % columns) * cell - 2,
        top: Math.floor(index / columns) * cell - 2,
      }}
    />
  )
}

function GoTo({ length, onGo }: { length: number; onGo: (index: number) => void }) {
  const [text, setText] = useState('')
  const index = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  const isInvalid = text.trim() !== '' && !(index < length)
  const hint = `Enter a whole number from 0 to ${length - 1}.`
  return (
    <TextInput
      aria-label="Go to index"
      inputMode="numeric"
      placeholder="Go to index"
      title={hint}
      value={text}
      aria-invalid={isInvalid || undefined}
      aria-description={hint}
      onChange={({ target }) => {
        setText(target.value)
        const next = /^\d+$/.test(target.value.trim()) ? Number(target.value) : Number.NaN
        if (next < length) onGo(next)
      }}
      className="h-6! w-28! text-sm"
    />
  )
}

interface Strip {
  readonly vector: Float32Array
  readonly shape: StripShape
  readonly stops: readonly string[]
  readonly limit: number
}

function paintStrip(canvas: HTMLCanvasElement, { vector, shape, stops, limit }: Strip) {
  const { columns, lines, cell } = shape
  const density = window.devicePixelRatio
  canvas.width = Math.round(columns * cell * density)
  canvas.height = Math.round(lines * cell * density)
  canvas.style.width = `${columns * cell}px`
  canvas.style.height = `${lines * cell}px`
  const context = canvas.getContext('2d')
  if (!context) return
  const strip = paintValues(vector, { columns, range: [-limit, limit], stops })
  context.imageSmoothingEnabled = false
  context.drawImage(strip, 0, 0, canvas.width, canvas.height)
}

/** How many values have the color of an end although they are beyond it. */
function describeOutliers(vector: Float32Array, limit: number): string {
  const outside = vector.reduce((count, value) => (Math.abs(value) > limit ? count + 1 : count), 0)
  return outside === 0
    ? 'All values in range'
    : `${formatPlural(outside, 'value')} outside, shown as the nearest end`
}

/** A few outliers must not use up the range of colors. */
export function findLimit({
  min,
  max,
  mean,
  deviation,
}: Record<'min' | 'max' | 'mean' | 'deviation', number>): number {
  const farthest = Math.max(Math.abs(min), Math.abs(max))
  const typical = 4 * Math.hypot(mean, deviation)
  return Math.min(farthest, typical) || 1
}

interface StripShape {
  readonly columns: number
  readonly lines: number
  /** The side of a cell, in CSS pixels. */
  readonly cell: number
}

/** Round numbers of columns, so that lines start at round indexes. */
const columnCounts = [16, 32, 64, 96, 128, 192, 256]
const minCellSize = 5
const maxCellSize = 14
/** In CSS pixels: the fewest columns, and so the largest cells, that fit this height are used. */
const preferredHeight = 200

function shapeStrip(length: number, width: number): StripShape {
  const shapes = columnCounts
    .filter((count) => count * minCellSize <= width)
    .map((count) => shapeLines(length, width, count))
  const fitting = shapes.find(({ lines, cell }) => lines * cell <= preferredHeight)
  return fitting ?? shapes.at(-1) ?? shapeLines(length, width, 16)
}

function shapeLines(length: number, width: number, count: number): StripShape {
  const columns = Math.min(Math.max(1, length), count)
  const cell = Math.max(2, Math.min(maxCellSize, Math.floor(width / columns)))
  return { columns, lines: Math.ceil(length / columns), cell }
}

/** Returns an index from 0; null outside the cells. */
function indexAt(
  shape: StripShape,
  length: number,
  at: { readonly x: number; readonly y: number },
): number | null {
  const column = Math.floor(at.x / shape.cell)
  const line = Math.floor(at.y / shape.cell)
  const index = line * shape.columns + column
  return column >= 0 && line >= 0 && column < shape.columns && index < length ? index : null
}

/** Returns null for other keys; does not move past the ends. */
export function moveIndex(
  index: number,
  key: string,
  strip: { columns: number; length: number },
): number | null {
  const last = strip.length - 1
  const to = steps[key]?.(index, strip.columns, last)
  return to === undefined ? null : Math.min(last, Math.max(0, to))
}

/** Lines of a page. */
const pageSize = 8

const steps: Readonly<Record<string, (index: number, columns: number, last: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  ArrowUp: (index, columns) => (index >= columns ? index - columns : index),
  ArrowDown: (index, columns, last) => (index + columns <= last ? index + columns : index),
  PageUp: (index, columns) => index - Math.min(pageSize, Math.floor(index / columns)) * columns,
  PageDown: (index, columns, last) =>
    index + Math.min(pageSize, Math.floor((last - index) / columns)) * columns,
  Home: () => 0,
  End: (_, __, last) => last,
}
