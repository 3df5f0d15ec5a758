// A JSON value as the rows of a tree of which parts are folded.
import { formatJsonPath, type Steps } from '../inspector/json-locations'

export interface TreeRow {
  /** `$.items[0]`. */
  readonly path: string
  readonly depth: number
  /** Null for the whole. */
  readonly name: string | number | null
  readonly value: unknown
  readonly state: 'open' | 'folded' | 'leaf'
}

/** Levels that are unfolded at first. */
const depthShown = 3

/** `turned`: whether the user has unfolded (true) or folded what stands at a path. */
export function toTreeRows(value: unknown, turned: ReadonlyMap<string, boolean>): TreeRow[] {
  const rows: TreeRow[] = []
  const add = (at: Pick<TreeRow, 'path' | 'depth' | 'name' | 'value'>) => {
    const branches = listBranches(at.value)
    const isOpen = branches.length > 0 && (turned.get(at.path) ?? at.depth < depthShown)
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

/** How far the steps lead into the value: what is missing is looked for at the nearest thing around it. */
export function followSteps(value: unknown, steps: Steps): Steps {
  let inner = value
  for (const [index, step] of steps.entries()) {
    const branches = new Map(listBranches(inner))
    if (!branches.has(step)) return steps.slice(0, index)
    inner = branches.get(step)
  }
  return steps
}

/** All that must be unfolded to see what the steps lead to. */
export function listAncestors(steps: Steps): string[] {
  return steps.map((_, index) => formatJsonPath(steps.slice(0, index)))
}

/** What stands in the row of something folded, or of something that holds nothing. */
export function describeFolded(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${countThings(value.length, 'item')} ]`
  const count = Object.keys(value ?? {}).length
  return count === 0 ? '{}' : `{ ${countThings(count, 'property')} }`
}

function countThings(count: number, thing: 'item' | 'property'): string {
  if (count === 1) return `1 ${thing}`
  return `${count} ${thing === 'item' ? 'items' : 'properties'}`
}

function listBranches(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return [...value.entries()]
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}
