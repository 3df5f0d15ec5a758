// What the keys do in the list of files: go about, choose, open, move, cancel and remove.

export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

export type QueueCommand =
  | { readonly kind: 'go'; readonly to: number; readonly taking: 'only' | 'range' | 'none' }
  | { readonly kind: 'toggle' | 'all' | 'open' | 'remove' | 'clear' }
  | { readonly kind: 'move'; readonly way: 'up' | 'down' }

export interface Ground {
  /** Of the cursor; -1 where there is none. */
  readonly index: number
  readonly total: number
  /** Rows in view. */
  readonly rows: number
  readonly chosen: number
}

export function readQueueKey(press: KeyPress, ground: Ground): QueueCommand | null {
  const { key, shiftKey, altKey } = press
  const mod = press.ctrlKey || press.metaKey
  if (altKey) return mod || shiftKey ? null : readMove(key)
  const to = findTarget(key, ground)
  if (to !== null) return { kind: 'go', to, taking: shiftKey ? 'range' : mod ? 'none' : 'only' }
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

/** Null where the key goes nowhere; without a cursor every way leads to the first file, or the last. */
function findTarget(key: string, { index, total, rows }: Ground): number | null {
  if (total === 0) return null
  const last = total - 1
  const clamp = (at: number) => Math.max(0, Math.min(last, at))
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: -1,
    ArrowDown: 1,
    PageUp: 1 - Math.max(2, rows),
    PageDown: Math.max(2, rows) - 1,
  }
  if (key === 'Home') return 0
  if (key === 'End') return last
  const step = steps[key]
  if (step === undefined) return null
  return index < 0 ? 0 : clamp(index + step)
}
