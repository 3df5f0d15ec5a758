// The geometry of cropping and extending an image, in its pixels.
import type { Point, Size } from '../../../media-viewer/picture-view'

export interface Rect extends Size {
  readonly left: number
  readonly top: number
}

export function toWhole({ width, height }: Size): Rect {
  return { left: 0, top: 0, width, height }
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

/** Moves and shrinks it so that it is inside the image, in whole pixels, and is not empty. */
export function fitRect({ left, top, width, height }: Rect, size: Size): Rect {
  const fitted = {
    width: clamp(Math.round(width), 1, size.width),
    height: clamp(Math.round(height), 1, size.height),
  }
  return {
    ...fitted,
    left: clamp(Math.round(left), 0, size.width - fitted.width),
    top: clamp(Math.round(top), 0, size.height - fitted.height),
  }
}

/** The largest rectangle of this ratio, around the same middle if there is space. */
export function cropToRatio(rect: Rect, ratio: number, size: Size): Rect {
  const width = Math.min(size.width, size.height * ratio)
  const height = width / ratio
  const left = rect.left + (rect.width - width) / 2
  const top = rect.top + (rect.height - height) / 2
  return fitRect({ left, top, width, height }, size)
}

/** From one corner to the other; with a ratio, the height follows from the width. */
export function spanRect(
  { from, to, ratio }: { readonly from: Point; readonly to: Point; readonly ratio?: number | undefined },
  size: Size,
): Rect {
  const end = { x: clamp(to.x, 0, size.width), y: clamp(to.y, 0, size.height) }
  const [right, down] = [end.x >= from.x, end.y >= from.y]
  const space = { x: right ? size.width - from.x : from.x, y: down ? size.height - from.y : from.y }
  const width = Math.min(Math.abs(end.x - from.x), ratio ? space.y * ratio : space.x)
  const height = ratio ? width / ratio : Math.abs(end.y - from.y)
  return fitRect(
    { left: right ? from.x : from.x - width, top: down ? from.y : from.y - height, width, height },
    size,
  )
}

export interface Extension {
  /** Width over height of the new canvas; null keeps the image's. */
  readonly ratio: number | null
  /** 1 is the smallest canvas of this ratio that contains the image. */
  readonly factor: number
  /** The image’s position in the free space: 0 is left or top, 1 is right or bottom. */
  readonly x: number
  readonly y: number
}

/** Longer sides are scaled down: models do not read more pixels. */
const maxSide = 4096

/** The size of the canvas, and the image's rectangle on it. */
export function extendCanvas(size: Size, { ratio, factor, x, y }: Extension): { canvas: Size; image: Rect } {
  const share = ratio ?? size.width / size.height
  const width = Math.max(size.width, size.height * share) * factor
  const scale = Math.min(1, maxSide / Math.max(width, width / share))
  const round = (length: number) => Math.max(1, Math.round(length * scale))
  const canvas = { width: round(width), height: round(width / share) }
  const image = { width: round(size.width), height: round(size.height) }
  const toOffset = (space: number, at: number) => Math.round(Math.max(0, space) * clamp(at, 0, 1))
  return {
    canvas,
    image: {
      ...image,
      left: toOffset(canvas.width - image.width, x),
      top: toOffset(canvas.height - image.height, y),
    },
  }
}
