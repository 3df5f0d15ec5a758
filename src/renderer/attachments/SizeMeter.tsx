// Shows the size of the request, unobtrusively until it is too large.
import { formatBytes } from '../components/format'
import { joinClasses } from '../components/join-classes'
import { Tooltip } from '../components/Tooltip'
import type { RequestSize } from './request-size'

export function SizeMeter({ size }: { size: RequestSize }) {
  const { bytes, historyBytes, limit, isTooLarge, isLargeForSome } = size
  const share = Math.min(100, (bytes / limit) * 100)
  const part = historyBytes > bytes / 20 ? `${formatBytes(historyBytes)} of this is chat history. ` : ''
  const hint = isLargeForSome
    ? `${part}Files are sent as Base64, which adds about a third. Some providers accept at most 20 MB.`
    : `${part}Files are sent as Base64, which adds about a third.`
  return (
    <Tooltip label={hint} side="top">
      <span
        className={joinClasses(
          'flex shrink-0 items-center gap-1.5 whitespace-nowrap text-xs tabular-nums',
          isTooLarge ? 'text-danger' : 'text-faint',
        )}
      >
        <meter
          aria-label="Prompt size"
          className="sr-only"
          value={bytes}
          max={limit}
          aria-valuetext={`${formatBytes(bytes)} of ${formatBytes(limit)}`}
        />
        <span aria-hidden="true" className="h-1 w-10 overflow-hidden rounded-full bg-hover">
          <span
            className="block h-full rounded-full bg-current"
            style={{ width: `${Math.max(share, 3)}%` }}
          />
        </span>
        {formatBytes(bytes)}
      </span>
    </Tooltip>
  )
}
