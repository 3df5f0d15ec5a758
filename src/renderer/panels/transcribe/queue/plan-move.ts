// Where files of the queue go when they are moved: in front of which other file.
import type { ListKey } from '../../../components/list-keys'

export type MoveDirection = 'up' | 'down' | 'first' | 'last'

export interface PlannedMove {
  /** In the order of the queue. */
  readonly ids: readonly string[]
  /** Null is the end. */
  readonly before: string | null
}

/** Null if they are there already. `movable`: files that have not started, in the order of the queue. */
export function planMove(
  movable: readonly string[],
  moved: ReadonlySet<string>,
  direction: MoveDirection,
): PlannedMove | null {
  const ids = movable.filter((id) => moved.has(id))
  const others = movable.filter((id) => !moved.has(id))
  const at = findIndexAmongOthers(movable, { moved, others, direction })
  return toPlan(movable, { ids, others, at })
}

/** Null if they are there already; `before` may be one of the moved files. */
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

function findIndexAmongOthers(
  movable: readonly string[],
  {
    moved,
    others,
    direction,
  }: { moved: ReadonlySet<string>; others: readonly string[]; direction: MoveDirection },
): number {
  if (direction === 'first') return 0
  if (direction === 'last') return others.length
  const indexes = movable.flatMap((id, at) => (moved.has(id) ? [at] : []))
  const edge = (direction === 'up' ? indexes[0] : indexes.at(-1)) ?? 0
  const before = movable.slice(0, edge).filter((id) => !moved.has(id)).length
  return direction === 'up' ? Math.max(0, before - 1) : Math.min(others.length, before + 1)
}

function toPlan(
  movable: readonly string[],
  { ids, others, at }: { ids: readonly string[]; others: readonly string[]; at: number },
): PlannedMove | null {
  const planned = [...others.slice(0, at), ...ids, ...others.slice(at)]
  if (ids.length === 0 || planned.every((id, index) => id === movable[index])) return null
  return { ids, before: others[at] ?? null }
}

/** Alt with an arrow key; null for every other key. */
export function readMoveKey({ key, altKey, ctrlKey, metaKey, shiftKey }: ListKey): MoveDirection | null {
  if (!altKey || ctrlKey || metaKey || shiftKey) return null
  if (key === 'ArrowUp') return 'up'
  return key === 'ArrowDown' ? 'down' : null
}
