// The keys of lists: move, select, open, remove and copy.

export interface ListKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly code?: string
}

/** Returns what a key does to the items, beside moving and selecting; null for other keys. */
export type ReadListCommand = (press: ListKey) => 'remove' | 'copy' | 'all' | null

export interface ListKeyState {
  /** Index of the cursor; -1 without a cursor. */
  readonly index: number
  readonly total: number
  /** Rows in view. */
  readonly rows: number
  /** Number of selected items. */
  readonly selected: number
  /** Given by a grid, in which the arrow keys also move sideways: returns the index `by` rows further down. */
  readonly moveRows?: (index: number, by: number) => number
}

/** How a move changes the selection: to the new position alone, to all up to it, or not at all. */
export type SelectionMode = 'only' | 'range' | 'none'

interface ListMove {
  readonly kind: 'go'
  readonly to: number
  readonly mode: SelectionMode
}

export type ListCommand =
  | ListMove
  | { readonly kind: 'toggle' | 'all' | 'clear' | 'open' | 'remove' | 'copy' }

/** Null if the key has no use in a list. */
export function readListKey(
  press: ListKey,
  state: ListKeyState,
  readCommand: ReadListCommand,
): ListCommand | null {
  const { key, shiftKey, altKey } = press
  const command = readCommand(press)
  if (command) return { kind: command }
  if (altKey) return null
  const move = readListMove(press, state)
  if (move) return move
  const mod = press.ctrlKey || press.metaKey
  if (mod && key === ' ') return { kind: 'toggle' }
  if (shiftKey || mod) return null
  switch (key) {
    case 'Enter':
      return { kind: 'open' }
    case ' ':
      return { kind: 'toggle' }
    case 'Escape':
      return state.selected > 0 ? { kind: 'clear' } : null
    default:
      return null
  }
}

/** Null if the key moves nothing. */
function readListMove(press: ListKey, state: ListKeyState): ListMove | null {
  const to = findTarget(press.key, state)
  if (to === null) return null
  const mod = press.ctrlKey || press.metaKey
  return { kind: 'go', to, mode: press.shiftKey ? 'range' : mod ? 'none' : 'only' }
}

const moves = /^(Arrow(Left|Right|Up|Down)|Page(Up|Down)|Home|End)$/

/** Without a cursor every move leads to the first item, or to the last. */
function findTarget(key: string, { index, total, rows, moveRows }: ListKeyState): number | null {
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight'
  if (total === 0 || !moves.test(key) || (isSideways && moveRows === undefined)) return null
  const last = total - 1
  if (index < 0) return key === 'End' ? last : 0
  const move = moveRows ?? ((from: number, by: number) => Math.min(last, Math.max(0, from + by)))
  const page = Math.max(1, rows - 1)
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, index - 1)
    case 'ArrowRight':
      return Math.min(last, index + 1)
    case 'ArrowUp':
      return move(index, -1)
    case 'ArrowDown':
      return move(index, 1)
    case 'PageUp':
      return move(index, -page)
    case 'PageDown':
      return move(index, page)
    case 'Home':
      return 0
    default:
      return last
  }
}
