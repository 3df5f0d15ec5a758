// Space and the level arrows move the sound, wherever the focus has no use of its own for them.
import { useEffect, useRef } from 'react'
import { readPlayerKey, toPosition } from './player-keys'
import type { Sound } from './use-sound'

export function usePlayerKeys(sound: Sound, seconds: number) {
  const latest = useRef({ sound, seconds })
  latest.current = { sound, seconds }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const move = readPlayerKey(event, false)
      if (!move || event.defaultPrevented || hasOwnUse(event.target)) return
      event.preventDefault()
      const { time, seek, toggle } = latest.current.sound
      if (move.kind === 'toggle') toggle()
      else seek(toPosition(move, { time, seconds: latest.current.seconds }))
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
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
