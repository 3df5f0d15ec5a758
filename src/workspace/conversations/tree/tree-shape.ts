// Computes branches, alternates and their changes from the ids of a conversation's tree.

/** Each turn's parent by id, oldest first, so that a parent comes before its children. */
export type TreeShape = ReadonlyMap<string, string | null>

/** A branch, and the alternates of its turns. */
export interface Branch {
  /** From the root to the head. */
  readonly ids: readonly string[]
  /** The turns with the same parent, by the id of the one on the branch. Without turns that have no siblings. */
  readonly alternates: Readonly<Record<string, string[]>>
}

export function readBranchOf(shape: TreeShape, headId: string | null): Branch {
  const ids = toBranch(shape, headId)
  const siblings = groupSiblings(shape)
  const alternates: Record<string, string[]> = {}
  if (siblings.size === 0) return { ids, alternates }
  for (const id of ids) {
    const group = siblings.get(shape.get(id) ?? null)
    if (group) alternates[id] = group
  }
  return { ids, alternates }
}

/** By parent. Allocates nothing for turns without siblings, which are the majority. */
function groupSiblings(shape: TreeShape): ReadonlyMap<string | null, string[]> {
  const firstChildren = new Map<string | null, string>()
  const groups = new Map<string | null, string[]>()
  for (const [id, parentId] of shape) {
    const first = firstChildren.get(parentId)
    const group = groups.get(parentId)
    if (first === undefined) firstChildren.set(parentId, id)
    else if (group) group.push(id)
    else groups.set(parentId, [first, id])
  }
  return groups
}

function toBranch(shape: TreeShape, headId: string | null): string[] {
  const ids: string[] = []
  let id = headId
  while (id !== null) {
    const parentId = shape.get(id)
    if (parentId === undefined) break
    ids.push(id)
    id = parentId
  }
  return ids.reverse()
}

/** The newest turn of the subtree, which is always a leaf. */
export function newestThrough(shape: TreeShape, turnId: string): string {
  const through = new Set([turnId])
  let newest = turnId
  for (const [id, parentId] of shape) {
    if (parentId === null || !through.has(parentId)) continue
    through.add(id)
    newest = id
  }
  return newest
}

/** Whether the turn is `throughId` or one of its descendants. */
export function isBelow(shape: TreeShape, turnId: string, throughId: string): boolean {
  let id: string | null | undefined = turnId
  while (id && id !== throughId) id = shape.get(id)
  return id === throughId
}

export function newestOf(shape: TreeShape): string | null {
  let newest: string | null = null
  for (const id of shape.keys()) newest = id
  return newest
}

/** The change from `before` to `after`; undefined if they are equal. */
export function diffBranch(
  before: Branch,
  after: Branch,
): { from: number; ids: string[]; alternates: Record<string, string[]> } | undefined {
  const length = Math.max(before.ids.length, after.ids.length)
  let from = 0
  while (from < length && isSameAt(before, after, from)) from += 1
  if (from === length) return undefined
  const ids = after.ids.slice(from)
  return { from, ids, alternates: pickAlternates(after.alternates, ids) }
}

function isSameAt(before: Branch, after: Branch, index: number): boolean {
  const id = before.ids[index]
  if (id === undefined || id !== after.ids[index]) return false
  const [old, now] = [before.alternates[id], after.alternates[id]]
  return old?.length === now?.length && (old ?? []).every((other, at) => other === now?.[at])
}

function pickAlternates(alternates: Branch['alternates'], ids: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(ids.flatMap((id) => (alternates[id] ? [[id, alternates[id]]] : [])))
}
