// The keys of the player: in the whole panel, and on the position.
import { useEffect, useEffectEvent } from 'react'
import type { AudioPlayback } from '../../../../media-viewer/use-audio'

/** Seconds to move, forward or backward; moves are limited to the length. */
type PlayerMove = 'toggle' | number

type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const moves: Readonly<Record<string, PlayerMove>> = { ' ': 'toggle', ArrowLeft: -5, ArrowRight: 5 }

/** Elsewhere these scroll, or select in a list. */
const movesOnPosition: Readonly<Record<string, PlayerMove>> = {
  ...moves,
  ArrowDown: -5,
  ArrowUp: 5,
  PageDown: -30,
  PageUp: 30,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

export function readPlayerKey(pressed: PressedKey, onPosition: boolean): PlayerMove | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = pressed
  if (ctrlKey || metaKey || altKey || shiftKey) return undefined
  return (onPosition ? movesOnPosition : moves)[key]
}

type Playback = Pick<AudioPlayback, 'time' | 'seek' | 'toggle'>

/** `seconds` is the length of the audio. */
export function movePlayer(move: PlayerMove, { time, seek, toggle }: Playback, seconds: number) {
  if (move === 'toggle') toggle()
  else seek(Math.max(0, Math.min(seconds, time + move)))
}

export function usePlayerKeys(playback: Playback, seconds: number) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const move = readPlayerKey(event, false)
    if (move === undefined || event.defaultPrevented || isInteractive(event.target)) return
    event.preventDefault()
    movePlayer(move, playback, seconds)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

const interactiveSelector = [
  'a, button, input, textarea, select, summary, [contenteditable="true"]',
  '[role="dialog"], [role="menu"], [role="listbox"], [role="grid"], [role="tree"], [role="list"]',
  '[role="slider"], [role="radiogroup"], [role="tablist"], [role="combobox"]',
].join(', ')

function isInteractive(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(interactiveSelector) !== null
}
