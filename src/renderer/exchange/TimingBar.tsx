// How the time of a request was spent: in the gateway, waiting for the provider, and streaming.
import type { Exchange } from '#shared/schemas/exchange'
import { formatDuration } from '../components/format'

interface TimingSegment {
  readonly name: 'In gateway' | 'Waiting' | 'Streaming'
  readonly milliseconds: number
  /** Fraction of the total. */
  readonly share: number
}

/** Leaves out what a request did not reach: one that was rejected was only in the gateway. */
export function toTimingSegments({ sentUpstream, firstByte, total }: Exchange['times']): TimingSegment[] {
  const sent = Math.min(sentUpstream ?? firstByte ?? total, total)
  const first = Math.min(Math.max(firstByte ?? total, sent), total)
  const isSent = sentUpstream !== null
  const segments = [
    { name: 'In gateway' as const, milliseconds: sent, isReached: true },
    { name: 'Waiting' as const, milliseconds: first - sent, isReached: isSent },
    { name: 'Streaming' as const, milliseconds: total - first, isReached: firstByte !== null },
  ]
  return segments.flatMap(({ isReached, ...segment }) =>
    isReached ? [{ ...segment, share: total === 0 ? 0 : segment.milliseconds / total }] : [],
  )
}

const colors = { 'In gateway': 'bg-faint', Waiting: 'bg-warn', Streaming: 'bg-accent' } as const

export function TimingBar({ times }: Pick<Exchange, 'times'>) {
  const segments = toTimingSegments(times)
  return (
    <div className="flex flex-col gap-1">
      <div aria-hidden="true" className="flex h-2 overflow-hidden rounded-sm bg-sunken">
        {segments.map(({ name, share }) => (
          <span key={name} className={`${colors[name]} min-w-px`} style={{ width: `${share * 100}%` }} />
        ))}
      </div>
      <ul aria-label="Timing" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {segments.map(({ name, milliseconds }) => (
          <li key={name} className="flex items-center gap-1.5 whitespace-nowrap">
            <span aria-hidden="true" className={`${colors[name]} size-2 rounded-sm`} />
            <span className="text-faint">{name}</span>{' '}
            <span className="tabular-nums">{formatDuration(milliseconds)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
