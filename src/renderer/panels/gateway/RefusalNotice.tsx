// How many requests were refused because their caller had not shown the local key: they are not in the list.
import type { RefusalCounts } from '#shared/schemas/exchange'
import { formatCount } from '../../components/format'
import { formatTime } from '../../components/format-date'
import { Notice } from '../../components/Notice'

const reasonNames: Readonly<Record<RefusalCounts[number]['last']['reason'], string>> = {
  malformed: 'malformed',
  host: 'wrong host',
  origin: 'origin not allowed',
  path: 'unknown path or method',
  key: 'missing or wrong key',
}

export function RefusalNotice({ counts }: { counts: RefusalCounts }) {
  const last = counts
    .map((count) => count.last)
    .reduce((one, other) => (one && one.at > other.at ? one : other), counts[0]?.last)
  if (!last) return null
  const reasons = counts.map(({ count, last: { reason } }) => `${formatCount(count)} ${reasonNames[reason]}`)
  return (
    <div className="px-6 pt-4 pb-3">
      <Notice tone="quiet" title={`Refused without a valid key: ${reasons.join(' · ')}`}>
        <p>
          Last at {formatTime(last.at)}: <span className="font-mono">{last.request}</span>
        </p>
        <p>{last.message}</p>
      </Notice>
    </div>
  )
}
