// A progress bar with its text.
import { ProgressBar } from '../../components/ProgressBar'

interface ProgressProps {
  readonly label: string
  /** From 0 to 1. */
  readonly share: number
  readonly text?: string
}

export function Progress({ label, share, text = label }: ProgressProps) {
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <ProgressBar label={label} percent={Math.round(share * 100)} className="h-1.5 min-w-12 flex-1" />
      <span className="shrink-0 text-faint text-sm tabular-nums">{text}</span>
    </div>
  )
}
