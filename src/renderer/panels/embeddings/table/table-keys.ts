// What the keys do in the table of texts: go about, choose, write, run, delete.

export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

export type TableCommand =
  | { readonly kind: 'go'; readonly to: number; readonly taking: 'only' | 'range' | 'none' }
  | { readonly kind: 'toggle' | 'all' | 'edit' | 'delete' | 'clear' | 'undo' | 'copy' }

export interface Ground {
  /** Of the cursor; -1 where there is none. */
  readonly index: number
  readonly total: number
  /** Rows in view. */
  readonly rows: number
  readonly chosen: number
}

/** Null where the key has no use here. */
export function readTableKey(press: KeyPress, ground: Ground): TableCommand | null {
  const { key, shiftKey, altKey } = press
  if (altKey) return null
  const mod = press.ctrlKey || press.metaKey
  const to = findTarget(key, ground)
  if (to !== null) return { kind: 'go', to, taking: shiftKey ? 'range' : mod ? 'none' : 'only' }
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

function readPlain(key: string, { chosen }: Ground): TableCommand | null {
  switch (key) {
    case 'Enter':
    case 'F2':
      return { kind: 'edit' }
    case ' ':
      return { kind: 'toggle' }
    case 'Delete':
      return { kind: 'delete' }
    case 'Escape':
      return chosen > 0 ? { kind: 'clear' } : null
    default:
      return null
  }
}

/** Without a cursor every way leads to the first row, or the last. */
function findTarget(key: string, { index, total, rows }: Ground): number | null {
  if (total === 0) return null
  if (key === 'Home') return 0
  if (key === 'End') return total - 1
  const page = Math.max(2, rows) - 1
  const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page }
  const step = steps[key]
  if (step === undefined) return null
  return index < 0 ? 0 : Math.max(0, Math.min(total - 1, index + step))
}
