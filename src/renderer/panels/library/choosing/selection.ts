// Which items are chosen, as in a list of files: by click, with Ctrl, with Shift, by arrow keys.

/** An item and where it stands in what is shown. */
export interface Place {
  readonly id: string
  readonly index: number
}

export interface Selection {
  readonly ids: ReadonlySet<string>
  /** Where a range begins. */
  readonly anchor: Place | null
  /** Where the arrow keys go on from. */
  readonly cursor: Place | null
}

export const nothingChosen: Selection = { ids: new Set(), anchor: null, cursor: null }

export function chooseOnly(place: Place): Selection {
  return { ids: new Set([place.id]), anchor: place, cursor: place }
}

export function toggle({ ids }: Selection, place: Place): Selection {
  const toggled = new Set(ids)
  if (!toggled.delete(place.id)) toggled.add(place.id)
  return { ids: toggled, anchor: place, cursor: place }
}

/** The cursor moves, what is chosen stays. */
export function moveOnly(selection: Selection, place: Place): Selection {
  return { ...selection, cursor: place, anchor: selection.anchor ?? place }
}

/** From the anchor to the place, in the order of `all`; what was chosen before is let go, unless it is added to. */
export function extendTo(
  selection: Selection,
  place: Place,
  { all, adds }: { readonly all: readonly string[]; readonly adds: boolean },
): Selection {
  const { anchor } = selection
  const from = anchor ? all.indexOf(anchor.id) : -1
  const to = all.indexOf(place.id)
  if (!anchor || from < 0 || to < 0) return chooseOnly(place)
  const range = all.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...(adds ? selection.ids : []), ...range]), anchor, cursor: place }
}

export function chooseAll(selection: Selection, all: readonly string[]): Selection {
  const [first] = all
  if (first === undefined) return nothingChosen
  const place = selection.cursor ?? { id: first, index: 0 }
  return { ids: new Set(all), anchor: place, cursor: place }
}

/** What the keyboard goes on with once `gone` are gone: what comes after the cursor, else what stands before it. */
export function findHeir(
  all: readonly string[],
  gone: ReadonlySet<string>,
  cursor: Place | null,
): Place | null {
  const stays = (id: string) => !gone.has(id)
  const at = cursor ? all.indexOf(cursor.id) : -1
  if (at < 0) return null
  const before = all.slice(0, at).filter(stays)
  const next = all.slice(at).find(stays)
  if (next !== undefined) return { id: next, index: before.length }
  const last = before.at(-1)
  return last === undefined ? null : { id: last, index: before.length - 1 }
}

/** After the list has changed: where the items stand by now, as far as they are known. */
export function followPlaces(selection: Selection, find: (id: string) => number | undefined): Selection {
  const anchor = follow(selection.anchor, find)
  const cursor = follow(selection.cursor, find)
  return anchor === selection.anchor && cursor === selection.cursor
    ? selection
    : { ...selection, anchor, cursor }
}

function follow(place: Place | null, find: (id: string) => number | undefined): Place | null {
  const index = place ? find(place.id) : undefined
  return place && index !== undefined && index !== place.index ? { id: place.id, index } : place
}
