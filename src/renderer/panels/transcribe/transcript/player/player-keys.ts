// The keys of the player: in the whole panel, and on the position.
import { useEffect, useEffectEvent } from 'react'
import type { AudioPlayback } from './use-audio'

type PlayerMove =
  | { readonly kind: 'toggle' }
  /** Seconds, forward or backward. */
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

/** Elsewhere these scroll, or select in a list. */
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

/** Seconds, within the audio; `toggle` does not move. */
export function toPosition(move: PlayerMove, { time, seconds }: { time: number; seconds: number }): number {
  if (move.kind === 'start') return 0
  if (move.kind === 'end') return seconds
  return Math.max(0, Math.min(seconds, time + (move.kind === 'skip' ? move.by : 0)))
}

export function usePlayerKeys({ time, seek, toggle }: AudioPlayback, seconds: number) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const move = readPlayerKey(event, false)
    if (!move || event.defaultPrevented || hasOwnUse(event.target)) return
    event.preventDefault()
    if (move.kind === 'toggle') toggle()
    else seek(toPosition(move, { time, seconds }))
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

const ownUse = [
  'a, button, input, textarea, select, summary, [contenteditable="true"]',
  '[role="dialog"], [role="menu"], [role="listbox"], [role="grid"], [role="tree"], [role="list"]',
  '[role="slider"], [role="radiogroup"], [role="tablist"], [role="combobox"]',
].join(', ')

function hasOwnUse(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(ownUse) !== null
}
