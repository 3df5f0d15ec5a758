// Where a key leads in a tree, and what it folds or unfolds (ARIA's pattern of a tree view).
import type { TreeRow } from './tree-rows'

interface TreePlace {
  readonly rows: readonly TreeRow[]
  readonly active: number
}

interface TreeMove {
  readonly to: number
  readonly open?: boolean
}

/** Null where the key means nothing here. */
export function toTreeKeyMove(key: string, { rows, active }: TreePlace): TreeMove | null {
  const row = rows[active]
  if (!row) return null
  switch (key) {
    case 'ArrowDown':
      return { to: Math.min(active + 1, rows.length - 1) }
    case 'ArrowUp':
      return { to: Math.max(active - 1, 0) }
    case 'Home':
      return { to: 0 }
    case 'End':
      return { to: rows.length - 1 }
    case 'ArrowRight':
      if (row.state === 'open') return { to: active + 1 }
      return row.state === 'folded' ? { to: active, open: true } : null
    case 'ArrowLeft':
      return row.state === 'open' ? { to: active, open: false } : { to: findParent(rows, active) }
    case 'Enter':
    case ' ':
      return row.state === 'leaf' ? null : { to: active, open: row.state === 'folded' }
    default:
      return null
  }
}

function findParent(rows: readonly TreeRow[], index: number): number {
  const depth = rows[index]?.depth ?? 0
  for (let above = index - 1; above >= 0; above -= 1) if ((rows[above]?.depth ?? 0) < depth) return above
  return index
}
