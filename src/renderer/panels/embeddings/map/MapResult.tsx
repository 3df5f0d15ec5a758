// A map with its legend, the card of the hovered row, the picked rows, and a caption.

import { type RefObject, useImperativeHandle, useMemo, useState } from 'react'
import type { EmbeddingRow } from '#shared/schemas/embedding-set'
import { toastOutcome } from '../../../api/toast-outcome'
import { formatCount } from '../../../components/format'
import { joinClasses } from '../../../components/join-classes'
import type { Point, Size } from '../../../components/use-pan-zoom'
import { toGradient } from '../inspect/color-ramp'
import { metricNames } from '../inspect/MetricBar'
import { useNeighbors } from '../inspect/neighbors/use-neighbors'
import { useEmbeddingComparison } from '../state/embedding-comparison'
import { selectRow, useSelectedRow } from '../state/embedding-view'
import type { SetViewProps } from '../use-set-data'
import type { Neighbor } from '../vectors/vector-types'
import { describeBreakdown, describeLayout, describePoint, nameColoring, nameGroup } from './describe-map'
import { MapStage } from './MapStage'
import { useMapScene } from './map-scene'
import { useMapSettings } from './map-settings'
import { PickedRows } from './PickedRows'
import type { Legend } from './point-colors'
import { saveMap } from './save-map'
import type { LayoutResult } from './use-layout'
import { usePicked } from './use-picked'
import { type PointRows, useColoring, usePointColors } from './use-point-colors'

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
  const scene = useMapScene(canvas, { points, coloring, marks })
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

interface MapLegendProps {
  readonly title: string
  readonly legend: Legend
  readonly colors: readonly string[]
  /** Tones of the selected groups. */
  readonly isolated: ReadonlySet<number>
  readonly onToggle: (tone: number) => void
}

const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 6, useGrouping: false })

function MapLegend({ title, legend, colors, isolated, onToggle }: MapLegendProps) {
  if (legend.kind === 'one') return null
  return (
    <section
      aria-label="Legend"
      className="absolute top-3 left-3 flex max-h-[calc(100%-96px)] w-44 flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-raised"
    >
      <h2 className="truncate px-3 pt-2 pb-1 font-medium text-faint text-sm">{title}</h2>
      {legend.kind === 'range' ? (
        <div className="flex flex-col gap-1 px-3 pb-2 text-sm">
          <div
            aria-hidden="true"
            className="h-2 rounded-full"
            style={{ background: toGradient(colors.slice(0, -1)) }}
          />
          <p className="flex justify-between gap-2 tabular-nums">
            <span>{number.format(legend.min)}</span>
            <span>{number.format(legend.max)}</span>
          </p>
          {legend.missing > 0 && (
            <p className="text-faint">{formatCount(legend.missing)} without a number (gray)</p>
          )}
        </div>
      ) : (
        <ul className="min-h-0 overflow-y-auto px-1 pb-1">
          {legend.groups.map(({ name, count, tone }) => (
            <li key={tone}>
              <button
                type="button"
                aria-pressed={isolated.has(tone)}
                onClick={() => onToggle(tone)}
                className={joinClasses(
                  'flex h-6 w-full items-center gap-2 rounded-md px-2 text-left text-sm outline-offset-[-2px] transition-colors hover:bg-hover',
                  isolated.has(tone) && 'bg-accent-wash',
                  isolated.size > 0 && !isolated.has(tone) && 'text-faint',
                )}
              >
                <span
                  aria-hidden="true"
                  className="size-2.5 shrink-0 rounded-full"
                  style={{ background: colors[tone] }}
                />
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <span className="text-faint tabular-nums">{formatCount(count)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
