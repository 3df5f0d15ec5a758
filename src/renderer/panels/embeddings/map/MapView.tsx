// The map of a set: its texts as points, near each other where their vectors are.
import { useMemo } from 'react'
import { Skeleton } from '../../../kit/Skeleton'
import { compareBy } from '../../../session/embedding-comparing'
import { Opening } from '../inspect/Opening'
import { nameRows } from '../inspect/row-names'
import { WorkLine } from '../inspect/WorkLine'
import type { SetViewProps } from '../set-view'
import { DrawnMap } from './DrawnMap'
import { MapToolbar } from './MapToolbar'
import { setMap } from './map-settings'
import { type DrawnLayout, useLayout } from './use-layout'

export function MapView(props: SetViewProps) {
  return (
    <Opening vectors={props.vectors} least={2}>
      {() => <OpenMap key={props.set.id} {...props} />}
    </Opening>
  )
}

function OpenMap(props: SetViewProps) {
  const { set, rows, vectors } = props
  const { drawn, ...work } = useLayout(vectors)
  const names = useMemo(() => nameRows(rows), [rows])
  const isWaiting = work.progress !== null || work.error !== null || work.isCancelled
  return (
    <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
      {drawn ? (
        <DrawnMap {...props} drawn={drawn} names={names} />
      ) : (
        <>
          <MapToolbar columns={set.columns} search={null} onSave={null} />
          {work.progress !== null && (
            <Skeleton label="Drawing the map" widths={['52%', '76%', '60%']} className="p-8" />
          )}
        </>
      )}
      {isWaiting && (
        <div className="absolute inset-x-0 top-16 z-10 mx-auto w-[min(420px,calc(100%-32px))] rounded-lg border border-line bg-raised px-3 py-2 shadow-raised">
          <WorkLine doing="Drawing the map" work={drawn ? { ...work, cancel: () => goBack(drawn) } : work} />
        </div>
      )}
    </div>
  )
}

/** To the map that is still there, instead of the one that was to come. */
function goBack({ wish: { method, seed, neighbours, normalise } }: DrawnLayout) {
  setMap({ method, seed, ...(neighbours !== undefined && { neighbours }) })
  if (normalise !== undefined) compareBy({ normalise })
}
