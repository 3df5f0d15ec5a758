// Plans a move within the queue: which file the moved ones go in front of.
import type { ListKey } from '../../../components/list-keys'

type MoveDirection = 'up' | 'down' | 'first' | 'last'

/** In front of another file, which may be one of the moved ones; null is the end of the queue. */
interface DropPosition {
  readonly before: string | null
}

export type MoveTarget = MoveDirection | DropPosition

interface PlannedMove extends DropPosition {
  /** In the order of the queue. */
  readonly ids: readonly string[]
}

/** Null if they are there already. `movable`: files that have not started, in the order of the queue. */
export function planMove(
  movable: readonly string[],
  moved: ReadonlySet<string>,
  target: MoveTarget,
): PlannedMove | null {
  const ids = movable.filter((id) => moved.has(id))
  const others = movable.filter((id) => !moved.has(id))
  const at = findIndex(movable, moved, target)
  const planned = at < 0 ? movable : [...others.slice(0, at), ...ids, ...others.slice(at)]
  if (planned.every((id, index) => id === movable[index])) return null
  return { ids, before: others[at] ?? null }
}

/** Among the files that are not moved; -1 if there is no such position. */
function findIndex(movable: readonly string[], moved: ReadonlySet<string>, target: MoveTarget): number {
  const countOthers = (end: number) => movable.slice(0, end).filter((id) => !moved.has(id)).length
  const others = countOthers(movable.length)
  const indexes = movable.flatMap((id, at) => (moved.has(id) ? [at] : []))
  switch (target) {
    case 'first':
      return 0
    case 'last':
      return others
    case 'up':
      return Math.max(0, countOthers(indexes[0] ?? 0) - 1)
    case 'down':
      return Math.min(others, countOthers(indexes.at(-1) ?? 0) + 1)
  }
  const { before } = target
  if (before === null) return others
  return movable.includes(before) ? countOthers(movable.indexOf(before)) : -1
}

/** Alt with an arrow key; null for every other key. */
export function readMoveKey({ key, altKey, ctrlKey, metaKey, shiftKey }: ListKey): MoveDirection | null {
  if (!altKey || ctrlKey || metaKey || shiftKey) return null
  if (key === 'ArrowUp') return 'up'
  return key === 'ArrowDown' ? 'down' : null
}
