// Looking at a picture: how large it is drawn, which part of it is seen, and where that puts it.

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** One view may lie over several stages: what is looked at stands in fractions of the picture. */
export interface View {
  /** Pixels of the page for one of the picture; null where it is made to fit. */
  readonly scale: number | null
  /** What lies in the middle of the stage: 0.5 is the picture's own middle. */
  readonly x: number
  readonly y: number
}

export interface Stage {
  /** Of the place, in pixels of the page. */
  readonly size: Size
  /** Of the picture, in its own pixels. */
  readonly picture: Size
  /** Pixels of the screen for one of the page. */
  readonly density: number
}

export const fitted: View = { scale: null, x: 0.5, y: 0.5 }

/** Around a picture that fits, in pixels of the page. */
const margin = 16
/** Pixels of the screen for one of the picture, at the most. */
const largest = 32

/** The whole picture is seen; a small one is not blown up. */
export function fitScale({ size, picture }: Stage): number {
  const across = Math.max(1, size.width - 2 * margin) / picture.width
  const down = Math.max(1, size.height - 2 * margin) / picture.height
  return Math.min(across, down, 1)
}

function toScale(view: View, stage: Stage): number {
  return view.scale ?? fitScale(stage)
}

/** 100 where each pixel of the picture is one of the screen. */
export function toPercent(view: View, stage: Stage): number {
  return toScale(view, stage) * stage.density * 100
}

/** What lies under `at`, counted from the middle of the stage, stays there. */
export function scaleTo(view: View, stage: Stage, to: { scale: number; at?: Point }): View {
  const fit = fitScale(stage)
  const before = toScale(view, stage)
  const scale = Math.min(largest / stage.density, Math.max(Math.min(fit, 1 / stage.density), to.scale))
  // So near to fitting, it is meant to fit: then it does so in a window of another size too.
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

/** Each pixel of the picture on one of the screen. */
export function showPixels(view: View, stage: Stage, at?: Point): View {
  return scaleTo(view, stage, { scale: 1 / stage.density, ...(at && { at }) })
}

/** The picture follows a hand that moves so far, in pixels of the page. */
export function panBy(view: View, stage: Stage, by: Point): View {
  const scale = toScale(view, stage)
  const x = view.x - by.x / (scale * stage.picture.width)
  const y = view.y - by.y / (scale * stage.picture.height)
  return confine({ ...view, x, y }, stage)
}

/** Whether there is more of the picture than is seen. */
export function canPan(view: View, stage: Stage): boolean {
  const { width, height } = drawnSize(view, stage)
  return width > stage.size.width + 0.5 || height > stage.size.height + 0.5
}

/** The picture's place on the stage, in pixels of the page; its corner lies on a pixel of the screen. */
export function placePicture(view: View, stage: Stage): { left: number; top: number } & Size {
  const { width, height } = drawnSize(view, stage)
  const { x, y } = confine(view, stage)
  const onPixel = (value: number) => Math.round(value * stage.density) / stage.density
  return {
    left: onPixel(stage.size.width / 2 - x * width),
    top: onPixel(stage.size.height / 2 - y * height),
    width,
    height,
  }
}

function drawnSize(view: View, stage: Stage): Size {
  const scale = toScale(view, stage)
  return { width: stage.picture.width * scale, height: stage.picture.height * scale }
}

/** No gap on one side while there is more on the other. */
function confine(view: View, stage: Stage): View {
  const { width, height } = drawnSize(view, stage)
  const within = (middle: number, part: number) =>
    part >= 1 ? 0.5 : Math.min(1 - part / 2, Math.max(part / 2, middle))
  return {
    ...view,
    x: within(view.x, stage.size.width / width),
    y: within(view.y, stage.size.height / height),
  }
}
