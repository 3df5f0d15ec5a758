// The metric by which vectors are compared, whether they are normalized first, and how many neighbors are shown.
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { joinClasses } from '../../../components/join-classes'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { Select } from '../../../components/Select'
import { Switch } from '../../../components/Switch'
import { setComparison, useEmbeddingComparison } from '../state/embedding-comparison'
import type { Metric, NormFacts } from '../vectors/vector-types'

interface MetricBarProps {
  /** Null until they are known. */
  readonly norms: NormFacts | null
  /** Rendered before the metric. */
  readonly children?: ReactNode
}

export function MetricBar({ norms, children }: MetricBarProps) {
  const { metric, normalize } = useEmbeddingComparison()
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2">
      {children}
      <div>
        <SegmentedControl
          label="Metric"
          value={metric}
          options={metricOptions}
          onChange={(next) => setComparison({ metric: next })}
        />
      </div>
      <NormalizeSwitch />
      {norms && norms.notUnit > 0 && (
        <p
          className={joinClasses(
            'flex min-w-0 items-center gap-1 text-sm',
            metric !== 'cosine' && !normalize ? 'text-warn' : 'text-faint',
          )}
        >
          {metric !== 'cosine' && <TriangleAlert size={14} aria-hidden="true" className="shrink-0" />}
          <span className="min-w-0">{explainNormalization(metric, normalize)}</span>
        </p>
      )}
    </div>
  )
}

export function NormalizeSwitch() {
  const normalize = useEmbeddingComparison((options) => options.normalize)
  return (
    <Switch
      label="Normalize vectors"
      checked={normalize}
      onChange={(next) => setComparison({ normalize: next })}
    />
  )
}

const groups = [
  {
    label: '',
    options: [10, 25, 50, 100].map((count) => ({ value: String(count), label: `Top ${count}` })),
  },
]

export function NeighborCountField() {
  const nearest = useEmbeddingComparison((options) => options.nearest)
  return (
    <Select
      label="Number of neighbors"
      value={String(nearest)}
      groups={groups}
      className="h-7!"
      onChange={(count) => setComparison({ nearest: Number(count) })}
    />
  )
}

export const metricNames = {
  cosine: {
    name: 'Cosine similarity',
    short: 'Cosine',
    about: 'Angle only. 1 is the same direction, 0 is orthogonal.',
  },
  dot: {
    name: 'Dot product',
    short: 'Dot',
    about: 'Angle and length. Equals cosine for unit vectors.',
  },
  euclidean: {
    name: 'Euclidean distance',
    short: 'Euclidean',
    about: 'Straight-line distance. 0 is identical, lower is closer.',
  },
} as const satisfies Record<Metric, { name: string; short: string; about: string }>

const metricOptions = [
  { value: 'cosine', name: metricNames.cosine.short },
  { value: 'dot', name: metricNames.dot.short },
  { value: 'euclidean', name: metricNames.euclidean.short },
] as const satisfies readonly { value: Metric; name: string }[]

/** Cosine does not depend on the lengths. */
function explainNormalization(metric: Metric, normalize: boolean): string {
  if (metric === 'cosine') return 'Vectors don’t have unit length. Cosine isn’t affected.'
  return normalize
    ? 'Vectors don’t have unit length and are normalized before comparing.'
    : 'Vectors don’t have unit length, so longer vectors weigh more.'
}
