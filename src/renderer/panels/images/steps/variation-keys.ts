// Keyboard control of a drawing's variations.
import { type RefObject, useEffect } from 'react'
import type { CommandId } from '#shared/commands/commands'
import { isCommandKey } from '../../../state/keymap'

export type VariationCommand = 'open' | 'select' | 'edit' | 'area' | 'delete' | 'compare' | 'stop' | 'save'

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The keys that can be changed, by what they do. */
const commandKeys = [
  ['edit', 'image.edit'],
  ['area', 'image.editArea'],
  ['compare', 'image.compare'],
  ['save', 'image.save'],
  ['delete', 'list.delete'],
  ['stop', 'image.stop'],
] as const satisfies readonly (readonly [VariationCommand, CommandId])[]

/** Letters work with Shift, too. */
function toVariationCommand(press: KeyPress & { readonly code?: string }): VariationCommand | null {
  const { key, code, ctrlKey, metaKey, altKey } = press
  const pressed = { key, ...(code !== undefined && { code }), ctrlKey, metaKey, altKey, shiftKey: false }
  const isPlain = !(ctrlKey || metaKey || altKey)
  if (isPlain && key === 'Enter') return 'open'
  if (isPlain && key === ' ') return 'select'
  return commandKeys.find(([, id]) => isCommandKey(pressed, id))?.[0] ?? null
}

/** Returns the index of the nearest box in the arrow's direction, or -1. Left and right continue in the next row. */
export function findNeighbor(
  boxes: readonly Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>[],
  current: number,
  key: string,
): number {
  const from = boxes[current]
  if (!from) return -1
  if (key === 'ArrowRight') return current + 1 < boxes.length ? current + 1 : -1
  if (key === 'ArrowLeft') return current - 1
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return -1
  const isDown = key === 'ArrowDown'
  const middle = from.left + from.width / 2
  const distances = boxes.map((box, index) => {
    const away = isDown ? box.top - from.top : from.top - box.top
    if (index === current || away < from.height / 4) return Infinity
    // The nearest row takes precedence: its nearest box, not the one straight ahead in a later row.
    return away * 1000 + Math.abs(box.left + box.width / 2 - middle)
  })
  const min = Math.min(...distances)
  return Number.isFinite(min) ? distances.indexOf(min) : -1
}

/** The answer that a command applies to. */
export interface CommandTarget {
  readonly drawingId: string
  readonly turnId: string
}

/** Handles the keys anywhere in the panel except in text fields, menus and dialogs. */
export function useVariationKeys(
  steps: RefObject<HTMLElement | null>,
  drawingId: string,
  run: (command: VariationCommand, target: CommandTarget) => void,
) {
  useEffect(() => {
    const section = steps.current?.parentElement?.closest('section')
    if (!section) return
    const press = (event: KeyboardEvent) => {
      const { target } = event
      if (!(target instanceof Element) || event.defaultPrevented || target.closest(excluded)) return
      const command = toVariationCommand(event)
      const tile = target.closest<HTMLElement>('[data-variation]')
      const turnId = tile?.dataset.variation
      if (!tile || turnId === undefined) return
      if (command && appliesTo(command, target)) run(command, { drawingId, turnId })
      else if (!moveTo(section, tile, event)) return
      event.preventDefault()
    }
    section.addEventListener('keydown', press)
    return () => section.removeEventListener('keydown', press)
  }, [steps, drawingId, run])
}

const excluded = 'input, textarea, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]'

/** On the other buttons of a variation, Enter and Space press the button. */
function appliesTo(command: VariationCommand, target: Element): boolean {
  return (command !== 'open' && command !== 'select') || target.matches('[aria-pressed][data-main]')
}

function moveTo(section: Element, from: HTMLElement, { key, ctrlKey, metaKey, altKey }: KeyPress): boolean {
  if (!key.startsWith('Arrow') || ctrlKey || metaKey || altKey) return false
  const tiles = [...section.querySelectorAll<HTMLElement>('[data-variation]')]
  const boxes = tiles.map((tile) => tile.getBoundingClientRect())
  const next = tiles[findNeighbor(boxes, tiles.indexOf(from), key)]
  next?.querySelector<HTMLElement>('[data-main]')?.focus()
  return true
}
