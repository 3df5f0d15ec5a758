// How long something is under way, second by second.
import { useNow } from '../../../components/use-now'

/** Milliseconds since 1970. */
export function Elapsed({ since }: { since: number }) {
  const now = useNow(1_000)
  return (
    <span className="tabular-nums" aria-hidden="true">
      {Math.max(0, Math.floor((now - since) / 1000))} s
    </span>
  )
}
