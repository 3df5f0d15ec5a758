// The star of Library items: the Library and the viewer of Images set it.
import { Star } from 'lucide-react'
import type { LibraryItem } from '#shared/schemas/library'
import { desktop } from '../api/desktop'
import { toastOutcome } from '../api/toast-outcome'
import { keysOf } from './keymap'

type Starred = Pick<LibraryItem, 'id' | 'starred'>

/** Stars all; if all of them have a star, removes it. `items` is empty if there are too many to read: then they are counted. */
export async function toggleStar(
  items: readonly Starred[],
  ids: readonly string[] = items.map(({ id }) => id),
): Promise<void> {
  if (ids.length === 0) return
  const isOn =
    items.length > 0
      ? areStarred(items)
      : (await desktop.library.countMarks({ ids: [...ids] })).starred === ids.length
  await desktop.library.star({ ids: [...ids], starred: !isOn })
}

export function areStarred(items: readonly Pick<Starred, 'starred'>[]): boolean {
  return items.length > 0 && items.every(({ starred }) => starred)
}

/** A menu item. */
export function toStarAction(items: readonly Starred[], ids?: readonly string[]) {
  const known = areStarred(items) ? 'Remove star' : 'Add star'
  const name = items.length === 0 ? 'Add or remove star' : known
  return { name, icon: Star, onSelect: () => toastOutcome(toggleStar(items, ids)) }
}

/** A button of a viewer, which has the key that the Library has. */
export function toStarButton(item: Starred) {
  return { ...toStarAction([item]), name: 'Star', ...keysOf('library.star'), pressed: item.starred }
}
