// By which measure vectors are compared, and whether they are normalised first; with the note where that matters.

import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { joinClasses } from '../../../components/join-classes'
import { Segments } from '../../../components/Segments'
import { Switch } from '../../../components/Switch'
import { compareBy, useEmbeddingComparing } from '../state/embedding-comparing'
import type { NormFacts } from '../vectors/vector-calls'
import { explainNormalising, metricOptions } from './metric-names'

interface ComparingBarProps {
  /** Null while they are not known. */
  readonly norms: NormFacts | null
  /** Before the measures. */
  readonly children?: ReactNode
}

export function ComparingBar({ norms, children }: ComparingBarProps) {
  const { metric, normalise } = useEmbeddingComparing()
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2">
      {children}
      <div>
        <Segments
          label="Measure"
          value={metric}
          options={metricOptions}
          onChange={(next) => compareBy({ metric: next })}
        />
      </div>
      <NormaliseSwitch />
      {norms && norms.notUnit > 0 && (
        <p
          className={joinClasses(
            'flex min-w-0 items-center gap-1 text-sm',
            metric !== 'cosine' && !normalise ? 'text-warn' : 'text-faint',
          )}
        >
          <TriangleAlert size={14} aria-hidden="true" className="shrink-0" />
          <span className="min-w-0">{explainNormalising(metric, false, normalise)}</span>
        </p>
      )}
    </div>
  )
}

export function NormaliseSwitch() {
  const normalise = useEmbeddingComparing((comparing) => comparing.normalise)
  return (
    <Switch
      label="Normalise before comparing"
      checked={normalise}
      onChange={(next) => compareBy({ normalise: next })}
    />
  )
}
