// What the keys do with a sound: in the whole room, and on its position.

export type PlayerMove =
  | { readonly kind: 'toggle' }
  /** Seconds, forwards or back. */
  | { readonly kind: 'skip'; readonly by: number }
  | { readonly kind: 'start' }
  | { readonly kind: 'end' }

interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

const moves: Readonly<Record<string, PlayerMove>> = {
  ' ': { kind: 'toggle' },
  ArrowLeft: { kind: 'skip', by: -5 },
  ArrowRight: { kind: 'skip', by: 5 },
}

/** Elsewhere these scroll, or choose in a list. */
const movesOnPosition: Readonly<Record<string, PlayerMove>> = {
  ...moves,
  ArrowDown: { kind: 'skip', by: -5 },
  ArrowUp: { kind: 'skip', by: 5 },
  PageDown: { kind: 'skip', by: -30 },
  PageUp: { kind: 'skip', by: 30 },
  Home: { kind: 'start' },
  End: { kind: 'end' },
}

export function readPlayerKey(pressed: PressedKey, onPosition: boolean): PlayerMove | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed
  if (ctrlKey || metaKey || altKey || shiftKey) return undefined
  return (onPosition ? movesOnPosition : moves)[key]
}

/** Seconds, within the sound; `toggle` stays where it is. */
export function toPosition(move: PlayerMove, { time, seconds }: { time: number; seconds: number }): number {
  if (move.kind === 'start') return 0
  if (move.kind === 'end') return seconds
  return Math.max(0, Math.min(seconds, time + (move.kind === 'skip' ? move.by : 0)))
}
