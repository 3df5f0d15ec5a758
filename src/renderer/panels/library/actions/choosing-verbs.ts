// What the mouse and the keys choose; the order of what is found is asked for where a range or all are meant.

import { toast } from 'sonner'
import { describeError } from '../../../desktop/describe-error'
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
import { readIds, readItemAt } from '../items/page-options'
import { bringIntoSight, choose, readQuery, useLibraryView } from '../library-view'

const read = () => useLibraryView.getState().selection

export function clickItem(place: Place, held: { readonly mod: boolean; readonly shift: boolean }) {
  if (held.shift) void extend(place, held.mod)
  else choose(held.mod ? toggle(read(), place) : chooseOnly(place))
}

export function toggleAtCursor() {
  const { cursor } = read()
  if (cursor) choose(toggle(read(), cursor))
}

export function chooseNothing() {
  choose({ ...nothingChosen, cursor: read().cursor, anchor: read().cursor })
}

export async function chooseEverything() {
  await orTell(async () => choose(chooseAll(read(), await readIds(readQuery()))))
}

/** Moves after a slower one count, not those before. */
let latest = 0

export async function moveTo(index: number, taking: Taking) {
  latest += 1
  const own = latest
  bringIntoSight(index)
  await orTell(async () => {
    const item = await readItemAt(readQuery(), index)
    if (!item || own !== latest) return
    const place = { id: item.id, index }
    if (taking === 'range') await extend(place, false)
    else choose(taking === 'only' ? chooseOnly(place) : moveOnly(read(), place))
  })
}

async function extend(place: Place, adds: boolean) {
  await orTell(async () => choose(extendTo(read(), place, { all: await readIds(readQuery()), adds })))
}

async function orTell(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    toast.error(describeError(error))
  }
}
