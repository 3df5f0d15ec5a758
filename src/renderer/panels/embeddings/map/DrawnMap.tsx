// A map that was worked out, with all that stands around it: legend, the picked rows, and how it was made.
import { type RefObject, useMemo, useState } from 'react'
import { tellOutcome } from '../../../api/tell-outcome'
import { metricNames } from '../inspect/metric-names'
import type { RowNames } from '../inspect/row-names'
import type { SetViewProps } from '../set-view'
import { describeLayout, describePoint, nameColoring, nameGroup } from './describe-map'
import { MapLegend } from './MapLegend'
import { MapStage } from './MapStage'
import { useMapSettings } from './map-settings'
import type { MapPoint, Size } from './outlook'
import { PickedRows } from './PickedRows'
import { PointCard } from './PointCard'
import { saveMap } from './save-map'
import type { LayoutResult } from './use-layout'
import { type PointRows, useColoring, usePointColors } from './use-map-colours'
import { useNearest } from './use-nearest'
import { usePicked } from './use-picked'
import { useScene } from './use-scene'

interface MapResultProps extends SetViewProps {
  readonly drawn: LayoutResult
  readonly names: RowNames
  /** Of the points, in their order. */
  readonly pointRows: PointRows
  /** What is searched for among them. */
  readonly matches: Uint8Array | null
  /** Gets the way to save it as a picture. */
  readonly saving: RefObject<() => void>
}

const nothing: ReadonlySet<number> = new Set()

export function MapResult(props: MapResultProps) {
  const { set, vectors, chosen, onSelect, drawn, names, pointRows: rows, matches } = props
  const { rowIds, points } = drawn.layout
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const scene = useScene(canvas)
  const indexOf = useMemo(() => new Map(Array.from(rowIds, (rowId, index) => [rowId, index])), [rowIds])
  const picked = usePicked({ setId: set.id, rowIds, indexOf })
  const { tones, problem } = usePointColors(vectors, rows, { rowIds, columns: set.columns })
  const [pressed, setPressed] = useState({ legend: tones.legend, only: nothing })
  // Groups of other colors are other groups.
  const only = pressed.legend === tones.legend ? pressed.only : nothing
  const coloring = useColoring({ tones, only, matches, picked: picked.indices })
  const index = chosen === null ? null : (indexOf.get(chosen) ?? null)
  const { neighbours, metric } = useNearest(vectors, index === null ? null : chosen)
  const marks = useMemo(
    () => ({ chosen: index, neighbours: neighbours.flatMap(({ rowId }) => indexOf.get(rowId) ?? []) }),
    [index, neighbours, indexOf],
  )
  const colourBy = useMapSettings((settings) => settings.colourBy)
  const caption = describeLayout(drawn.options, drawn.layout)
  const legendTitle = nameColoring(colourBy)

  const choose = (at: number) => {
    const rowId = rowIds[at]
    if (rowId !== undefined) onSelect(rowId)
  }
  const describe = (at: number) => {
    const rowId = rowIds[at] ?? 0
    return describePoint({
      number: names.numberOf(rowId),
      label: names.nameOf(rowId),
      group: nameGroup(tones, at),
      isPicked: picked.indices?.includes(at) ?? false,
    })
  }
  const drawCard = (at: number, place: MapPoint, stage: Size) => {
    const row = rows[at]
    const near = neighbours.find(({ rowId }) => rowId === row?.id)
    return (
      row && (
        <PointCard
          row={row}
          number={names.numberOf(row.id)}
          columns={set.columns}
          group={colourBy === 'cluster' ? nameGroup(tones, at) : null}
          score={near ? `${metricNames[metric].name} ${near.value.toFixed(4)}` : null}
          at={place}
          stage={stage}
        />
      )
    )
  }
  props.saving.current = () => {
    if (!scene) return
    const { legend } = tones
    const map = { scene, name: set.name, caption, legendTitle, legend, palette: coloring.palette }
    tellOutcome(saveMap(map), 'The map was not saved')
  }
  const toggle = (tone: number) => {
    const next = new Set(only)
    if (!next.delete(tone)) next.add(tone)
    setPressed({ legend: tones.legend, only: next })
  }
  return (
    <>
      <div className="flex min-h-0 flex-1">
        <MapStage
          label={`Map of ${rowIds.length.toLocaleString('en')} texts`}
          scene={scene}
          onCanvas={setCanvas}
          points={points}
          coloring={coloring}
          marks={marks}
          describe={describe}
          drawCard={drawCard}
          onSelect={choose}
          onTake={picked.take}
          onPick={picked.toggle}
          onClear={picked.clear}
        >
          <MapLegend
            title={legendTitle}
            legend={tones.legend}
            colors={coloring.colors}
            only={only}
            onToggle={toggle}
          />
        </MapStage>
        {picked.rowIds && (
          <PickedRows
            setId={set.id}
            rowIds={picked.rowIds}
            names={names}
            columns={set.columns}
            chosen={chosen}
            onSelect={onSelect}
            onClear={picked.clear}
          />
        )}
      </div>
      <p className="shrink-0 truncate border-line border-t px-4 py-1 text-faint text-sm">
        {problem ?? caption}
      </p>
    </>
  )
}
