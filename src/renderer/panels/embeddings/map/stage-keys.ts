// What the keys do on the map: from point to point, nearer and farther, choosing and picking.
import { directions } from './find-points'
import type { MapPoint } from './outlook'

export type StageCommand =
  | { readonly kind: 'step'; readonly direction: MapPoint }
  | { readonly kind: 'pan'; readonly by: MapPoint }
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'reset' | 'choose' | 'pick' | 'clear' | 'lasso' }

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** Pixels of one press. */
const stride = 80
const zoomStep = 1.4

const plain: Readonly<Record<string, StageCommand>> = {
  '+': { kind: 'zoom', factor: zoomStep },
  '=': { kind: 'zoom', factor: zoomStep },
  '-': { kind: 'zoom', factor: 1 / zoomStep },
  _: { kind: 'zoom', factor: 1 / zoomStep },
  '0': { kind: 'reset' },
  Enter: { kind: 'choose' },
  ' ': { kind: 'pick' },
  Escape: { kind: 'clear' },
  l: { kind: 'lasso' },
}

/** Null where the key is none of the map's. */
export function readStageKey({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): StageCommand | null {
  if (ctrlKey || metaKey || altKey) return null
  const direction = Object.entries(directions).find(([name]) => name === key)?.[1]
  if (!direction) return plain[key.length === 1 ? key.toLowerCase() : key] ?? null
  // The map goes the other way than the eye.
  return shiftKey
    ? { kind: 'pan', by: { x: 0 - direction.x * stride, y: 0 - direction.y * stride } }
    : { kind: 'step', direction }
}
