// What the keys do in the list of files: go about, choose, open, move, cancel and remove.
import { type ListGround, type ListKey, type ListMove, readListMove } from '../../../components/list-keys'

export type QueueCommand =
  | ListMove
  | { readonly kind: 'toggle' | 'all' | 'open' | 'remove' | 'clear' }
  | { readonly kind: 'move'; readonly way: 'up' | 'down' }

export function readQueueKey(press: ListKey, ground: ListGround): QueueCommand | null {
  const { key, shiftKey, altKey } = press
  const mod = press.ctrlKey || press.metaKey
  if (altKey) return mod || shiftKey ? null : readMove(key)
  const move = readListMove(press, ground)
  if (move) return move
  if (mod) {
    if (shiftKey) return null
    return key.toLowerCase() === 'a' ? { kind: 'all' } : key === ' ' ? { kind: 'toggle' } : null
  }
  if (shiftKey) return null
  switch (key) {
    case 'Enter':
      return { kind: 'open' }
    case ' ':
      return { kind: 'toggle' }
    case 'Delete':
      return { kind: 'remove' }
    case 'Escape':
      return ground.chosen > 0 ? { kind: 'clear' } : null
    default:
      return null
  }
}

function readMove(key: string): QueueCommand | null {
  if (key === 'ArrowUp') return { kind: 'move', way: 'up' }
  return key === 'ArrowDown' ? { kind: 'move', way: 'down' } : null
}
