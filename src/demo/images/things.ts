// Subjects that stand still: cup, clock, book, planet.
import type { Shape } from './canvas'
import { type Color, darken, lighten } from './color'
import { arc, box, circle, ellipse, pill, stroke, turn } from './outlines'
import type { Spot } from './spot'
import { faint, shape } from './stage'

export function* drawCup({ stage, x, y, size }: Spot): Generator<Shape> {
  const { palette, time } = stage
  const top = y - size * 0.4
  yield faint(0.2, palette.dark, ellipse(x, y, [size * 0.42, size * 0.04]))
  for (let index = 0; index < 3; index += 1) {
    const line = Array.from(
      { length: 24 },
      (_, step) =>
        [
          x + size * ((index - 1) * 0.12 + 0.035 * Math.sin(step * 0.5 + time * 2 + index * 2)),
          top - size * (0.06 + step * 0.014),
        ] as const,
    )
    yield faint(0.4, lighten(palette.haze, 0.5), ...stroke(line, size * 0.022))
  }
  yield shape(palette.pale, ellipse(x, y - size * 0.02, [size * 0.42, size * 0.045]))
  yield shape(
    darken(palette.accent, 0.12),
    ...stroke(arc(x + size * 0.29, y - size * 0.24, { radius: size * 0.1, from: -80, to: 80 }), size * 0.045),
  )
  yield shape(palette.accent, [
    ...arc(x, y - size * 0.3, { radius: size * 0.3, from: 0, to: 180 }),
    [x - size * 0.3, top],
    [x + size * 0.3, top],
  ])
  yield faint(0.14, palette.dark, [
    ...arc(x + size * 0.04, y - size * 0.3, { radius: size * 0.26, from: 0, to: 90 }),
    [x + size * 0.06, top],
    [x + size * 0.3, top],
  ])
  yield shape(lighten(palette.accent, 0.3), ellipse(x, top, [size * 0.3, size * 0.055]))
  yield shape([92, 58, 40], ellipse(x, top + size * 0.006, [size * 0.265, size * 0.043]))
}

export function* drawClock({ stage, x, y, size }: Spot): Generator<Shape> {
  const { palette, time, scene } = stage
  const [middle, radius] = [y - size * 0.42, size * 0.34]
  yield faint(0.2, palette.dark, ellipse(x, y, [size * 0.34, size * 0.032]))
  yield shape(
    palette.dark,
    ...stroke(
      [
        [x - radius * 0.6, middle + radius * 0.7],
        [x - radius * 0.8, y - size * 0.02],
      ],
      size * 0.045,
    ),
    ...stroke(
      [
        [x + radius * 0.6, middle + radius * 0.7],
        [x + radius * 0.8, y - size * 0.02],
      ],
      size * 0.045,
    ),
  )
  yield shape(
    palette.second,
    ...[-1, 1].map((side) =>
      turn(ellipse(x, middle - radius * 1.1, [radius * 0.34, radius * 0.2]), [x, middle], side * 34),
    ),
  )
  yield shape(palette.accent, circle(x, middle, radius))
  yield shape(palette.pale, circle(x, middle, radius * 0.82))
  for (let hour = 0; hour < 12; hour += 1)
    yield shape(
      palette.dark,
      turn(
        box(x - size * 0.007, middle - radius * 0.75, [
          size * 0.014,
          hour % 3 === 0 ? radius * 0.16 : radius * 0.08,
        ]),
        [x, middle],
        hour * 30,
      ),
    )
  const start = scene.seed % 720
  const hand = (long: number, degrees: number) =>
    turn(
      pill(x - size * 0.012, middle - long, { size: [size * 0.024, long + size * 0.03], radius: 1 }),
      [x, middle],
      degrees,
    )
  yield shape(
    palette.dark,
    hand(radius * 0.44, start / 2 + time * 2),
    hand(radius * 0.66, start * 6 + time * 24),
  )
  yield shape(palette.accent, circle(x, middle, size * 0.026))
}

export function* drawBook({ stage, x, y, size }: Spot): Generator<Shape> {
  const { palette } = stage
  const books: readonly (readonly [number, number, Color])[] = [
    [0.62, 0.13, palette.accent],
    [0.54, 0.11, palette.far],
    [0.58, 0.14, palette.second],
  ]
  yield faint(0.2, palette.dark, ellipse(x, y, [size * 0.42, size * 0.035]))
  let bottom = y
  for (const [index, [wide, tall, color]] of books.entries()) {
    const left = x - size * (wide / 2 - (index - 1) * 0.03)
    yield shape(
      color,
      pill(left, bottom - size * tall, { size: [size * wide, size * tall], radius: size * 0.02 }),
    )
    yield shape(
      palette.pale,
      box(left + size * 0.06, bottom - size * (tall - 0.022), [size * (wide - 0.06), size * (tall - 0.044)]),
    )
    yield faint(
      0.3,
      palette.far,
      ...[0.35, 0.6].map((share) =>
        box(left + size * 0.06, bottom - size * tall * share, [size * (wide - 0.06), size * 0.004]),
      ),
    )
    yield shape(
      lighten(color, 0.35),
      box(left + size * 0.02, bottom - size * tall * 0.75, [size * 0.016, size * tall * 0.5]),
    )
    bottom -= size * tall
  }
}

export function* drawPlanet({ stage, x, y, size }: Spot): Generator<Shape> {
  const { palette, time, scene } = stage
  const [middle, radius] = [y - size * 0.45, size * 0.36]
  yield {
    ...faint(
      0.6,
      { kind: 'glow', color: lighten(palette.accent, 0.25), center: [x, middle], radius: radius * 1.9 },
      circle(x, middle, radius * 1.9),
    ),
  }
  const ring = (half: number) =>
    turn(ellipse(x, middle, [radius * half, radius * half * 0.26]), [x, middle], -18)
  const back = { ...faint(0.85, lighten(palette.second, 0.25), ring(1.75)), holes: [ring(1.35)] }
  yield back
  yield shape(palette.accent, circle(x, middle, radius))
  for (const [index, offset] of [-0.62, -0.28, 0.08, 0.42, 0.7].entries()) {
    const half = Math.sqrt(1 - offset ** 2) * radius
    yield faint(
      0.5,
      index % 2 === 0 ? lighten(palette.accent, 0.28) : darken(palette.accent, 0.25),
      turn(
        ellipse(x + Math.sin(time * 0.3 + index) * radius * 0.03, middle + radius * offset, [
          half * 0.985,
          radius * (0.055 + ((scene.seed >> index) & 1) * 0.04),
        ]),
        [x, middle],
        -18,
      ),
    )
  }
  yield faint(0.34, palette.dark, [
    ...arc(x, middle, { radius, from: -60, to: 120 }),
    ...arc(x - radius * 0.38, middle - radius * 0.22, { radius: radius * 1.02, from: 105, to: -45 }),
  ])
  const front = ring(1.75).filter((_, index, points) => index < points.length / 2)
  const inner = ring(1.35).filter((_, index, points) => index < points.length / 2)
  yield faint(0.92, lighten(palette.second, 0.3), [...front, ...[...inner].reverse()])
}
