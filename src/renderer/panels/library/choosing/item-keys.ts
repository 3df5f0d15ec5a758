// What the keys do where the Library's items are: move, choose, open, delete.

export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** How the cursor takes what is chosen with it. */
export type Taking = 'only' | 'range' | 'none'

export type ItemCommand =
  | { readonly kind: 'move'; readonly to: number; readonly taking: Taking }
  | { readonly kind: 'toggle' | 'all' | 'open' | 'delete' | 'clear' | 'copy' }

export interface Ground {
  /** Of the cursor; -1 where there is none. */
  readonly index: number
  readonly total: number
  readonly columns: number
  /** That are in view. */
  readonly rows: number
  readonly chosen: number
}

export function readItemKey(press: KeyPress, ground: Ground): ItemCommand | null {
  const { key, shiftKey } = press
  if (press.altKey) return null
  const mod = press.ctrlKey || press.metaKey
  const to = findTarget(key, ground)
  if (to !== null) return { kind: 'move', to, taking: shiftKey ? 'range' : mod ? 'none' : 'only' }
  if (key === 'Escape') return ground.chosen > 0 && !mod && !shiftKey ? { kind: 'clear' } : null
  if (mod) return readWithControl(key, shiftKey)
  if (shiftKey) return null
  if (key === 'Enter') return { kind: 'open' }
  if (key === ' ') return { kind: 'toggle' }
  return key === 'Delete' ? { kind: 'delete' } : null
}

function readWithControl(key: string, shiftKey: boolean): ItemCommand | null {
  if (key === ' ') return { kind: 'toggle' }
  if (shiftKey) return null
  if (key.toLowerCase() === 'a') return { kind: 'all' }
  return key.toLowerCase() === 'c' ? { kind: 'copy' } : null
}

/** Null where the key moves nothing; without a cursor every way leads to the first item, or the last. */
function findTarget(key: string, { index, total, columns, rows }: Ground): number | null {
  if (total === 0) return null
  const last = total - 1
  if (index < 0) return key === 'End' ? last : isMoving(key) ? 0 : null
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, index - 1)
    case 'ArrowRight':
      return Math.min(last, index + 1)
    case 'ArrowUp':
      return index - columns < 0 ? index : index - columns
    case 'ArrowDown':
      return moveDown(index, columns, last)
    case 'PageUp':
      return Math.max(index % columns, index - columns * Math.max(1, rows - 1))
    case 'PageDown':
      return Math.min(last, index + columns * Math.max(1, rows - 1))
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

/** Into a last row that is too short, to its end. */
function moveDown(index: number, columns: number, last: number): number {
  if (index + columns <= last) return index + columns
  return Math.floor(index / columns) < Math.floor(last / columns) ? last : index
}

function isMoving(key: string): boolean {
  return /^(Arrow(Left|Right|Up|Down)|Page(Up|Down)|Home)$/.test(key)
}
