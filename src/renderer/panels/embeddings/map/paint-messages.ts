// What the page and the map's painter say to each other.
import type { Outlook, Place, Size } from './outlook'
import type { Look } from './paint-points'

/** What is to be painted: the stage in pixels of the page, and how many pixels of the picture make one of them. */
export interface Frame {
  readonly outlook: Outlook
  readonly stage: Size
  readonly density: number
  /** In pixels of the page. */
  readonly radius: number
}

export type ToPainter =
  | { readonly type: 'points'; readonly points: Float32Array }
  | { readonly type: 'look'; readonly look: Look }
  | { readonly type: 'paint'; readonly id: number; readonly frame: Frame }
  | { readonly type: 'inside'; readonly id: number; readonly polygon: readonly Place[] }

export type FromPainter =
  /** Of the points that were sent last, for `KDBush.from`. */
  | { readonly type: 'index'; readonly index: ArrayBuffer }
  | { readonly type: 'painted'; readonly id: number; readonly bitmap: ImageBitmap }
  | { readonly type: 'inside'; readonly id: number; readonly indices: Uint32Array }
