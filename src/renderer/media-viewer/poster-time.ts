// Which moment of a video stands for it.

/** Seconds: many fade in from black. */
const latest = 1

/** Early in it, and never past its end; a length that is not known is the beginning. */
export function toPosterTime(duration: number): number {
  return Number.isFinite(duration) && duration > 0 ? Math.min(latest, duration / 4) : 0
}
