// What is known of a vector by itself: facts, the note where it is not of unit length, histogram, all values.
import { useCallback } from 'react'
import { listShortest } from '#shared/vectors/shortest-number'
import { tellOutcome } from '../../../../api/tell-outcome'
import { Button } from '../../../../components/Button'
import { useCopied } from '../../../../components/CopyButton'
import { formatCount } from '../../../../components/format'
import { Notice } from '../../../../components/Notice'
import { Skeleton } from '../../../../components/Skeleton'
import type { VectorFacts } from '../../vectors/vector-calls'
import type { Vectors } from '../../vectors/vectors'
import { formatValue } from '../format-value'
import { useWork } from '../use-work'
import { WorkLine } from '../WorkLine'
import { Figures } from './Figures'
import { HeatStrip } from './HeatStrip'
import { Histogram } from './Histogram'
import { findLimit } from './paint-strip'

interface VectorBodyProps {
  readonly vectors: Vectors
  readonly rowId: number
}

export function VectorBody({ vectors, rowId }: VectorBodyProps) {
  const ask = useCallback(() => Promise.all([vectors.describe(rowId), vectors.read(rowId)]), [vectors, rowId])
  const work = useWork(ask)
  if (work.error) return <WorkLine doing="Reading the vector" work={work} />
  if (!work.answer)
    return <Skeleton label="Reading the vector" widths={['64%', '80%', '48%']} className="py-2" />
  const [facts, vector] = work.answer
  return (
    <>
      <Figures label="Facts" figures={listFacts(facts)} />
      {!facts.isUnitLength && (
        <Notice tone="warn" title={`Not of unit length: the L2 norm is ${formatValue(facts.norm)}`}>
          Dot product and Euclidean distance measure its length too, unless vectors are normalised before they
          are compared; the cosine does not. Vectors of fewer dimensions than the model’s own are cut off, and
          come like this.
        </Notice>
      )}
      <section aria-label="Distribution of the values" className="flex flex-col gap-2">
        <h2 className="font-medium text-soft text-sm">Distribution</h2>
        <Histogram
          label="Histogram"
          counts={facts.histogram}
          things="values"
          toRange={(index) => describeBin(facts, index)}
          ends={[formatValue(facts.min), formatValue(facts.max)]}
        />
      </section>
      <section aria-label="All values" className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="min-w-0 flex-1 font-medium text-soft text-sm">Values</h2>
          <CopyVector label="Copy as JSON" read={() => vectors.read(rowId)} />
          {!facts.isUnitLength && (
            <CopyVector label="Copy normalised" read={() => vectors.read(rowId, true)} />
          )}
        </div>
        <HeatStrip vector={vector} limit={findLimit(facts)} />
      </section>
    </>
  )
}

function listFacts({ dimensions, norm, min, max, mean, deviation }: VectorFacts) {
  return [
    { name: 'Dimensions', value: formatCount(dimensions) },
    { name: 'L2 norm', value: formatValue(norm), about: 'Its length: the root of the sum of all squares.' },
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
        tellOutcome(
          read().then((vector) => copy(JSON.stringify(listShortest(vector)))),
          'The vector was not copied',
        )
      }
    >
      {copied ? 'Copied' : label}
    </Button>
  )
}
