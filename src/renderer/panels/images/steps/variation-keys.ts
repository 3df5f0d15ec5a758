// Keyboard control of a drawing's variations, and the list of keys.
import { type RefObject, useEffect, useRef } from 'react'

export type VariationCommand = 'open' | 'select' | 'edit' | 'delete' | 'compare' | 'stop' | 'keys' | 'save'

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

const commands: Readonly<Record<string, VariationCommand>> = {
  enter: 'open',
  ' ': 'select',
  e: 'edit',
  delete: 'delete',
  c: 'compare',
  s: 'save',
  '.': 'stop',
  '?': 'keys',
}

/** Keys with Ctrl, ⌘ or Alt are the window's own. */
export function readVariationKey({ key, ctrlKey, metaKey, altKey }: KeyPress): VariationCommand | null {
  if (ctrlKey || metaKey || altKey) return null
  return commands[key.toLowerCase()] ?? null
}

/** As the dialog lists them; `keys` as `Kbd` takes them. */
export const keyList: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['←', '→', '↑', '↓'], does: 'Go from picture to picture, over all steps' },
  { keys: ['enter'], does: 'Look at the picture in large' },
  { keys: ['space'], does: 'Go on with this picture' },
  { keys: ['e'], does: 'Edit this picture with the next instruction' },
  { keys: ['c'], does: 'Compare: mark the first, then the second' },
  { keys: ['s'], does: 'Save as' },
  { keys: ['delete'], does: 'Delete the picture; the message takes it back' },
  { keys: ['.'], does: 'Stop drawing this one' },
  { keys: ['escape'], does: 'Stop all that are being drawn' },
  { keys: ['mod+n'], does: 'New drawing' },
  { keys: ['?'], does: 'This list' },
]

interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The nearest place in the arrow's direction; -1 where there is none. Left and right go on in the next row. */
export function findNeighbour(places: readonly Place[], at: number, key: string): number {
  const from = places[at]
  if (!from) return -1
  if (key === 'ArrowRight') return at + 1 < places.length ? at + 1 : -1
  if (key === 'ArrowLeft') return at - 1
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return -1
  const isDown = key === 'ArrowDown'
  const middle = from.left + from.width / 2
  const distances = places.map((place, index) => {
    const away = isDown ? place.top - from.top : from.top - place.top
    if (index === at || away < from.height / 4) return Number.POSITIVE_INFINITY
    // A row counts before a column: the next row's nearest, not a far row's straight one.
    return away * 1000 + Math.abs(place.left + place.width / 2 - middle)
  })
  const least = Math.min(...distances)
  return Number.isFinite(least) ? distances.indexOf(least) : -1
}

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
