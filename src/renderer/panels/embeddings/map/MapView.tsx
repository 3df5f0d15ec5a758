// The map of a set: its texts as points, its legend, the card of the hovered row, the picked rows, and a caption.

import { ChartColumn, CircleMinus, CirclePlus, Copy, Table, Waypoints } from 'lucide-react'
import { type RefObject, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { formatCount } from '../../../components/format'
import type { MenuItem } from '../../../components/Menu'
import { Skeleton } from '../../../components/Skeleton'
import type { Point, Size } from '../../../components/use-pan-zoom'
import { ComputationStatus } from '../inspect/ComputationStatus'
import { formatMeasure } from '../inspect/format-value'
import { metricNames } from '../inspect/MetricBar'
import { useNeighbors } from '../inspect/neighbors/NeighborsView'
import { setComparison, useEmbeddingComparison } from '../state/embedding-comparison'
import { readWholeRows } from '../state/embedding-set'
import { selectRow, showTab, useSelectedRow } from '../state/embedding-view'
import type { SetViewProps } from '../use-set-data'
import type { Neighbor } from '../vectors/vector-types'
import { MapLegend } from './MapLegend'
import { MapStage } from './MapStage'
import { MapToolbar } from './MapToolbar'
import { useMapScene } from './map-scene'
import { saveMapState, setMap, useMapSettings, useMapState, usePicked } from './map-state'
import { PickedRows } from './PickedRows'
import { PointCard } from './PointCard'
import { type MapFormat, saveMap, writeCoordinates } from './save-map'
import { describeLayout, type LayoutResult, useLayout } from './use-layout'
import {
  describeBreakdown,
  describePoint,
  nameColoring,
  nameGroup,
  type PointRows,
  useColoring,
  useMatches,
  usePointColors,
} from './use-point-colors'

export function MapView(props: SetViewProps) {
  const { set, names, vectors } = props
  const { layoutResult, ...computation } = useLayout(vectors)
  const rowIds = layoutResult?.layout.rowIds
  const pointRows = useMemo(() => Array.from(rowIds ?? [], (rowId) => names.find(rowId)), [rowIds, names])
  const { typed } = useMapState(set.id)
  const matches = useMatches(set.id, pointRows, typed)
  const saving = useRef((_: MapFormat) => {})
  const hasStatus = computation.progress !== null || computation.error !== null || computation.isCanceled
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      {/* Rendered before the map, so that it does not lose the focus when the map appears. */}
      <MapToolbar
        columns={set.columns}
        search={{
          typed,
          onType: (next) => saveMapState(set.id, { typed: next }),
          found: layoutResult && matches && countOnes(matches),
        }}
        onSave={layoutResult && ((format) => saving.current(format))}
      />
      {layoutResult ? (
        <MapResult {...props} {...{ layoutResult, pointRows, matches, saving }} />
      ) : (
        computation.progress !== null && (
          <Skeleton label="Computing map…" widths={['52%', '76%', '60%']} className="p-8" />
        )
      )}
      {hasStatus && (
        <div className="absolute inset-x-0 top-16 z-10 mx-auto w-[min(420px,calc(100%-32px))] rounded-lg border border-line bg-raised px-3 py-2 shadow-raised">
          <ComputationStatus
            label="Computing map…"
            computation={
              layoutResult ? { ...computation, cancel: () => restoreSettings(layoutResult) } : computation
            }
          />
        </div>
      )}
    </div>
  )
}

function countOnes(marks: Uint8Array): number {
  return marks.reduce((sum, mark) => sum + mark, 0)
}

/** Restores the settings of the map on screen. */
function restoreSettings({ options: { method, seed, neighbors, minDistance, normalize } }: LayoutResult) {
  setMap({
    method,
    // A PCA has none of these: those of UMAP stay.
    ...(method === 'umap' && { seed }),
    ...(neighbors !== undefined && { neighbors }),
    ...(minDistance !== undefined && { minDistance }),
  })
  if (normalize !== undefined) setComparison({ normalize })
}

interface MapResultProps extends SetViewProps {
  readonly layoutResult: LayoutResult
  /** The rows of the points, in the same order. */
  readonly pointRows: PointRows
  /** 1 for points that match the search; null without a search. */
  readonly matches: Uint8Array | null
  /** Set to a function that saves the map. */
  readonly saving: RefObject<(format: MapFormat) => void>
}

const noTones: ReadonlySet<number> = new Set()
const noNeighbors: readonly Neighbor[] = []

function MapResult(props: MapResultProps) {
  const { set, opened, vectors, layoutResult, names, pointRows, matches, saving } = props
  const selected = useSelectedRow()
  const { rowIds, points } = layoutResult.layout
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const indexOf = useMemo(() => new Map(Array.from(rowIds, (rowId, index) => [rowId, index])), [rowIds])
  const selection = usePicked(set.id, rowIds, indexOf)
  const { tones, problem } = usePointColors(vectors, pointRows, rowIds, set.columns)
  const [pressed, setPressed] = useState({ legend: tones.legend, only: noTones })
  // After a change of colors, the groups are other ones.
  const isolated = pressed.legend === tones.legend ? pressed.only : noTones
  const coloring = useColoring(tones, isolated, matches, selection.indices)
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
  const scene = useMapScene(canvas, points, coloring, marks)
  const colorBy = useMapSettings((settings) => settings.colorBy)
  const caption = describeLayout(layoutResult.options, layoutResult.layout)
  const legendTitle = nameColoring(colorBy)

  const describe = (at: number) => {
    const rowId = rowIds[at] ?? 0
    const isSelected = selection.indices?.includes(at) ?? false
    return describePoint(names.numberOf(rowId), names.nameOf(rowId), nameGroup(tones, at), isSelected)
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
          group={colorBy === 'cluster' ? nameGroup(tones, at) : null}
          score={neighbor ? `${metricNames[metric].name} ${formatMeasure(neighbor.value)}` : null}
          at={position}
          stage={stage}
        />
      )
    )
  }
  useImperativeHandle(saving, () => (format) => {
    if (!scene) return
    const { legend } = tones
    const map = { scene, name: set.name, caption, legendTitle, legend, palette: coloring.palette }
    const writeTable = async () => {
      const whole = new Map((await readWholeRows(set.id, [...rowIds])).map((row) => [row.id, row]))
      const rows = Array.from(rowIds, (rowId) => whole.get(rowId))
      const groupOf = (at: number) => nameGroup(tones, at)
      return writeCoordinates({ rows, points, numberOf: names.numberOf, groupOf, columns: set.columns })
    }
    toastOutcome(saveMap(map, format, writeTable), 'Couldn’t save the map')
  })
  const listActions = (at: number): MenuItem[] => {
    const row = pointRows[at]
    if (!row) return []
    const isPicked = selection.indices?.includes(at) ?? false
    const open = (tab: Parameters<typeof showTab>[0]) => {
      selectRow(row.id, names.numberOf(row.id) - 1)
      showTab(tab)
    }
    return [
      { name: 'Show in table', icon: Table, onSelect: () => open('table') },
      {
        name: 'Show neighbors',
        icon: Waypoints,
        onSelect: () => {
          setComparison({ origin: 'row' })
          open('neighbors')
        },
      },
      { name: 'Show vector', icon: ChartColumn, onSelect: () => open('vector') },
      {
        name: isPicked ? 'Remove from selection' : 'Add to selection',
        icon: isPicked ? CircleMinus : CirclePlus,
        keys: 'space',
        hasSeparator: true,
        onSelect: () => selection.toggle(at),
      },
      {
        name: 'Copy text',
        icon: Copy,
        onSelect: () =>
          toastOutcome(
            desktop.embeddings.readRows({ id: set.id, rowIds: [row.id] }).then(async ([whole]) => {
              await navigator.clipboard.writeText(whole?.text ?? row.text)
              return 'Text copied'
            }),
            'Couldn’t copy the text',
          ),
      },
    ]
  }
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
          listActions={listActions}
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
