// How much of a request the prompt takes, quietly, until it is too much.
import { formatBytes } from '../components/format'
import { joinClasses } from '../components/join-classes'
import { Tooltip } from '../components/Tooltip'
import type { RequestSize } from './request-size'

export function SizeMeter({ size }: { size: RequestSize }) {
  const { bytes, before, limit, isTooLarge, isLargeForSome } = size
  const share = Math.min(100, (bytes / limit) * 100)
  const part = before > bytes / 20 ? `${formatBytes(before)} of it is the conversation before. ` : ''
  const hint = isLargeForSome
    ? `${part}Files travel as Base64, a third larger. Some services take 20 MB at the most.`
    : `${part}Files travel as Base64, a third larger than they are on the disk.`
  return (
    <Tooltip label={hint} side="top">
      <span
        className={joinClasses(
          'flex shrink-0 items-center gap-1.5 whitespace-nowrap text-xs tabular-nums',
          isTooLarge ? 'text-danger' : 'text-faint',
        )}
      >
        <meter
          aria-label="Size of this prompt"
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
