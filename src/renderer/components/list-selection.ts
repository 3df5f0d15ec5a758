// Selection in a list, as in a file manager: by click, with Ctrl and Shift, and by keys.

export interface ListPosition<Id extends string | number = string> {
  readonly id: Id
  /** In the whole list. */
  readonly index: number
}

export interface ListSelection<Id extends string | number = string> {
  readonly ids: ReadonlySet<Id>
  /** The start of a range. */
  readonly anchor: Id | null
  /** The position from which keys move; its index may be outdated. */
  readonly cursor: ListPosition<Id> | null
}

export const emptySelection: ListSelection<never> = { ids: new Set(), anchor: null, cursor: null }

export function selectOnly<Id extends string | number>(position: ListPosition<Id>): ListSelection<Id> {
  return { ids: new Set([position.id]), anchor: position.id, cursor: position }
}

export function toggleSelected<Id extends string | number>(
  { ids }: ListSelection<Id>,
  position: ListPosition<Id>,
): ListSelection<Id> {
  const toggled = new Set(ids)
  if (!toggled.delete(position.id)) toggled.add(position.id)
  return { ids: toggled, anchor: position.id, cursor: position }
}

/** Moves the cursor without changing the selected items. */
export function moveCursor<Id extends string | number>(
  selection: ListSelection<Id>,
  position: ListPosition<Id>,
): ListSelection<Id> {
  return { ...selection, cursor: position, anchor: selection.anchor ?? position.id }
}

/** From the anchor to the position; `adds` keeps what was selected before. */
export function selectRange<Id extends string | number>(
  { ids, anchor }: ListSelection<Id>,
  position: ListPosition<Id>,
  { order, adds }: { readonly order: readonly Id[]; readonly adds: boolean },
): ListSelection<Id> {
  const from = anchor === null ? -1 : order.indexOf(anchor)
  const to = order.indexOf(position.id)
  if (from < 0 || to < 0) return selectOnly(position)
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...(adds ? ids : []), ...range]), anchor, cursor: position }
}

export function selectAll<Id extends string | number>(
  selection: ListSelection<Id>,
  order: readonly Id[],
): ListSelection<Id> {
  const [first] = order
  if (first === undefined) return emptySelection
  const cursor = selection.cursor ?? { id: first, index: 0 }
  return { ids: new Set(order), anchor: cursor.id, cursor }
}

/** The cursor stays. */
export function selectNone<Id extends string | number>({ cursor }: ListSelection<Id>): ListSelection<Id> {
  return { ids: new Set(), anchor: cursor?.id ?? null, cursor }
}

/** Returns the next cursor after a removal: the item after the cursor, else the one before it. */
export function findNextAfterRemoval<Id extends string | number>(
  order: readonly Id[],
  removed: ReadonlySet<Id>,
  cursor: ListPosition<Id> | null,
): ListPosition<Id> | null {
  const at = cursor ? order.indexOf(cursor.id) : -1
  if (at < 0) return null
  const remains = (id: Id) => !removed.has(id)
  const before = order.slice(0, at).filter(remains)
  const next = order.slice(at).find(remains)
  if (next !== undefined) return { id: next, index: before.length }
  const last = before.at(-1)
  return last === undefined ? null : { id: last, index: before.length - 1 }
}

/** The selection without removed items; if the cursor was removed, the next cursor is selected. */
export function dropRemoved<Id extends string | number>(
  selection: ListSelection<Id>,
  removed: ReadonlySet<Id>,
  order: readonly Id[],
): ListSelection<Id> {
  const { ids, cursor } = selection
  if (!cursor || !removed.has(cursor.id)) {
    return { ...selection, ids: new Set([...ids].filter((id) => !removed.has(id))) }
  }
  const next = findNextAfterRemoval(order, removed, cursor)
  return next ? selectOnly(next) : emptySelection
}

/** The selection among other results: without the items that are not in `order`. */
export function retainFound<Id extends string | number>(
  { ids, anchor, cursor }: ListSelection<Id>,
  order: readonly Id[],
): ListSelection<Id> {
  const indexes = new Map(order.map((id, index) => [id, index]))
  const retained = [...ids].filter((id) => indexes.has(id))
  const [first] = retained
  if (first === undefined) return emptySelection
  const id = cursor && indexes.has(cursor.id) ? cursor.id : first
  return {
    ids: new Set(retained),
    anchor: anchor !== null && indexes.has(anchor) ? anchor : id,
    cursor: { id, index: indexes.get(id) ?? 0 },
  }
}

/** After the list has changed: with the cursor's present index, if it is known. */
export function followCursor<Id extends string | number>(
  selection: ListSelection<Id>,
  find: (id: Id) => number | undefined,
): ListSelection<Id> {
  const { cursor } = selection
  const index = cursor ? find(cursor.id) : undefined
  if (!cursor || index === undefined || index === cursor.index) return selection
  return { ...selection, cursor: { id: cursor.id, index } }
}
