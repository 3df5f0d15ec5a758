// A map that was worked out, with all that stands around it: legend, the picked rows, and how it was made.
import { type RefObject, useMemo, useState } from 'react'
import { tellOutcome } from '../../../api/tell-outcome'
import { metricNames } from '../inspect/metric-names'
import type { RowNames } from '../inspect/row-names'
import type { SetViewProps } from '../set-view'
import { describeLayout, describePoint, nameColouring, nameGroup } from './describe-map'
import { MapLegend } from './MapLegend'
import { MapStage } from './MapStage'
import { useMapSettings } from './map-settings'
import type { Place, Size } from './outlook'
import { PickedRows } from './PickedRows'
import { PointCard } from './PointCard'
import { saveMap } from './save-map'
import type { DrawnLayout } from './use-layout'
import { type PointRows, useColouring, useTones } from './use-map-colours'
import { useNearest } from './use-nearest'
import { usePicked } from './use-picked'
import { useScene } from './use-scene'

interface DrawnMapProps extends SetViewProps {
  readonly drawn: DrawnLayout
  readonly names: RowNames
  /** Of the points, in their order. */
  readonly pointRows: PointRows
  /** What is searched for among them. */
  readonly matches: Uint8Array | null
  /** Gets the way to save it as a picture. */
  readonly saving: RefObject<() => void>
}

const nothing: ReadonlySet<number> = new Set()

export function DrawnMap(props: DrawnMapProps) {
  const { set, vectors, chosen, onChoose, drawn, names, pointRows: rows, matches } = props
  const { rowIds, points } = drawn.layout
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null)
  const scene = useScene(canvas)
  const indexOf = useMemo(() => new Map(Array.from(rowIds, (rowId, index) => [rowId, index])), [rowIds])
  const picked = usePicked({ setId: set.id, rowIds, indexOf })
  const { tones, problem } = useTones(vectors, rows, { rowIds, columns: set.columns })
  const [pressed, setPressed] = useState({ legend: tones.legend, only: nothing })
  // Groups of other colours are other groups.
  const only = pressed.legend === tones.legend ? pressed.only : nothing
  const colouring = useColouring({ tones, only, matches, picked: picked.indices })
  const index = chosen === null ? null : (indexOf.get(chosen) ?? null)
  const { neighbours, metric } = useNearest(vectors, index === null ? null : chosen)
  const marks = useMemo(
    () => ({ chosen: index, neighbours: neighbours.flatMap(({ rowId }) => indexOf.get(rowId) ?? []) }),
    [index, neighbours, indexOf],
  )
  const colourBy = useMapSettings((settings) => settings.colourBy)
  const caption = describeLayout(drawn.wish, drawn.layout)
  const legendTitle = nameColouring(colourBy)

  const choose = (at: number) => {
    const rowId = rowIds[at]
    if (rowId !== undefined) onChoose(rowId)
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
  const drawCard = (at: number, place: Place, stage: Size) => {
    const row = rows[at]
    const near = neighbours.find(({ rowId }) => rowId === row?.id)
    return (
      row && (
        <PointCard
          row={row}
          number={names.numberOf(row.id)}
          columns={set.columns}
          group={colourBy === 'cluster' ? nameGroup(tones, at) : null}
          nearness={near ? `${metricNames[metric].name} ${near.value.toFixed(4)}` : null}
          at={place}
          stage={stage}
        />
      )
    )
  }
  props.saving.current = () => {
    if (!scene) return
    const { legend } = tones
    const map = { scene, name: set.name, caption, legendTitle, legend, inks: colouring.inks }
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
          colouring={colouring}
          marks={marks}
          describe={describe}
          drawCard={drawCard}
          onChoose={choose}
          onTake={picked.take}
          onPick={picked.toggle}
          onClear={picked.clear}
        >
          <MapLegend
            title={legendTitle}
            legend={tones.legend}
            colours={colouring.colours}
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
            onChoose={onChoose}
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
