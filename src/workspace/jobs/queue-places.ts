// Where a job stands in the queue once it has been put before another one.
import { ApiError } from '#shared/schemas/api-error'

interface Placed {
  readonly id: string
  readonly position: number
}

export interface Move {
  readonly id: string
  /** Null is the end. */
  readonly before: string | null
}

/** Those whose place changes: one, or all where there is no room between two. `queue` is in its order. */
export function placeBefore<Job extends Placed>(queue: readonly Job[], { id, before }: Move): Job[] {
  const moved = queue.find((job) => job.id === id)
  if (!moved) throw notInQueue('id')
  if (before === id) return []
  const others = queue.filter((job) => job !== moved)
  const at = before === null ? others.length : others.findIndex((job) => job.id === before)
  if (at < 0) throw notInQueue('before')
  const lower = others[at - 1]?.position ?? (others[at]?.position ?? 1) - 2
  const upper = others[at]?.position ?? lower + 2
  const position = (lower + upper) / 2
  if (position > lower && position < upper) return [{ ...moved, position }]
  const reordered = [...others.slice(0, at), moved, ...others.slice(at)]
  return reordered.map((job, index) => ({ ...job, position: index + 1 }))
}

function notInQueue(param: string): ApiError {
  return new ApiError('NOT_FOUND', `${param}: there is no such job in the queue`, { param })
}
