// Where files of the queue go when they are moved: before which other one.

export type Way = 'up' | 'down' | 'first' | 'last'

interface PlannedMove {
  /** In the order of the queue. */
  readonly ids: readonly string[]
  /** Null is the end. */
  readonly before: string | null
}

/** Null where they stand there already. `movable`: what has not begun, in the order of the queue. */
export function planMove(
  movable: readonly string[],
  moved: ReadonlySet<string>,
  way: Way,
): PlannedMove | null {
  const ids = movable.filter((id) => moved.has(id))
  const others = movable.filter((id) => !moved.has(id))
  const at = findPlace(movable, { moved, others, way })
  return toPlan(movable, { ids, others, at })
}

/** Null where they stand there already; `before` may be one of those that are moved. */
export function planDrop(
  movable: readonly string[],
  moved: ReadonlySet<string>,
  before: string | null,
): PlannedMove | null {
  const ids = movable.filter((id) => moved.has(id))
  const others = movable.filter((id) => !moved.has(id))
  const end = before === null ? movable.length : movable.indexOf(before)
  if (end < 0) return null
  return toPlan(movable, { ids, others, at: movable.slice(0, end).filter((id) => !moved.has(id)).length })
}

/** Among the others. */
function findPlace(
  movable: readonly string[],
  { moved, others, way }: { moved: ReadonlySet<string>; others: readonly string[]; way: Way },
): number {
  if (way === 'first') return 0
  if (way === 'last') return others.length
  const places = movable.flatMap((id, at) => (moved.has(id) ? [at] : []))
  const edge = (way === 'up' ? places[0] : places.at(-1)) ?? 0
  const before = movable.slice(0, edge).filter((id) => !moved.has(id)).length
  return way === 'up' ? Math.max(0, before - 1) : Math.min(others.length, before + 1)
}

function toPlan(
  movable: readonly string[],
  { ids, others, at }: { ids: readonly string[]; others: readonly string[]; at: number },
): PlannedMove | null {
  const planned = [...others.slice(0, at), ...ids, ...others.slice(at)]
  if (ids.length === 0 || planned.every((id, index) => id === movable[index])) return null
  return { ids, before: others[at] ?? null }
}
