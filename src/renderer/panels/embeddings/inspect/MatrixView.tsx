// How alike all rows of the set are to one another: a matrix, in the table's order or with like beside like.
import { useCallback, useMemo, useState } from 'react'
import { Segments } from '../../../components/Segments'
import { Select } from '../../../components/Select'
import { Skeleton } from '../../../components/Skeleton'
import type { SetViewProps } from '../set-view'
import { compareBy, holdAgainst, useEmbeddingComparing } from '../state/embedding-comparing'
import { showTab } from '../state/embedding-view'
import type { Waiting } from '../vectors/vector-calls'
import { ComparingBar } from './ComparingBar'
import { amounts } from './colour-ramp'
import { CopyMatrix } from './matrix/CopyMatrix'
import { MatrixStage } from './matrix/MatrixStage'
import type { Cell } from './matrix/matrix-view'
import { findRange } from './matrix/paint-matrix'
import { mostRows, type Picking, pickFirst, pickings, pickSpread } from './matrix/pick-rows'
import { Opening } from './Opening'
import { nameRows } from './row-names'
import { useIsDark } from './use-canvas'
import type { Opened } from './use-opened'
import { useWork } from './use-work'
import { WorkLine } from './WorkLine'

export function MatrixView(props: SetViewProps) {
  return (
    <Opening vectors={props.vectors} least={2}>
      {(opened) => <OpenMatrix {...props} opened={opened} />}
    </Opening>
  )
}

const orders = [
  { value: 'cluster', name: 'By cluster' },
  { value: 'table', name: 'As in the table' },
] as const

function OpenMatrix({ set, rows, vectors, chosen, onChoose, opened }: SetViewProps & { opened: Opened }) {
  const names = useMemo(() => nameRows(rows), [rows])
  const byCluster = useEmbeddingComparing((comparing) => comparing.byCluster)
  const [picking, setPicking] = useState<Picking>('spread')
  const { work, isDistance } = useMatrix({
    vectors,
    opened,
    picking,
    centre: chosen ?? opened.rowIds[0] ?? 0,
  })
  const matrix = work.answer
  const range = useMemo(() => (matrix ? findRange(matrix) : ([0, 1] as const)), [matrix])
  const isDark = useIsDark()
  // What is near stands out, by every measure.
  const stops = useMemo(() => {
    const fromFar = isDark ? amounts.dark : amounts.light
    return isDistance ? [...fromFar].reverse() : fromFar
  }, [isDark, isDistance])
  const nameAt = useCallback(
    (index: number) => {
      const rowId = matrix?.rowIds[index] ?? 0
      return `${names.numberOf(rowId)} ${names.nameOf(rowId)}`
    },
    [matrix, names],
  )
  const openPair = ({ row, column }: Cell) => {
    const [one, other] = [matrix?.rowIds[row], matrix?.rowIds[column]]
    if (one === undefined || other === undefined) return
    onChoose(one)
    holdAgainst(set.id, other)
    showTab('vector')
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-5 py-4">
      <ComparingBar norms={opened.norms}>
        <div>
          <Segments
            label="Order"
            value={byCluster ? 'cluster' : 'table'}
            options={orders}
            onChange={(order) => compareBy({ byCluster: order === 'cluster' })}
          />
        </div>
        {opened.rowIds.length > mostRows && <PickRows picking={picking} onPick={setPicking} />}
        <CopyMatrix matrix={matrix} nameOf={names.nameOf} />
      </ComparingBar>
      <div className="relative flex min-h-48 flex-1 flex-col">
        <div className="absolute inset-x-0 top-2 z-10 mx-auto w-[min(420px,calc(100%-32px))] rounded-lg bg-raised shadow-raised *:px-3 *:py-2">
          <WorkLine doing="Comparing the rows" work={work} />
        </div>
        {matrix ? (
          <MatrixStage matrix={matrix} range={range} stops={stops} nameAt={nameAt} onOpen={openPair} />
        ) : (
          !work.error &&
          !work.isCancelled && <Skeleton label="Comparing the rows" widths={['80%', '64%', '72%']} />
        )}
      </div>
    </div>
  )
}

interface MatrixWish {
  readonly vectors: SetViewProps['vectors']
  readonly opened: Opened
  readonly picking: Picking
  /** The row whose neighbours may be wished for. */
  readonly centre: number
}

function useMatrix({ vectors, opened, picking, centre }: MatrixWish) {
  const { metric, normalise, byCluster } = useEmbeddingComparing()
  const { rowIds } = opened
  const isNear = rowIds.length > mostRows && picking === 'near'
  const origin = isNear ? centre : null
  const ask = useCallback(
    async (waiting: Required<Waiting>) => {
      const picked =
        origin === null
          ? picking === 'first'
            ? pickFirst(rowIds)
            : pickSpread(rowIds)
          : await pickNear(vectors, origin, waiting.signal)
      const ordered = byCluster ? Array.from(await vectors.order(picked, waiting)) : picked
      const matrix = await vectors.matrix({ rowIds: ordered, metric, normalise, ...waiting })
      return { matrix, isDistance: metric === 'euclidean' }
    },
    [vectors, rowIds, picking, origin, metric, normalise, byCluster],
  )
  const { answer, ...rest } = useWork(ask)
  return { work: { ...rest, answer: answer?.matrix ?? null }, isDistance: answer?.isDistance ?? false }
}

/** The row itself, then its nearest. */
async function pickNear(
  vectors: SetViewProps['vectors'],
  rowId: number,
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const near = await vectors.neighbours({ origin: { rowId }, k: mostRows - 1, metric: 'cosine', signal })
  return [rowId, ...near.map((each) => each.rowId)]
}

const pickNames: Readonly<Record<Picking, { label: string; description: string }>> = {
  spread: { label: '1,000 rows, spread', description: 'At equal distances, from the first to the last.' },
  first: { label: 'The first 1,000 rows', description: 'As they stand in the table.' },
  near: {
    label: '1,000 rows around the chosen one',
    description: 'The row that is chosen, and its neighbours.',
  },
}

const pickGroups = [{ label: '', options: pickings.map((value) => ({ value, ...pickNames[value] })) }]

function PickRows({ picking, onPick }: { picking: Picking; onPick: (picking: Picking) => void }) {
  return (
    <Select
      label="Rows"
      value={picking}
      groups={pickGroups}
      className="h-7!"
      onChange={(id) => onPick(pickings.find((each) => each === id) ?? 'spread')}
    />
  )
}
