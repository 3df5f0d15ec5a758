// The geometry of zoom and pan: a picture's scale, its visible part, and its position on the stage.

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** In fractions of the picture, because several stages may share one view. */
export interface View {
  /** CSS pixels per pixel of the picture; null fits the picture to the stage. */
  readonly scale: number | null
  /** The point in the middle of the stage; 0.5 is the middle of the picture. */
  readonly x: number
  readonly y: number
}

export interface Stage {
  /** The size of the stage, in CSS pixels. */
  readonly size: Size
  /** The size of the picture, in its own pixels. */
  readonly picture: Size
  /** Device pixels per CSS pixel. */
  readonly density: number
}

export const fitted: View = { scale: null, x: 0.5, y: 0.5 }

/** The margin around a fitted picture, in CSS pixels. */
const margin = 16
/** In device pixels per pixel of the picture. */
const maxScale = 32

/** Shows the whole picture; a small one is not scaled up. */
function fitScale({ size, picture }: Stage): number {
  const across = Math.max(1, size.width - 2 * margin) / picture.width
  const down = Math.max(1, size.height - 2 * margin) / picture.height
  return Math.min(across, down, 1)
}

function toScale(view: View, stage: Stage): number {
  return view.scale ?? fitScale(stage)
}

/** 100 if each pixel of the picture is one device pixel. */
export function toPercent(view: View, stage: Stage): number {
  return toScale(view, stage) * stage.density * 100
}

/** The point under `at`, relative to the middle of the stage, stays in place. */
export function scaleTo(view: View, stage: Stage, to: { scale: number; at?: Point }): View {
  const fit = fitScale(stage)
  const before = toScale(view, stage)
  const scale = Math.min(maxScale / stage.density, Math.max(Math.min(fit, 1 / stage.density), to.scale))
  // Snaps to fitted if it nearly is, so that it still fits after the window is resized.
  if (Math.abs(scale / fit - 1) < 0.005) return fitted
  const { x, y } = to.at ?? { x: 0, y: 0 }
  const { width, height } = stage.picture
  const shiftX = (x / width) * (1 / before - 1 / scale)
  const shiftY = (y / height) * (1 / before - 1 / scale)
  return confine({ scale, x: view.x + shiftX, y: view.y + shiftY }, stage)
}

export function zoomBy(view: View, stage: Stage, by: { factor: number; at?: Point }): View {
  return scaleTo(view, stage, { ...by, scale: toScale(view, stage) * by.factor })
}

/** Shows each pixel of the picture as one device pixel. */
export function showPixels(view: View, stage: Stage, at?: Point): View {
  return scaleTo(view, stage, { scale: 1 / stage.density, ...(at && { at }) })
}

/** Moves the picture with the pointer, by CSS pixels. */
export function panBy(view: View, stage: Stage, by: Point): View {
  const scale = toScale(view, stage)
  const x = view.x - by.x / (scale * stage.picture.width)
  const y = view.y - by.y / (scale * stage.picture.height)
  return confine({ ...view, x, y }, stage)
}

/** Whether the picture is larger than the stage. */
export function canPan(view: View, stage: Stage): boolean {
  const { width, height } = scaledSize(view, stage)
  return width > stage.size.width + 0.5 || height > stage.size.height + 0.5
}

/** The picture's position on the stage in CSS pixels; its corner is aligned to device pixels. */
export function positionPicture(view: View, stage: Stage): { left: number; top: number } & Size {
  const { width, height } = scaledSize(view, stage)
  const { x, y } = confine(view, stage)
  const onPixel = (value: number) => Math.round(value * stage.density) / stage.density
  return {
    left: onPixel(stage.size.width / 2 - x * width),
    top: onPixel(stage.size.height / 2 - y * height),
    width,
    height,
  }
}

function scaledSize(view: View, stage: Stage): Size {
  const scale = toScale(view, stage)
  return { width: stage.picture.width * scale, height: stage.picture.height * scale }
}

/** Prevents a gap on one side while the picture is clipped on the other. */
function confine(view: View, stage: Stage): View {
  const { width, height } = scaledSize(view, stage)
  const within = (middle: number, part: number) =>
    part >= 1 ? 0.5 : Math.min(1 - part / 2, Math.max(part / 2, middle))
  return {
    ...view,
    x: within(view.x, stage.size.width / width),
    y: within(view.y, stage.size.height / height),
  }
}
