// Which files of the list are chosen, as in a list of mails: by click, with Ctrl, with Shift, by arrow keys.

export interface Chosen {
  readonly ids: ReadonlySet<string>
  /** Where a range begins. */
  readonly anchor: string | null
  /** Where the keys go on from. */
  readonly cursor: string | null
}

export const noneChosen: Chosen = { ids: new Set(), anchor: null, cursor: null }

export function chooseOne(id: string): Chosen {
  return { ids: new Set([id]), anchor: id, cursor: id }
}

export function toggleOne({ ids }: Chosen, id: string): Chosen {
  const toggled = new Set(ids)
  if (!toggled.delete(id)) toggled.add(id)
  return { ids: toggled, anchor: id, cursor: id }
}

/** From the anchor to `id`, in the order of the list. */
export function chooseRange({ anchor }: Chosen, id: string, order: readonly string[]): Chosen {
  const from = anchor === null ? -1 : order.indexOf(anchor)
  const to = order.indexOf(id)
  if (from < 0 || to < 0) return chooseOne(id)
  return { ids: new Set(order.slice(Math.min(from, to), Math.max(from, to) + 1)), anchor, cursor: id }
}

/** The keys go on with what comes after those that are gone, else with what stands before them. */
export function leaveGone(chosen: Chosen, gone: ReadonlySet<string>, order: readonly string[]): Chosen {
  const { cursor } = chosen
  if (cursor === null || !gone.has(cursor))
    return { ...chosen, ids: new Set([...chosen.ids].filter((id) => !gone.has(id))) }
  const at = order.indexOf(cursor)
  const stays = (id: string) => !gone.has(id)
  const heir = order.slice(at).find(stays) ?? order.slice(0, Math.max(0, at)).filter(stays).at(-1)
  return heir === undefined ? noneChosen : chooseOne(heir)
}
