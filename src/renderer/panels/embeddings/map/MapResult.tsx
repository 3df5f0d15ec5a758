// A map with its legend, the card of the hovered row, the picked rows, and a caption.

import { type RefObject, useImperativeHandle, useMemo, useState } from 'react'
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import { toastOutcome } from '../../../api/toast-outcome'
import { formatCount } from '../../../components/format'
import type { Point, Size } from '../../../components/use-pan-zoom'
import { metricNames } from '../inspect/MetricBar'
import { useNeighbors } from '../inspect/neighbors/use-neighbors'
import { useEmbeddingComparison } from '../state/embedding-comparison'
import { selectRow, useSelectedRow } from '../state/embedding-view'
import type { SetViewProps } from '../use-set-data'
import type { Neighbor } from '../vectors/vector-types'
import { describeBreakdown, describeLayout, describePoint, nameColoring, nameGroup } from './describe-map'
import { MapLegend } from './MapLegend'
import { MapStage } from './MapStage'
import { useMapScene } from './map-scene'
import { useMapSettings } from './map-settings'
import { PickedRows } from './PickedRows'
import { saveMap } from './save-map'
import type { LayoutResult } from './use-layout'
import { usePicked } from './use-picked'
import { type PointRows, useColoring, useMapLabels, usePointColors } from './use-point-colors'

interface MapResultProps extends SetViewProps {
  readonly layoutResult: LayoutResult
  /** The rows of the points, in the same order. */
  readonly pointRows: PointRows
  /** 1 for points that match the search; null without a search. */
  readonly matches: Uint8Array | null
  /** Set to a function that saves the map as an image. */
  readonly saving: RefObject<() => void>
}

const noTones: ReadonlySet<number> = new Set()
const noNeighbors: readonly Neighbor[] = []

export function MapResult(props: MapResultProps) {
  const { set, opened, vectors, layoutResult, names, pointRows, matches, saving } = props
  const selected = useSelectedRow()
  const { rowIds, points } = layoutResult.layout
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const indexOf = useMemo(() => new Map(Array.from(rowIds, (rowId, index) => [rowId, index])), [rowIds])
  const selection = usePicked(set.id, rowIds, indexOf)
  const { tones, problem } = usePointColors(vectors, pointRows, { rowIds, columns: set.columns })
  const [pressed, setPressed] = useState({ legend: tones.legend, only: noTones })
  // After a change of colors, the groups are other ones.
  const isolated = pressed.legend === tones.legend ? pressed.only : noTones
  const coloring = useColoring({ tones, isolated, matches, picked: selection.indices })
  const index = selected === null ? null : (indexOf.get(selected) ?? null)
  const metric = useEmbeddingComparison((options) => options.metric)
  const origin = useMemo(
    () => (index === null || selected === null ? null : { rowId: selected }),
    [index, selected],
  )
  const lines = useMapSettings((settings) => settings.lines)
  const { answer } = useNeighbors(vectors, origin, lines)
  // The answer may still be that of the previously selected row.
  const neighbors = answer && answer.origin === origin ? answer.neighbors : noNeighbors
  const marks = useMemo(
    () => ({ selected: index, neighbors: neighbors.flatMap(({ rowId }) => indexOf.get(rowId) ?? []) }),
    [index, neighbors, indexOf],
  )
  const labels = useMapLabels(pointRows, points, tones)
  const scene = useMapScene(canvas, { points, coloring, marks, labels })
  const colourBy = useMapSettings((settings) => settings.colourBy)
  const caption = describeLayout(layoutResult.options, layoutResult.layout)
  const legendTitle = nameColoring(colourBy)

  const describe = (at: number) => {
    const rowId = rowIds[at] ?? 0
    return describePoint({
      number: names.numberOf(rowId),
      label: names.nameOf(rowId),
      group: nameGroup(tones, at),
      isSelected: selection.indices?.includes(at) ?? false,
    })
  }
  const renderCard = (at: number, position: Point, stage: Size) => {
    const row = pointRows[at]
    const neighbor = neighbors.find(({ rowId }) => rowId === row?.id)
    return (
      row && (
        <PointCard
          row={row}
          number={names.numberOf(row.id)}
          isZero={opened.zeros.has(row.id)}
          columns={set.columns}
          group={colourBy === 'cluster' ? nameGroup(tones, at) : null}
          score={neighbor ? `${metricNames[metric].name} ${neighbor.value.toFixed(4)}` : null}
          at={position}
          stage={stage}
        />
      )
    )
  }
  useImperativeHandle(saving, () => () => {
    if (!scene) return
    const { legend } = tones
    const map = { scene, name: set.name, caption, legendTitle, legend, palette: coloring.palette }
    toastOutcome(saveMap(map), 'Couldn’t save the map')
  })
  const toggle = (tone: number) => {
    const next = new Set(isolated)
    if (!next.delete(tone)) next.add(tone)
    setPressed({ legend: tones.legend, only: next })
  }
  return (
    <>
      <div className="flex min-h-0 flex-1">
        <MapStage
          label={`Map of ${formatCount(rowIds.length)} texts`}
          scene={scene}
          onCanvas={setCanvas}
          points={points}
          picked={selection}
          describe={describe}
          renderCard={renderCard}
          onSelect={(at) => {
            const rowId = rowIds[at]
            if (rowId !== undefined) selectRow(rowId)
          }}
        >
          <MapLegend
            title={legendTitle}
            legend={tones.legend}
            colors={coloring.colors}
            isolated={isolated}
            onToggle={toggle}
          />
        </MapStage>
        {selection.rowIds && (
          <PickedRows
            set={set}
            rowIds={selection.rowIds}
            names={names}
            breakdown={describeBreakdown(tones, selection.indices ?? [])}
            onClear={selection.clear}
          />
        )}
      </div>
      <p className="shrink-0 truncate border-line border-t px-4 py-1 text-faint text-sm">
        {problem ?? caption}
      </p>
    </>
  )
}

interface PointCardProps {
  readonly row: EmbeddingRow
  /** The row number in the table, from 1. */
  readonly number: number
  /** Its vector has only zeros. */
  readonly isZero: boolean
  readonly columns: readonly string[]
  /** Its cluster, if the map is colored by cluster. */
  readonly group: string | null
  /** Its similarity to the selected row, if it is one of its neighbors. */
  readonly score: string | null
  /** The position of the point on the stage. */
  readonly at: Point
  readonly stage: Size
}

/** Distance from the point to the card, in CSS pixels. */
const gap = 14

/** The maximum width of a card, and its usual maximum height. */
const maxCardSize = { width: 288, height: 160 }

function PointCard({ row, number, isZero, columns, group, score, at, stage }: PointCardProps) {
  const cells = columns
    .map((name, index) => ({ name, cell: row.cells[index] ?? '' }))
    .filter(({ cell }) => cell !== '')
    .slice(0, 4)
  return (
    // Hidden, because keyboard movement announces the point.
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-10 flex w-max max-w-72 flex-col gap-1 rounded-lg border border-line bg-raised px-3 py-2 shadow-raised"
      style={positionCard(at, stage)}
    >
      <p className="text-faint text-sm">
        Row {formatCount(number)}
        {group && ` · ${group}`}
        {isZero && <span className="text-warn"> · Zero vector</span>}
      </p>
      {row.title && <p className="truncate font-medium">{row.title}</p>}
      <p className="line-clamp-5 [overflow-wrap:anywhere]">{row.text}</p>
      {cells.map(({ name, cell }) => (
        <p key={name} className="truncate text-soft text-sm">
          <span className="text-faint">{name}: </span>
          {cell}
        </p>
      ))}
      {score && <p className="text-accent text-sm tabular-nums">{score}</p>}
    </div>
  )
}

/** Right of and below the point, away from the legend, if it fits; otherwise on the other side. */
function positionCard({ x, y }: Point, { width, height }: Size) {
  return {
    ...(width - x > maxCardSize.width + gap ? { left: x + gap } : { right: width - x + gap }),
    ...(height - y > maxCardSize.height + gap ? { top: y + gap } : { bottom: height - y + gap }),
  }
}
