// What the keys do in the table of texts: go about, choose, write, run, delete.
import { type ListKey, type ListKeyState, type ListMove, readListMove } from '../../../components/list-keys'

export type TableCommand =
  | ListMove
  | { readonly kind: 'toggle' | 'all' | 'edit' | 'delete' | 'clear' | 'undo' | 'copy' }

/** Null where the key has no use here. */
export function readTableKey(press: ListKey, ground: ListKeyState): TableCommand | null {
  const { key, shiftKey, altKey } = press
  if (altKey) return null
  const mod = press.ctrlKey || press.metaKey
  const move = readListMove(press, ground)
  if (move) return move
  if (shiftKey) return null
  return mod ? readModified(key.toLowerCase()) : readPlain(key, ground)
}

function readModified(key: string): TableCommand | null {
  switch (key) {
    case 'a':
      return { kind: 'all' }
    case ' ':
      return { kind: 'toggle' }
    case 'z':
      return { kind: 'undo' }
    case 'c':
      return { kind: 'copy' }
    default:
      return null
  }
}

function readPlain(key: string, { selected }: ListKeyState): TableCommand | null {
  switch (key) {
    case 'Enter':
    case 'F2':
      return { kind: 'edit' }
    case ' ':
      return { kind: 'toggle' }
    case 'Delete':
      return { kind: 'delete' }
    case 'Escape':
      return selected > 0 ? { kind: 'clear' } : null
    default:
      return null
  }
}
