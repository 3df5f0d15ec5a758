// Subjects that live: birds, cat, fox, fish, butterfly.
import type { Shape } from './canvas'
import { type Color, darken, lighten, mix } from './color'
import { arc, circle, ellipse, stroke, turn } from './outlines'
import type { DrawSubject, Spot } from './spot'
import { faint, shape } from './stage'

export function* drawBird({ stage, x, y, size }: Spot): Generator<Shape> {
  const { palette, time, scene } = stage
  const color = scene.daytime === 'night' ? palette.pale : palette.dark
  for (let index = 0; index < 3; index += 1) {
    const [left, top, span] = [
      x + (index - 1) * size * 0.55 + time * 0.012,
      y - size * 0.3 - (index % 2) * size * 0.28,
      size * (0.3 - index * 0.05),
    ]
    const flap = 0.28 + 0.2 * Math.sin(time * 6 + index * 2)
    yield shape(color, [
      [left - span, top - span * flap],
      [left - span * 0.45, top - span * flap * 0.9],
      [left, top],
      [left + span * 0.45, top - span * flap * 0.9],
      [left + span, top - span * flap],
      [left + span * 0.42, top - span * flap * 0.45],
      [left, top + span * 0.16],
      [left - span * 0.42, top - span * flap * 0.45],
    ])
  }
}

/** A cat; with a mask, a longer ear and a bushy tail, a fox. */
function* drawSitting(spot: Spot, coat: Color, fox: boolean): Generator<Shape> {
  const { stage, x, y, size } = spot
  const { palette, time } = stage
  const swing = Math.sin(time * 1.6) * 7
  const tail = arc(x + size * 0.2, y - size * 0.2, { radius: size * 0.2, from: 90, to: -70 })
  yield faint(0.2, palette.dark, ellipse(x, y, [size * 0.36, size * 0.035]))
  yield shape(coat, ...stroke(turn(tail, [x + size * 0.2, y], swing), size * (fox ? 0.14 : 0.075)))
  if (fox) yield shape(palette.pale, ...stroke(turn(tail, [x + size * 0.2, y], swing).slice(-7), size * 0.13))
  yield shape(
    coat,
    ellipse(x, y - size * 0.24, [size * 0.21, size * 0.26]),
    ellipse(x, y - size * 0.08, [size * 0.27, size * 0.1]),
  )
  yield shape(
    fox ? palette.pale : lighten(coat, 0.28),
    ellipse(x, y - size * 0.22, [size * 0.1, size * 0.18]),
  )
  yield shape(
    darken(coat, 0.18),
    ellipse(x - size * 0.1, y - size * 0.02, [size * 0.07, size * 0.035]),
    ellipse(x + size * 0.1, y - size * 0.02, [size * 0.07, size * 0.035]),
  )
  yield* drawHead(spot, coat, fox)
}

function* drawHead(spot: Spot, coat: Color, fox: boolean): Generator<Shape> {
  const { stage, x, y, size } = spot
  const { palette } = stage
  const head = y - size * 0.62
  const tall = fox ? 0.3 : 0.24
  for (const side of [-1, 1]) {
    yield shape(darken(coat, 0.1), [
      [x + side * size * 0.22, head - size * tall],
      [x + side * size * 0.2, head],
      [x + side * size * 0.04, head - size * 0.12],
    ])
    yield shape(mix(palette.accent, palette.pale, 0.45), [
      [x + side * size * 0.195, head - size * (tall - 0.06)],
      [x + side * size * 0.18, head - size * 0.03],
      [x + side * size * 0.09, head - size * 0.11],
    ])
  }
  yield shape(coat, ellipse(x, head, [size * 0.235, size * 0.195]))
  if (fox)
    yield shape(palette.pale, [
      [x - size * 0.22, head + size * 0.05],
      [x - size * 0.05, head + size * 0.02],
      [x, head + size * 0.19],
      [x + size * 0.05, head + size * 0.02],
      [x + size * 0.22, head + size * 0.05],
      [x + size * 0.12, head + size * 0.16],
      [x, head + size * 0.24],
      [x - size * 0.12, head + size * 0.16],
    ])
  yield* drawFace(spot, head, fox)
}

function* drawFace(spot: Spot, head: number, fox: boolean): Generator<Shape> {
  const { stage, x, size } = spot
  const { palette, time } = stage
  const blink = Math.sin(time * 0.9) > 0.97 ? 0.15 : 1
  yield shape(
    fox ? palette.dark : mix(palette.second, [220, 235, 140], 0.4),
    ...[-1, 1].map((side) =>
      ellipse(x + side * size * 0.095, head - size * 0.015, [size * 0.036, size * 0.044 * blink]),
    ),
  )
  yield shape(
    palette.dark,
    ...[-1, 1].map((side) =>
      ellipse(x + side * size * 0.095, head - size * 0.015, [size * 0.016, size * 0.038 * blink]),
    ),
    [
      [x - size * 0.028, head + size * 0.062],
      [x + size * 0.028, head + size * 0.062],
      [x, head + size * 0.1],
    ],
  )
  if (!fox) yield* drawWhiskers(spot, head)
}

function* drawWhiskers({ stage, x, size }: Spot, head: number): Generator<Shape> {
  const { palette } = stage
  for (const side of [-1, 1]) {
    yield faint(
      0.75,
      palette.pale,
      ...[-0.02, 0.02].flatMap((tilt) =>
        stroke(
          [
            [x + side * size * 0.08, head + size * (0.09 + tilt)],
            [x + side * size * 0.29, head + size * (0.07 + tilt * 3)],
          ],
          size * 0.006,
        ),
      ),
    )
  }
}

export const drawCat: DrawSubject = (spot) =>
  drawSitting(spot, spot.stage.scene.colors[0] ?? mix([96, 100, 118], spot.stage.palette.dark, 0.25), false)

export const drawFox: DrawSubject = (spot) =>
  drawSitting(spot, spot.stage.scene.colors[0] ?? [222, 122, 58], true)

export function* drawFish({ stage, x, y, size }: Spot): Generator<Shape> {
  const { palette, time } = stage
  const middle = y - size * 0.3 + Math.sin(time * 1.5 + x * 4) * size * 0.03
  const wag = Math.sin(time * 7) * size * 0.04
  yield shape(
    darken(palette.accent, 0.12),
    [
      [x - size * 0.3, middle],
      [x - size * 0.56, middle - size * 0.17 + wag],
      [x - size * 0.5, middle + wag],
      [x - size * 0.56, middle + size * 0.17 + wag],
    ],
    [
      [x - size * 0.1, middle - size * 0.17],
      [x + size * 0.06, middle - size * 0.31],
      [x + size * 0.17, middle - size * 0.14],
    ],
  )
  yield shape(palette.accent, ellipse(x, middle, [size * 0.38, size * 0.2]))
  yield faint(
    0.6,
    lighten(palette.accent, 0.55),
    ellipse(x - size * 0.02, middle + size * 0.09, [size * 0.28, size * 0.085]),
  )
  yield shape(
    palette.second,
    ...[-0.12, 0.02].map((offset) => ellipse(x + size * offset, middle, [size * 0.028, size * 0.165])),
  )
  yield shape([255, 255, 255], circle(x + size * 0.23, middle - size * 0.045, size * 0.045))
  yield shape(palette.dark, circle(x + size * 0.24, middle - size * 0.045, size * 0.024))
}

export function* drawButterfly({ stage, x, y, size }: Spot): Generator<Shape> {
  const { palette, time } = stage
  const middle = y - size * 0.5 + Math.sin(time * 2) * size * 0.04
  const open = 0.72 + 0.28 * Math.sin(time * 5)
  for (const side of [-1, 1]) {
    const wing = (dx: number, dy: number, radii: readonly [number, number]) =>
      ellipse(x + side * size * dx * open, middle + size * dy, [size * radii[0] * open, size * radii[1]])
    yield shape(darken(palette.accent, 0.32), wing(0.23, -0.13, [0.24, 0.21]), wing(0.19, 0.18, [0.19, 0.17]))
    yield shape(palette.accent, wing(0.22, -0.12, [0.195, 0.165]), wing(0.185, 0.175, [0.15, 0.13]))
    yield shape(palette.second, wing(0.25, -0.13, [0.075, 0.068]), wing(0.2, 0.18, [0.058, 0.054]))
    yield shape(
      palette.dark,
      ...stroke(
        [
          [x, middle - size * 0.2],
          [x + side * size * 0.1, middle - size * 0.36],
        ],
        size * 0.011,
      ),
      circle(x + side * size * 0.1, middle - size * 0.36, size * 0.016),
    )
  }
  yield shape(palette.dark, ellipse(x, middle, [size * 0.03, size * 0.23]))
}
