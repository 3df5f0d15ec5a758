// By which measure vectors are compared, and whether they are normalized first; with the note where that matters.

import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { joinClasses } from '../../../components/join-classes'
import { Segments } from '../../../components/Segments'
import { Switch } from '../../../components/Switch'
import { setComparison, useEmbeddingComparison } from '../state/embedding-comparing'
import type { NormFacts } from '../vectors/vector-calls'
import { explainNormalization, metricOptions } from './metric-names'

interface MetricBarProps {
  /** Null while they are not known. */
  readonly norms: NormFacts | null
  /** Before the measures. */
  readonly children?: ReactNode
}

export function MetricBar({ norms, children }: MetricBarProps) {
  const { metric, normalise } = useEmbeddingComparison()
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2">
      {children}
      <div>
        <Segments
          label="Measure"
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
            metric !== 'cosine' && !normalise ? 'text-warn' : 'text-faint',
          )}
        >
          <TriangleAlert size={14} aria-hidden="true" className="shrink-0" />
          <span className="min-w-0">{explainNormalization(metric, false, normalise)}</span>
        </p>
      )}
    </div>
  )
}

export function NormalizeSwitch() {
  const normalise = useEmbeddingComparison((options) => options.normalise)
  return (
    <Switch
      label="Normalise before comparing"
      checked={normalise}
      onChange={(next) => setComparison({ normalise: next })}
    />
  )
}
