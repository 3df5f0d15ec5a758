// The similarity matrix of the rows of a set, in the table's order or clustered.

import { useCallback, useMemo, useState } from 'react'
import { toastOutcome } from '../../../../api/toast-outcome'
import type { CallOptions } from '../../../../api/worker-calls'
import { Button } from '../../../../components/Button'
import { useCopied } from '../../../../components/CopyButton'
import { SegmentedControl } from '../../../../components/SegmentedControl'
import { Select } from '../../../../components/Select'
import { Skeleton } from '../../../../components/Skeleton'
import { useMediaQuery } from '../../../../components/use-media-query'
import { selectComparedRow, setComparison, useEmbeddingComparison } from '../../state/embedding-comparison'
import { selectRow, showTab, useSelectedRow } from '../../state/embedding-view'
import type { SetViewProps } from '../../use-set-data'
import type { SimilarityMatrix } from '../../vectors/vector-types'
import { ComputationStatus, useComputation } from '../ComputationStatus'
import { amounts } from '../color-ramp'
import { MetricBar } from '../MetricBar'
import { writeMatrix } from '../write-tsv'
import { MatrixStage } from './MatrixStage'
import { type Cell, maxMatrixRows, pickFirst, pickSpread, type RowSubset, rowSubsets } from './matrix-cells'
import { findFixedRange, findRange } from './matrix-scene'

const orders = [
  { value: 'cluster', name: 'Clustered' },
  { value: 'table', name: 'Table order' },
] as const

export function MatrixView({ set, names, vectors, opened }: SetViewProps) {
  const selected = useSelectedRow()
  const byCluster = useEmbeddingComparison((options) => options.byCluster)
  const [rowSubset, setRowSubset] = useState<RowSubset>('spread')
  const { computation, isDistance, fixed } = useMatrix({
    vectors,
    opened,
    rowSubset,
    center: selected ?? opened.rowIds[0] ?? 0,
  })
  const matrix = computation.answer
  const fitted = useMemo(() => (matrix ? findRange(matrix) : ([0, 1] as const)), [matrix])
  const fixedScale = useEmbeddingComparison((options) => options.fixedScale)
  const range = (fixedScale && fixed) || fitted
  const isDark = useMediaQuery('(prefers-color-scheme: dark)')
  // In every metric, near rows contrast with the background.
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
    const [rowId, otherId] = [matrix?.rowIds[row], matrix?.rowIds[column]]
    if (rowId === undefined || otherId === undefined) return
    selectRow(rowId)
    selectComparedRow(set.id, otherId)
    showTab('vector')
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-5 py-4">
      <MetricBar norms={opened.norms}>
        <div>
          <SegmentedControl
            label="Order"
            value={byCluster ? 'cluster' : 'table'}
            options={orders}
            onChange={(order) => setComparison({ byCluster: order === 'cluster' })}
          />
        </div>
        {fixed && (
          <div>
            <SegmentedControl
              label="Color scale"
              value={fixedScale ? 'fixed' : 'fitted'}
              options={[
                { value: 'fitted', name: 'Fit to values' },
                { value: 'fixed', name: fixed.map(formatBound).join(' to ') },
              ]}
              onChange={(next) => setComparison({ fixedScale: next === 'fixed' })}
            />
          </div>
        )}
        {opened.rowIds.length > maxMatrixRows && (
          <RowSubsetSelect rowSubset={rowSubset} onPick={setRowSubset} />
        )}
        <CopyMatrix matrix={matrix} nameOf={names.nameOf} />
      </MetricBar>
      <div className="relative flex min-h-48 flex-1 flex-col">
        <div className="absolute inset-x-0 top-2 z-10 mx-auto w-[min(420px,calc(100%-32px))] rounded-lg bg-raised shadow-raised *:px-3 *:py-2">
          <ComputationStatus label="Comparing rows…" computation={computation} />
        </div>
        {matrix ? (
          <MatrixStage
            matrix={matrix}
            range={range}
            stops={stops}
            isFitted={!fixedScale || fixed === null}
            isDistance={isDistance}
            nameAt={nameAt}
            onOpen={openPair}
          />
        ) : (
          !computation.error &&
          !computation.isCanceled && <Skeleton label="Comparing rows…" widths={['80%', '64%', '72%']} />
        )}
      </div>
    </div>
  )
}

function formatBound(bound: number): string {
  return String(bound).replace('-', '−')
}

interface MatrixOptions extends Pick<SetViewProps, 'vectors' | 'opened'> {
  readonly rowSubset: RowSubset
  /** The row whose neighbors are shown if the subset is `near`. */
  readonly center: number
}

function useMatrix({ vectors, opened, rowSubset, center }: MatrixOptions) {
  const { metric, normalize, byCluster } = useEmbeddingComparison()
  const { rowIds } = opened
  const isNear = rowIds.length > maxMatrixRows && rowSubset === 'near'
  const origin = isNear ? center : null
  const request = useCallback(
    async (callOptions: Required<CallOptions>) => {
      const selectedIds =
        origin === null
          ? rowSubset === 'first'
            ? pickFirst(rowIds)
            : pickSpread(rowIds)
          : await pickNear(vectors, origin, callOptions.signal)
      const input = { rowIds: selectedIds, byCluster, metric, normalize }
      const matrix = await vectors.call('matrix', input, callOptions)
      return { matrix, metric, normalize }
    },
    [vectors, rowIds, rowSubset, origin, metric, normalize, byCluster],
  )
  const { answer, ...rest } = useComputation(request)
  // Those of the matrix on screen, which may be of an earlier metric.
  const isDistance = answer?.metric === 'euclidean'
  const fixed = useMemo(() => answer && findFixedRange(answer), [answer])
  return { computation: { ...rest, answer: answer?.matrix ?? null }, isDistance, fixed }
}

/** Returns the row itself, then its nearest neighbors. */
async function pickNear(
  vectors: SetViewProps['vectors'],
  rowId: number,
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const neighbors = await vectors.call(
    'neighbors',
    { origin: { rowId }, k: maxMatrixRows - 1, metric: 'cosine' },
    { signal },
  )
  return [rowId, ...neighbors.map((each) => each.rowId)]
}

const subsetNames: Readonly<Record<RowSubset, { label: string; description: string }>> = {
  spread: { label: 'Sample of 1,000 rows', description: 'Evenly spaced across the table.' },
  first: { label: 'First 1,000 rows', description: 'In table order.' },
  near: {
    label: '1,000 rows nearest to the selection',
    description: 'The selected row and its nearest neighbors.',
  },
}

const subsetGroups = [{ label: '', options: rowSubsets.map((value) => ({ value, ...subsetNames[value] })) }]

function RowSubsetSelect({
  rowSubset,
  onPick,
}: {
  rowSubset: RowSubset
  onPick: (rowSubset: RowSubset) => void
}) {
  return (
    <Select
      label="Rows"
      value={rowSubset}
      groups={subsetGroups}
      className="h-7!"
      onChange={(id) => onPick(rowSubsets.find((each) => each === id) ?? 'spread')}
    />
  )
}

interface CopyMatrixProps {
  readonly matrix: SimilarityMatrix | null
  readonly nameOf: (rowId: number) => string
}

function CopyMatrix({ matrix, nameOf }: CopyMatrixProps) {
  const [copied, copy] = useCopied()
  const [isWriting, setIsWriting] = useState(false)
  const write = async ({ rowIds, values }: SimilarityMatrix) => {
    setIsWriting(true)
    try {
      copy(await writeMatrix(Array.from(rowIds, nameOf), values))
    } finally {
      setIsWriting(false)
    }
  }
  return (
    <Button
      size="small"
      disabled={!matrix || isWriting}
      onClick={() => matrix && toastOutcome(write(matrix), 'Couldn’t copy the matrix')}
    >
      {copied ? 'Copied' : isWriting ? 'Copying…' : 'Copy as TSV'}
    </Button>
  )
}
