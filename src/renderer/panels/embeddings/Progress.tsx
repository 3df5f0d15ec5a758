// A progress bar with its text.
interface ProgressProps {
  readonly label: string
  /** From 0 to 1. */
  readonly share: number
  readonly text?: string
}

export function Progress({ label, share, text = label }: ProgressProps) {
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className="h-1.5 min-w-12 flex-1 overflow-hidden rounded-full bg-hover"
      >
        <div className="h-full rounded-full bg-accent-fill" style={{ width: `${share * 100}%` }} />
      </div>
      <span className="shrink-0 text-faint text-sm tabular-nums">{text}</span>
    </div>
  )
}
