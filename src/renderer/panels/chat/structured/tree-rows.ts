// The rows of a JSON value as a tree with collapsed branches, and its keyboard navigation.
import { formatJsonPath, type Steps } from '../inspector/json-locations'

export interface TreeRow {
  /** `$.items[0]`. */
  readonly path: string
  readonly depth: number
  /** Null for the root. */
  readonly name: string | number | null
  readonly value: unknown
  readonly state: 'open' | 'folded' | 'leaf'
}

/** Levels that are expanded at first. */
const initialDepth = 3

/** `toggled`: by path, whether the user has expanded (true) or collapsed it. */
export function toTreeRows(value: unknown, toggled: ReadonlyMap<string, boolean>): TreeRow[] {
  const rows: TreeRow[] = []
  const add = (at: Pick<TreeRow, 'path' | 'depth' | 'name' | 'value'>) => {
    const branches = listBranches(at.value)
    const isOpen = branches.length > 0 && (toggled.get(at.path) ?? at.depth < initialDepth)
    rows.push({ ...at, state: branches.length === 0 ? 'leaf' : isOpen ? 'open' : 'folded' })
    if (!isOpen) return
    for (const [name, inner] of branches) {
      const path = at.path + formatJsonPath([name]).slice(1)
      add({ path, depth: at.depth + 1, name, value: inner })
    }
  }
  add({ path: '$', depth: 0, name: null, value })
  return rows
}

/** The steps as far as they exist in the value: a missing property is shown at its nearest ancestor. */
export function followSteps(value: unknown, steps: Steps): Steps {
  let inner = value
  for (const [index, step] of steps.entries()) {
    const branches = new Map(listBranches(inner))
    if (!branches.has(step)) return steps.slice(0, index)
    inner = branches.get(step)
  }
  return steps
}

/** The paths that must be expanded to show the target of the steps. */
export function listAncestors(steps: Steps): string[] {
  return steps.map((_, index) => formatJsonPath(steps.slice(0, index)))
}

/** The text for a collapsed or empty value. */
export function describeFolded(value: unknown): string {
  if (Array.isArray(value)) {
    return value.length === 0 ? '[]' : `[ ${value.length} ${value.length === 1 ? 'item' : 'items'} ]`
  }
  const count = Object.keys(value ?? {}).length
  return count === 0 ? '{}' : `{ ${count} ${count === 1 ? 'property' : 'properties'} }`
}

function listBranches(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return [...value.entries()]
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

/** The ARIA tree view pattern. Returns null if the key has no effect. */
export function toTreeKeyMove(
  key: string,
  rows: readonly TreeRow[],
  active: number,
): { to: number; open?: boolean } | null {
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
