// A file on its way into the draft: how far it has come, and a way to call it off.
import { X } from 'lucide-react'
import { formatBytes } from '../components/format'
import { type ArrivingFile, cancelArriving } from '../state/attachments'

export function ArrivingChip({ file: { id, name, bytes, sent } }: { file: ArrivingFile }) {
  const share = Math.round((sent / Math.max(bytes, 1)) * 100)
  return (
    <li className="flex h-10 w-52 items-center gap-1 rounded-lg border border-line border-dashed bg-sunken pr-1 pl-2">
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex items-baseline justify-between gap-2">
          <span className="truncate text-sm">{name}</span>
          <span className="shrink-0 text-faint text-xs tabular-nums">{formatBytes(bytes)}</span>
        </span>
        <span
          role="progressbar"
          aria-label={`Attaching ${name}`}
          aria-valuenow={share}
          aria-valuemin={0}
          aria-valuemax={100}
          className="h-1 overflow-hidden rounded-full bg-hover"
        >
          <span className="block h-full rounded-full bg-accent-fill" style={{ width: `${share}%` }} />
        </span>
      </span>
      <button
        type="button"
        aria-label={`Cancel ${name}`}
        onClick={() => cancelArriving(id)}
        className="flex size-6 shrink-0 items-center justify-center rounded-md text-faint hover:bg-hover hover:text-ink"
      >
        <X size={14} aria-hidden="true" />
      </button>
    </li>
  )
}
