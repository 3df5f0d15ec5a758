// Subjects that travel: boat, car, balloon, rocket.
import type { Outline, Shape } from './canvas'
import { lighten, mix } from './color'
import { box, circle, ellipse, pill, stroke, turn } from './outlines'
import type { Spot } from './spot'
import { faint, shape } from './stage'

export function* drawBoat(spot: Spot): Generator<Shape> {
  const { stage, x, y, size } = spot
  const { palette, time, scene } = stage
  const middle = [x, y] as const
  const tilt = Math.sin(time * 1.4 + x * 5) * 3
  const lift = scene.setting === 'sea' ? Math.sin(time * 1.9 + x * 3) * size * 0.015 : 0
  const place = (outline: readonly (readonly [number, number])[]) =>
    turn(
      outline.map(([px, py]) => [px, py + lift] as const),
      middle,
      tilt,
    )
  yield faint(0.26, palette.dark, ellipse(x, y + size * 0.05, [size * 0.52, size * 0.035]))
  yield shape(palette.dark, place(box(x - size * 0.008, y - size * 0.9, [size * 0.016, size * 0.82])))
  yield shape(
    palette.pale,
    place([
      [x + size * 0.025, y - size * 0.86],
      [x + size * 0.22, y - size * 0.46],
      [x + size * 0.36, y - size * 0.15],
      [x + size * 0.025, y - size * 0.15],
    ]),
  )
  yield faint(
    0.14,
    palette.dark,
    place([
      [x + size * 0.025, y - size * 0.86],
      [x + size * 0.12, y - size * 0.15],
      [x + size * 0.025, y - size * 0.15],
    ]),
  )
  yield shape(
    palette.second,
    place([
      [x - size * 0.025, y - size * 0.78],
      [x - size * 0.3, y - size * 0.16],
      [x - size * 0.025, y - size * 0.16],
    ]),
  )
  yield shape(
    palette.accent,
    place([
      [x - size * 0.46, y - size * 0.1],
      [x + size * 0.48, y - size * 0.12],
      [x + size * 0.34, y + size * 0.06],
      [x - size * 0.32, y + size * 0.06],
    ]),
  )
  yield faint(
    0.2,
    palette.dark,
    place([
      [x - size * 0.38, y],
      [x + size * 0.42, y],
      [x + size * 0.34, y + size * 0.06],
      [x - size * 0.32, y + size * 0.06],
    ]),
  )
  yield shape(palette.pale, place(box(x - size * 0.46, y - size * 0.11, [size * 0.94, size * 0.022])))
  if (scene.setting === 'sea') yield* drawWake(spot)
}

function* drawWake({ stage, x, y, size }: Spot): Generator<Shape> {
  const { palette, time } = stage
  yield faint(
    0.5,
    lighten(palette.water[1], 0.6),
    pill(x - size * 0.5, y + size * 0.045, {
      size: [size * (0.95 + 0.08 * Math.sin(time * 2)), size * 0.02],
      radius: 1,
    }),
    pill(x - size * 0.32, y + size * 0.085, { size: [size * 0.5, size * 0.014], radius: 1 }),
  )
}

export function* drawCar({ stage, x, y, size }: Spot): Generator<Shape> {
  const { palette, time } = stage
  const [long, tall] = [size * 1.15, size * 0.3]
  yield faint(0.25, palette.dark, ellipse(x, y, [long * 0.52, size * 0.035]))
  yield shape(
    palette.accent,
    pill(x - long / 2, y - tall - size * 0.06, { size: [long, tall], radius: size * 0.1 }),
    [
      [x - long * 0.3, y - tall],
      [x - long * 0.18, y - tall * 1.9],
      [x + long * 0.16, y - tall * 1.9],
      [x + long * 0.32, y - tall],
    ],
  )
  yield shape(
    mix(palette.water[1], palette.pale, 0.5),
    [
      [x - long * 0.24, y - tall - size * 0.02],
      [x - long * 0.15, y - tall * 1.75],
      [x - long * 0.02, y - tall * 1.75],
      [x - long * 0.02, y - tall - size * 0.02],
    ],
    [
      [x + long * 0.02, y - tall - size * 0.02],
      [x + long * 0.02, y - tall * 1.75],
      [x + long * 0.13, y - tall * 1.75],
      [x + long * 0.25, y - tall - size * 0.02],
    ],
  )
  yield shape(
    palette.lamp,
    pill(x + long * 0.44, y - tall * 0.85, { size: [long * 0.06, size * 0.06], radius: size * 0.03 }),
  )
  yield faint(0.18, palette.dark, box(x - long / 2, y - tall * 0.55, [long, size * 0.05]))
  for (const offset of [-0.28, 0.29]) {
    const center = [x + long * offset, y - size * 0.07] as const
    yield shape(palette.dark, circle(center[0], center[1], size * 0.115))
    yield shape(palette.pale, circle(center[0], center[1], size * 0.055))
    yield shape(
      palette.dark,
      turn(
        box(center[0] - size * 0.008, center[1] - size * 0.055, [size * 0.016, size * 0.11]),
        center,
        time * 200,
      ),
    )
  }
}

export function* drawBalloon({ stage, x, y, size }: Spot): Generator<Shape> {
  const { palette, time } = stage
  const rise = Math.sin(time * 0.7 + x * 4) * size * 0.03
  const [middle, radius] = [y - size * 0.66 + rise, size * 0.34]
  const skirt = middle + radius * 1.22
  const colors = [palette.accent, palette.second, palette.pale, palette.second, palette.accent]
  yield shape(palette.accent, circle(x, middle, radius), [
    [x - radius * 0.86, middle + radius * 0.5],
    [x + radius * 0.86, middle + radius * 0.5],
    [x + radius * 0.2, skirt],
    [x - radius * 0.2, skirt],
  ])
  for (const [index, color] of colors.entries()) {
    const wide = [0.98, 0.68, 0.3][Math.min(index, 2)] ?? 0.3
    if (index < 3)
      yield shape(color, ellipse(x, middle, [radius * wide, radius]), [
        [x - radius * wide * 0.86, middle + radius * 0.5],
        [x + radius * wide * 0.86, middle + radius * 0.5],
        [x + radius * wide * 0.2, skirt],
        [x - radius * wide * 0.2, skirt],
      ])
  }
  yield faint(
    0.16,
    palette.dark,
    ...[ellipse(x + radius * 0.35, middle + radius * 0.1, [radius * 0.6, radius * 0.85])],
  )
  yield shape(
    palette.dark,
    ...stroke(
      [
        [x - radius * 0.16, skirt],
        [x - size * 0.05, y - size * 0.1 + rise],
      ],
      size * 0.008,
    ),
    ...stroke(
      [
        [x + radius * 0.16, skirt],
        [x + size * 0.05, y - size * 0.1 + rise],
      ],
      size * 0.008,
    ),
  )
  yield shape(
    [133, 88, 58],
    pill(x - size * 0.07, y - size * 0.11 + rise, { size: [size * 0.14, size * 0.1], radius: size * 0.015 }),
  )
}

type Place = (outline: Outline) => Outline

export function* drawRocket(spot: Spot): Generator<Shape> {
  const { stage, x, y, size } = spot
  const { palette, time } = stage
  const lift = Math.sin(time * 1.2) * size * 0.03
  const base = y - size * 0.2 + lift
  const pivot = [x, y - size * 0.5] as const
  const place: Place = (outline) => turn(outline, pivot, 16)
  yield* drawFlame(spot, base, place)
  yield shape(
    palette.accent,
    place([
      [x - size * 0.1, base - size * 0.24],
      [x - size * 0.24, base + size * 0.04],
      [x - size * 0.08, base - size * 0.02],
    ]),
    place([
      [x + size * 0.1, base - size * 0.24],
      [x + size * 0.24, base + size * 0.04],
      [x + size * 0.08, base - size * 0.02],
    ]),
  )
  const hull = (half: number) => [
    ...Array.from(
      { length: 21 },
      (_, index) => [x - half * Math.sin((index / 20) * 2.4), base - size * 0.66 * (1 - index / 20)] as const,
    ),
    ...Array.from(
      { length: 21 },
      (_, index) => [x + half * Math.sin((1 - index / 20) * 2.4), base - size * 0.66 * (index / 20)] as const,
    ),
  ]
  yield shape(palette.pale, place(hull(size * 0.15)))
  yield faint(
    0.15,
    palette.dark,
    place(hull(size * 0.15).map(([px, py]) => [Math.max(px, x + size * 0.03), py] as const)),
  )
  yield shape(palette.accent, place(hull(size * 0.15).filter(([, py]) => py < base - size * 0.47)))
  yield shape(palette.dark, place(circle(x, base - size * 0.33, size * 0.068)))
  yield shape(mix(palette.water[1], [190, 228, 245], 0.6), place(circle(x, base - size * 0.33, size * 0.05)))
}

function* drawFlame({ stage, x, size }: Spot, base: number, place: Place): Generator<Shape> {
  const { palette, time } = stage
  const flame = size * (0.2 + 0.05 * Math.sin(time * 21))
  yield faint(
    0.85,
    palette.second,
    place([
      [x - size * 0.09, base],
      [x, base + flame * 1.5],
      [x + size * 0.09, base],
    ]),
  )
  yield shape(
    [255, 243, 205],
    place([
      [x - size * 0.045, base],
      [x, base + flame * 0.8],
      [x + size * 0.045, base],
    ]),
  )
}
