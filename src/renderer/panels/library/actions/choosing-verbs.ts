// What the mouse and the keys choose; the order of what is found is asked for where a range or all are meant.

import { toast } from 'sonner'
import { describeError } from '../../../api/describe-error'
import { createTurns } from '../choosing/in-turn'
import type { Taking } from '../choosing/item-keys'
import {
  chooseAll,
  chooseOnly,
  extendTo,
  moveOnly,
  nothingChosen,
  type Place,
  toggle,
} from '../choosing/selection'
import { readIds, readItemAt } from '../items/pages'
import { bringIntoSight, choose, readQuery, useLibraryView } from '../library-view'

/** The keys and clicks among the items. */
export const inTurn = createTurns((error) => toast.error(describeError(error)))

const read = () => useLibraryView.getState().selection

export async function clickItem(place: Place, held: { readonly mod: boolean; readonly shift: boolean }) {
  if (held.shift) return extend(place, held.mod)
  choose(held.mod ? toggle(read(), place) : chooseOnly(place))
}

export function toggleAtCursor() {
  const { cursor } = read()
  if (cursor) choose(toggle(read(), cursor))
}

export function chooseNothing() {
  choose({ ...nothingChosen, cursor: read().cursor, anchor: read().cursor })
}

export async function chooseEverything() {
  choose(chooseAll(read(), await readIds(readQuery())))
}

export async function moveTo(index: number, taking: Taking) {
  bringIntoSight(index)
  const item = await readItemAt(readQuery(), index)
  if (!item) return
  const place = { id: item.id, index }
  if (taking === 'range') await extend(place, false)
  else choose(taking === 'only' ? chooseOnly(place) : moveOnly(read(), place))
}

async function extend(place: Place, adds: boolean) {
  choose(extendTo(read(), place, { all: await readIds(readQuery()), adds }))
}
