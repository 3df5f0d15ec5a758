// Gray placeholder lines, which appear only if loading takes a moment.
import { joinClasses } from './join-classes'

interface SkeletonProps {
  readonly label: string
  /** Widths of the lines, as CSS lengths. */
  readonly widths: readonly string[]
  readonly className?: string
}

export function Skeleton({ label, widths, className }: SkeletonProps) {
  return (
    <div
      role="status"
      aria-label={label}
      className={joinClasses('flex animate-late flex-col gap-3', className)}
    >
      {widths.map((width) => (
        <div key={width} className="h-3 animate-breathe rounded-sm bg-hover" style={{ width }} />
      ))}
    </div>
  )
}
