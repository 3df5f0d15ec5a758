// What the keys do while a picture is looked at.
import type { Point } from './picture-view'

export type ViewerCommand =
  | { readonly do: 'zoom'; readonly factor: number }
  | { readonly do: 'fit' }
  | { readonly do: 'pixels' }
  | { readonly do: 'pan'; readonly by: Point }
  | { readonly do: 'step'; readonly by: 1 | -1 }

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** Of one press of + or −. */
export const zoomStep = 1.25
/** Pixels of the page that one press of an arrow moves the picture. */
const panStep = 64

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: panStep, y: 0 },
  ArrowRight: { x: -panStep, y: 0 },
  ArrowUp: { x: 0, y: panStep },
  ArrowDown: { x: 0, y: -panStep },
}

/** Arrows move about in a picture that is larger than its place, and else go to the next; Page keys always do. */
export function readViewerKey(press: KeyPress, canPan: boolean): ViewerCommand | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null
  const by = arrows[press.key]
  if (canPan && by) return { do: 'pan', by }
  switch (press.key) {
    case '+':
    case '=':
      return { do: 'zoom', factor: zoomStep }
    case '-':
    case '−':
      return { do: 'zoom', factor: 1 / zoomStep }
    case '0':
      return { do: 'fit' }
    case '1':
      return { do: 'pixels' }
    case 'ArrowRight':
    case 'PageDown':
      return { do: 'step', by: 1 }
    case 'ArrowLeft':
    case 'PageUp':
      return { do: 'step', by: -1 }
    default:
      return null
  }
}
