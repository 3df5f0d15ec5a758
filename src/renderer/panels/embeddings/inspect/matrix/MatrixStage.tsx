// The cells of a matrix on a canvas: pan, zoom, and read cell by cell.
import { ArrowUpRight, Minus, Plus, Scan } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useState } from 'react'
import { IconButton } from '../../../../components/IconButton'
import { usePanZoom } from '../../../../components/use-pan-zoom'
import type { SimilarityMatrix } from '../../vectors/vector-types'
import { useCanvasScene } from '../canvas-scene'
import { paintValues, type Range, toGradient } from '../color-ramp'
import { formatMeasure } from '../format-value'
import { type Cell, moveCell } from './matrix-cells'
import { MatrixScene, readColors } from './matrix-scene'

interface MatrixStageProps {
  readonly matrix: SimilarityMatrix
  readonly range: Range
  /** From the minimum to the maximum; another array in another theme. */
  readonly stops: readonly string[]
  /** Small values have the color with the most contrast. */
  /** Whether the colors fit the values, instead of all possible ones. */
  readonly isFitted: boolean
  readonly isDistance: boolean
  /** The name of the row at an index of the matrix. */
  readonly nameAt: (index: number) => string
  readonly onOpen: (cell: Cell) => void
}

const corner: Cell = { row: 0, column: 0 }
const zoomStep = 1.5

export function MatrixStage({
  matrix,
  range,
  stops,
  isFitted,
  isDistance,
  nameAt,
  onOpen,
}: MatrixStageProps) {
  const id = useId()
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const [grid, setGrid] = useState<HTMLElement | null>(null)
  const scene = useCanvasScene(canvas, MatrixScene)
  const count = matrix.rowIds.length
  const [selected, setSelected] = useState(corner)
  const [hovered, setHovered] = useState<Cell | null>(null)
  const cursor = exists(selected, count) ? selected : corner
  const hoveredCell = hovered && exists(hovered, count) ? hovered : null
  const cells = useMemo(
    () => paintValues(matrix.values, { columns: count, range, stops }),
    [matrix, count, range, stops],
  )
  const colors = useMemo(() => stops && readColors(), [stops])
  const contrastOf = useCallback(
    (value: number) => {
      const [from, to] = range
      const share = to > from ? (value - from) / (to - from) : 1
      return isDistance ? 1 - share : share
    },
    [range, isDistance],
  )
  const { values } = matrix
  useEffect(
    () => scene?.show({ count, cells, values, contrastOf, cursor, hovered: hoveredCell, nameAt, colors }),
    [scene, count, cells, values, contrastOf, cursor, hoveredCell, nameAt, colors],
  )
  const { listeners } = usePanZoom(grid, {
    onZoom: (factor, at) => scene?.zoom(factor, at),
    onDrag: ({ by }) => scene?.move(by),
    onClick: (at) => setSelected((before) => scene?.find(at) ?? before),
    onDoubleClick: () => onOpen(cursor),
    onHover: (at) => {
      const cell = at && (scene?.find(at) ?? null)
      setHovered((before) => (isSame(before, cell) ? before : cell))
    },
  })
  const handleKey = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return
    const next = moveCell(cursor, event, count)
    const action = event.ctrlKey ? undefined : findAction(event.key, scene, cursor, onOpen)
    if (!next && !action) return
    event.preventDefault()
    action?.()
    if (!next) return
    setHovered(null)
    setSelected(next)
    scene?.reveal(next)
  }
  const valueAt = ({ row, column }: Cell) => formatMeasure(matrix.values[row * count + column] ?? Number.NaN)
  const describe = (cell: Cell) => `${nameAt(cell.row)} × ${nameAt(cell.column)}: ${valueAt(cell)}`
  const cellId = `${id}-${cursor.row}-${cursor.column}`
  const activeCell = hoveredCell ?? cursor
  return (
    <div className="flex min-h-48 flex-1 flex-col gap-2">
      <div className="relative min-h-0 flex-1 overflow-hidden rounded-md">
        <canvas ref={setCanvas} className="absolute inset-0 size-full" />
        {/* biome-ignore lint/a11y/useSemanticElements: its cells are drawn, and only one of them is an element. */}
        <div
          ref={setGrid}
          role="grid"
          tabIndex={0}
          aria-label="Similarity matrix"
          aria-rowcount={count}
          aria-colcount={count}
          aria-activedescendant={cellId}
          onKeyDown={handleKey}
          {...listeners}
          className="absolute inset-0 touch-none rounded-md focus-visible:-outline-offset-2"
        >
          <AccessibleCell id={cellId} cell={cursor} text={describe(cursor)} />
        </div>
      </div>
      <div className="flex shrink-0 items-center gap-3 text-sm">
        <p aria-hidden="true" className="flex min-w-0 flex-1 gap-2" title={describe(activeCell)}>
          <span className="w-14 shrink-0 font-medium tabular-nums">{valueAt(activeCell)}</span>
          <span className="min-w-0 truncate">{nameAt(activeCell.row)}</span>
          <span className="shrink-0 text-faint">×</span>
          <span className="min-w-0 truncate">{nameAt(activeCell.column)}</span>
        </p>
        <RampLegend range={range} stops={stops} isFitted={isFitted} isDistance={isDistance} />
        <div className="flex shrink-0">
          <IconButton
            size="small"
            label="Compare this pair"
            keys="enter"
            icon={ArrowUpRight}
            onClick={() => onOpen(cursor)}
          />
          <IconButton
            size="small"
            label="Zoom out"
            keys="-"
            icon={Minus}
            onClick={() => scene?.zoom(1 / zoomStep)}
          />
          <IconButton
            size="small"
            label="Zoom in"
            keys="+"
            icon={Plus}
            onClick={() => scene?.zoom(zoomStep)}
          />
          <IconButton size="small" label="Fit" keys="0" icon={Scan} onClick={() => scene?.showAll()} />
        </div>
      </div>
    </div>
  )
}

function findAction(
  key: string,
  scene: MatrixScene | null,
  cursor: Cell,
  onOpen: (cell: Cell) => void,
): (() => void) | undefined {
  const zoom = (factor: number) => () => {
    scene?.zoom(factor)
    scene?.reveal(cursor)
  }
  if (key === '+' || key === '=') return zoom(zoomStep)
  if (key === '-') return zoom(1 / zoomStep)
  if (key === '0') return () => scene?.showAll()
  return key === 'Enter' ? () => onOpen(cursor) : undefined
}

function exists({ row, column }: Cell, count: number): boolean {
  return row < count && column < count
}

function isSame(a: Cell | null, b: Cell | null): boolean {
  return a?.row === b?.row && a?.column === b?.column
}

function AccessibleCell({ id, cell: { row, column }, text }: { id: string; cell: Cell; text: string }) {
  return (
    // biome-ignore lint/a11y: a `tr` would need a table around cells that are drawn; the grid has the focus.
    <div role="row" aria-rowindex={row + 1} className="sr-only">
      {/* biome-ignore lint/a11y: each cell needs its own element, or screen readers do not announce it. */}
      <div key={id} id={id} role="gridcell" aria-colindex={column + 1} aria-selected>
        {text}
      </div>
    </div>
  )
}

interface RampLegendProps {
  readonly range: Range
  /** From the minimum to the maximum. */
  readonly stops: readonly string[]
  /** Rows compared with themselves lie outside the range, and have the color of its nearest end. */
  readonly isFitted: boolean
  readonly isDistance: boolean
}

function RampLegend({ range: [min, max], stops, isFitted, isDistance }: RampLegendProps) {
  const from = `${isFitted && isDistance ? '≤ ' : ''}${formatMeasure(min)}`
  const to = `${isFitted && !isDistance ? '≥ ' : ''}${formatMeasure(max)}`
  return (
    <div
      role="img"
      aria-label={`Color scale from ${from} to ${to}`}
      className="flex shrink-0 items-center gap-2 text-faint text-xs tabular-nums"
    >
      <span>{from}</span>
      <span className="h-2 w-20 rounded-xs" style={{ background: toGradient(stops) }} />
      <span>{to}</span>
    </div>
  )
}
