import { joinClasses } from './join-classes'

interface ProgressBarProps {
  readonly label: string
  /** From 0 to 100; undefined if it is not known. */
  readonly percent: number | undefined
  /** Its size. */
  readonly className?: string
}

export function ProgressBar({ label, percent, className }: ProgressBarProps) {
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={joinClasses('block overflow-hidden rounded-full bg-hover', className)}
    >
      <span className="block h-full rounded-full bg-accent-fill" style={{ width: `${percent ?? 0}%` }} />
    </span>
  )
}
