// Trees, as the land has many of them.
import type { Shape } from './canvas'
import { type Color, darken, lighten, mix } from './color'
import { faint, shape } from './drawing-context'
import { box, circle, ellipse, polygon } from './outlines'

interface Tree {
  readonly x: number
  /** Where it stands. */
  readonly y: number
  readonly size: number
  readonly color: Color
  readonly snow?: boolean
  /** Of the crown, in sizes. */
  readonly sway?: number
}

export function* drawPine({ x, y, size, color, snow }: Tree): Generator<Shape> {
  yield shape(darken(color, 0.3), box(x - size * 0.035, y - size * 0.2, [size * 0.07, size * 0.2]))
  for (let tier = 0; tier < 3; tier += 1) {
    const [bottom, half] = [y - size * (0.14 + tier * 0.25), size * (0.27 - tier * 0.06)]
    const top = bottom - size * 0.42
    yield shape(lighten(color, tier * 0.045), polygon(x, top, x + half, bottom, x - half, bottom))
    yield faint(0.16, [0, 0, 20], polygon(x, top, x + half, bottom, x + half * 0.12, bottom))
    if (snow)
      yield faint(
        0.9,
        [255, 255, 255],
        polygon(
          x,
          top,
          x + half * 0.42,
          top + size * 0.19,
          x,
          top + size * 0.14,
          x - half * 0.42,
          top + size * 0.19,
        ),
      )
  }
}

export function* drawTree({ x, y, size, color, sway = 0 }: Tree): Generator<Shape> {
  const trunk = mix(darken(color, 0.45), [110, 74, 52], 0.35)
  yield faint(0.16, [0, 0, 24], ellipse(x + size * 0.12, y, [size * 0.4, size * 0.05]))
  yield shape(
    trunk,
    polygon(
      x - size * 0.05,
      y,
      x - size * 0.03,
      y - size * 0.5,
      x + size * 0.03,
      y - size * 0.5,
      x + size * 0.05,
      y,
    ),
  )
  const crown = x + sway * size
  yield shape(
    darken(color, 0.1),
    circle(crown - size * 0.2, y - size * 0.55, size * 0.24),
    circle(crown + size * 0.2, y - size * 0.53, size * 0.23),
    circle(crown, y - size * 0.76, size * 0.28),
  )
  yield shape(
    lighten(color, 0.07),
    circle(crown - size * 0.09, y - size * 0.78, size * 0.2),
    circle(crown - size * 0.22, y - size * 0.58, size * 0.16),
    circle(crown + size * 0.13, y - size * 0.6, size * 0.15),
  )
}
