// The map of a set: its texts as points, with similar texts near each other.
import { useMemo, useRef } from 'react'
import { Skeleton } from '../../../components/Skeleton'
import { ComputationStatus } from '../inspect/ComputationStatus'
import { setComparison } from '../state/embedding-comparison'
import type { SetViewProps } from '../use-set-data'
import { MapResult } from './MapResult'
import { MapToolbar } from './MapToolbar'
import { setMap } from './map-settings'
import type { MapFormat } from './save-map'
import { type LayoutResult, useLayout } from './use-layout'
import { saveMapState, useMapState } from './use-picked'
import { useMatches } from './use-point-colors'

export function MapView(props: SetViewProps) {
  const { set, names, vectors } = props
  const { layoutResult, ...computation } = useLayout(vectors)
  const rowIds = layoutResult?.layout.rowIds
  const pointRows = useMemo(() => Array.from(rowIds ?? [], (rowId) => names.find(rowId)), [rowIds, names])
  const { typed } = useMapState(set.id)
  const matches = useMatches(pointRows, typed)
  const saving = useRef((_: MapFormat) => {})
  const hasStatus = computation.progress !== null || computation.error !== null || computation.isCancelled
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
function restoreSettings({ options: { method, seed, neighbours, minDistance, normalise } }: LayoutResult) {
  setMap({
    method,
    // A PCA has none of these: those of UMAP stay.
    ...(method === 'umap' && { seed }),
    ...(neighbours !== undefined && { neighbours }),
    ...(minDistance !== undefined && { minDistance }),
  })
  if (normalise !== undefined) setComparison({ normalise })
}
