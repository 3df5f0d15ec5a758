// Lets the keys of a drawing do what they say, wherever the focus is in it but in a text, a menu or a dialog.
import { type RefObject, useEffect, useRef } from 'react'
import { findNeighbour, readVariationKey, type VariationCommand } from './variation-keys'

/** `turnId` is null for what is about no variation. */
type Run = (command: VariationCommand, turnId: string | null) => void

export function useVariationKeys(inside: RefObject<HTMLElement | null>, run: Run) {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    // The list of keys is shown from anywhere in the panel.
    const section = inside.current?.parentElement?.closest('section')
    if (!section) return
    const press = (event: KeyboardEvent) => {
      const { target } = event
      if (!(target instanceof Element) || event.defaultPrevented || target.closest(elsewhere)) return
      const command = readVariationKey(event)
      const tile = target.closest<HTMLElement>('[data-variation]')
      if (command === 'keys') latest.current(command, null)
      else if (!tile) return
      else if (command && isMeant(command, target)) latest.current(command, tile.dataset.variation ?? null)
      else if (!moveTo(section, tile, event)) return
      event.preventDefault()
    }
    section.addEventListener('keydown', press)
    return () => section.removeEventListener('keydown', press)
  }, [inside])
}

const elsewhere =
  'input, textarea, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]'

/** Enter and Space press the other buttons of a variation. */
function isMeant(command: VariationCommand, target: Element): boolean {
  return (command !== 'open' && command !== 'select') || target.matches('[aria-pressed][data-main]')
}

function moveTo(
  section: Element,
  from: HTMLElement,
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
): boolean {
  if (!key.startsWith('Arrow') || ctrlKey || metaKey || altKey) return false
  const tiles = [...section.querySelectorAll<HTMLElement>('[data-variation]')]
  const places = tiles.map((tile) => tile.getBoundingClientRect())
  const next = tiles[findNeighbour(places, tiles.indexOf(from), key)]
  next?.querySelector<HTMLElement>('[data-main]')?.focus()
  return true
}
