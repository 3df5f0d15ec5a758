// One vector: its statistics, its numbers as a strip, and a comparison with another row.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useCallback } from 'react'
import { listShortest } from '#shared/vectors/vector-block'
import { toastOutcome } from '../../../../api/toast-outcome'
import { Button } from '../../../../components/Button'
import { useCopied } from '../../../../components/CopyButton'
import { IconButton } from '../../../../components/IconButton'
import { Notice } from '../../../../components/Notice'
import { Skeleton } from '../../../../components/Skeleton'
import { Switch } from '../../../../components/Switch'
import {
  metrics,
  selectComparedRow,
  setComparison,
  useEmbeddingComparison,
} from '../../state/embedding-comparison'
import { selectRow, useSelectedRow } from '../../state/embedding-view'
import type { SetViewProps } from '../../use-set-data'
import type { PairFacts, VectorFacts } from '../../vectors/vector-types'
import type { Vectors } from '../../vectors/vectors'
import { ComputationStatus, useComputation } from '../ComputationStatus'
import { formatMeasure, formatValue } from '../format-value'
import { metricNames, NormalizeSwitch } from '../MetricBar'
import { RowPicker, zeroReason } from '../RowPicker'
import { explainMissing, stepRow } from '../row-names'
import { findLimit, HeatStrip } from './HeatStrip'
import { Histogram, StatRow } from './Histogram'

export function VectorView({ set, names, vectors, opened }: SetViewProps) {
  const { rowIds, known, zeros, dimensions } = opened
  const rowId = useSelectedRow() ?? rowIds[0] ?? 0
  const previous = stepRow(rowIds, rowId, -1, names.numberOf)
  const next = stepRow(rowIds, rowId, 1, names.numberOf)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-5 py-4">
      <div className="flex min-w-0 items-center gap-1">
        <RowPicker label="Row" names={names} rowIds={known} zeros={zeros} value={rowId} onPick={selectRow} />
        <IconButton
          label="Previous row"
          icon={ChevronLeft}
          disabled={previous === undefined}
          onClick={() => previous !== undefined && selectRow(previous)}
        />
        <IconButton
          label="Next row"
          icon={ChevronRight}
          disabled={next === undefined}
          onClick={() => next !== undefined && selectRow(next)}
        />
      </div>
      {known.has(rowId) ? (
        <>
          <VectorBody vectors={vectors} rowId={rowId} />
          {rowIds.length > 1 && (
            <PairSection set={set} vectors={vectors} names={names} opened={opened} rowId={rowId} />
          )}
        </>
      ) : (
        <Notice tone="quiet" title={explainMissing(names.find(rowId), dimensions) ?? ''} />
      )}
    </div>
  )
}

function VectorBody({ vectors, rowId }: { vectors: Vectors; rowId: number }) {
  const request = useCallback(
    () => Promise.all([vectors.call('describe', { rowId }), vectors.call('read', { rowId })]),
    [vectors, rowId],
  )
  const computation = useComputation(request)
  const logCounts = useEmbeddingComparison((options) => options.logCounts)
  if (computation.error) return <ComputationStatus label="Loading vector…" computation={computation} />
  if (!computation.answer)
    return <Skeleton label="Loading vector…" widths={['64%', '80%', '48%']} className="py-2" />
  const [facts, vector] = computation.answer
  return (
    <>
      <StatRow label="Statistics" stats={listFacts(facts)} />
      {facts.norm === 0 && (
        <Notice tone="warn" title="Zero vector">
          {zeroReason} Edit the text or check the model, then run the row again.
        </Notice>
      )}
      {!facts.isUnitLength && facts.norm > 0 && (
        <Notice tone="warn" title={`Not unit length (L2 norm ${formatValue(facts.norm)})`}>
          Vectors with fewer dimensions than the model’s default are truncated, so their length isn’t 1. This
          affects dot product and Euclidean distance, but not cosine. To correct for it, turn on Normalize
          vectors.
        </Notice>
      )}
      <section aria-label="Value distribution" className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="font-medium text-soft text-sm">Distribution</h2>
          <Switch
            label="Log scale"
            checked={logCounts}
            onChange={(next) => setComparison({ logCounts: next })}
          />
        </div>
        <Histogram
          label="Histogram"
          counts={facts.histogram}
          isLog={logCounts}
          unit="values"
          toRange={(index) => describeBin(facts, index)}
          ends={[formatValue(facts.min), formatValue(facts.max)]}
        />
      </section>
      <section aria-label="All values" className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="min-w-0 flex-1 font-medium text-soft text-sm">Values</h2>
          <CopyVector label="Copy as JSON" read={() => vectors.call('read', { rowId })} />
          {!facts.isUnitLength && facts.norm > 0 && (
            <CopyVector
              label="Copy normalized"
              read={() => vectors.call('read', { rowId, normalize: true })}
            />
          )}
        </div>
        <HeatStrip vector={vector} limit={findLimit(facts)} />
      </section>
    </>
  )
}

function listFacts({ dimensions, norm, min, max, mean, deviation }: VectorFacts) {
  return [
    { name: 'Dimensions', value: String(dimensions) },
    {
      name: 'L2 norm',
      value: formatValue(norm),
      about: 'The vector’s length: the square root of the sum of squares.',
    },
    { name: 'Minimum', value: formatValue(min) },
    { name: 'Maximum', value: formatValue(max) },
    { name: 'Mean', value: formatValue(mean) },
    { name: 'Standard deviation', value: formatValue(deviation) },
  ]
}

function describeBin({ min, max, histogram }: VectorFacts, index: number): string {
  const width = (max - min) / Math.max(1, histogram.length)
  return `${formatValue(min + width * index)} to ${formatValue(min + width * (index + 1))}`
}

function CopyVector({ label, read }: { label: string; read: () => Promise<Float32Array> }) {
  const [copied, copy] = useCopied()
  return (
    <Button
      size="small"
      onClick={() =>
        toastOutcome(
          read().then((vector) => copy(JSON.stringify(listShortest(vector)))),
          'Couldn’t copy the vector',
        )
      }
    >
      {copied ? 'Copied' : label}
    </Button>
  )
}

function PairSection({ set, vectors, names, opened, rowId }: SetViewProps & { rowId: number }) {
  const normalize = useEmbeddingComparison((options) => options.normalize)
  const requested = useEmbeddingComparison((options) => options.others[set.id])
  const { known, zeros, rowIds, norms } = opened
  const other = requested !== undefined && known.has(requested) ? requested : findOther(rowIds, rowId)
  const request = useCallback(
    () => vectors.call('pair', { a: rowId, b: other, normalize }),
    [vectors, rowId, other, normalize],
  )
  const computation = useComputation(request)
  return (
    <section aria-label="Compare with another row" className="flex flex-col gap-3 border-line border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="font-medium text-soft text-sm">Compare with another row</h2>
        <NormalizeSwitch />
      </div>
      <div className="flex min-w-0">
        <RowPicker
          label="Other row"
          names={names}
          rowIds={known}
          zeros={zeros}
          value={other}
          onPick={(id) => selectComparedRow(set.id, id)}
        />
      </div>
      <StatRow label="Similarity" stats={listMeasures(computation.answer)} />
      {computation.error && <ComputationStatus label="Comparing…" computation={computation} />}
      {norms && norms.notUnit > 0 && (
        <p className="text-faint text-sm">
          {normalize
            ? 'Both vectors are normalized first.'
            : 'Vectors are compared as is. If they don’t have unit length, it affects dot product and distance.'}
        </p>
      )}
    </section>
  )
}

function listMeasures(facts: PairFacts | null) {
  return metrics.map((metric) => ({
    name: metricNames[metric].name,
    value: facts ? formatMeasure(facts[metric]) : '…',
    about: metricNames[metric].about,
  }))
}

/** Returns the next row, or the previous one at the end. */
function findOther(rowIds: Uint32Array, rowId: number): number {
  const index = rowIds.indexOf(rowId)
  return rowIds[index + 1] ?? rowIds[index - 1] ?? rowId
}
