// Where a key leads in a list that is gone through row by row.

export interface ListKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

export interface ListGround {
  /** Of the cursor; -1 where there is none. */
  readonly index: number
  readonly total: number
  /** Rows in view. */
  readonly rows: number
  readonly chosen: number
}

export interface ListMove {
  readonly kind: 'go'
  readonly to: number
  /** What becomes of what is chosen: this row alone, all up to it, or nothing. */
  readonly taking: 'only' | 'range' | 'none'
}

/** Null where the key goes nowhere. */
export function readListMove(press: ListKey, ground: ListGround): ListMove | null {
  const to = findTarget(press.key, ground)
  if (to === null) return null
  const mod = press.ctrlKey || press.metaKey
  return { kind: 'go', to, taking: press.shiftKey ? 'range' : mod ? 'none' : 'only' }
}

/** Without a cursor every way leads to the first row, or the last. */
function findTarget(key: string, { index, total, rows }: ListGround): number | null {
  if (total === 0) return null
  if (key === 'Home') return 0
  if (key === 'End') return total - 1
  const page = Math.max(2, rows) - 1
  const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page }
  const step = steps[key]
  if (step === undefined) return null
  return index < 0 ? 0 : Math.max(0, Math.min(total - 1, index + step))
}
