// A file on its way into the queue: how far it has come, and a way to call it off.
import { X } from 'lucide-react'
import { memo } from 'react'
import { formatBytes } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { type ArrivingSound, cancelArrivingSound } from '../state/transcription-intake'
import { GridCell } from './GridCell'
import { GridRow } from './GridRow'

interface ArrivingRowProps {
  readonly sound: ArrivingSound
  readonly index: number
}

export const ArrivingRow = memo(function ArrivingRow({ sound, index }: ArrivingRowProps) {
  const { id, name, bytes, sent } = sound
  const share = bytes > 0 ? Math.round((sent / bytes) * 100) : 100
  return (
    <GridRow
      index={index}
      aria-label={`${name}, being read`}
      className="flex h-full items-center gap-2.5 pr-2.5 pl-4"
    >
      <GridCell className="flex min-w-0 flex-1 flex-col gap-1.5 pl-6.5">
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate font-medium text-soft">{name}</span>
          <span className="shrink-0 text-faint text-sm tabular-nums">
            {share < 100 ? `Reading ${share} %` : 'Waiting'} · {formatBytes(bytes)}
          </span>
        </span>
        <span
          role="progressbar"
          aria-label={`Reading ${name}`}
          aria-valuenow={share}
          aria-valuemin={0}
          aria-valuemax={100}
          className="h-1 overflow-hidden rounded-full bg-line-strong/55"
        >
          <span className="block h-full rounded-full bg-accent-fill" style={{ width: `${share}%` }} />
        </span>
      </GridCell>
      <GridCell className="flex">
        <IconButton size="small" label={`Cancel ${name}`} icon={X} onClick={() => cancelArrivingSound(id)} />
      </GridCell>
    </GridRow>
  )
})
