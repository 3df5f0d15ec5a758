// Figures: a person, a robot.
import type { Shape } from './canvas'
import { type Color, darken, lighten, mix } from './color'
import { arc, box, circle, ellipse, pill, stroke, turn } from './outlines'
import type { Spot } from './spot'
import { faint, shape } from './stage'

export function* drawPerson({ stage, x, y, size }: Spot): Generator<Shape> {
  const { palette, time } = stage
  const step = Math.sin(time * 2) * size * 0.015
  const skin: Color = [214, 160, 122]
  yield faint(0.2, palette.dark, ellipse(x, y, [size * 0.2, size * 0.025]))
  yield shape(
    mix(palette.dark, palette.far, 0.25),
    ...stroke(
      [
        [x - size * 0.06, y - size * 0.4],
        [x - size * 0.07 - step, y - size * 0.03],
      ],
      size * 0.085,
    ),
    ...stroke(
      [
        [x + size * 0.05, y - size * 0.4],
        [x + size * 0.08 + step, y - size * 0.03],
      ],
      size * 0.085,
    ),
  )
  yield shape(
    darken(palette.accent, 0.14),
    ...stroke(
      [
        [x - size * 0.13, y - size * 0.66],
        [x - size * 0.18 + step, y - size * 0.42],
      ],
      size * 0.07,
    ),
    ...stroke(
      [
        [x + size * 0.13, y - size * 0.66],
        [x + size * 0.19 - step, y - size * 0.44],
      ],
      size * 0.07,
    ),
  )
  yield shape(
    palette.accent,
    pill(x - size * 0.145, y - size * 0.74, { size: [size * 0.29, size * 0.38], radius: size * 0.09 }),
  )
  yield shape(
    skin,
    pill(x - size * 0.04, y - size * 0.82, { size: [size * 0.08, size * 0.12], radius: size * 0.03 }),
    circle(x, y - size * 0.87, size * 0.1),
  )
  yield shape(palette.dark, [...arc(x, y - size * 0.88, { radius: size * 0.11, from: 165, to: 375 })])
  yield shape(palette.second, box(x - size * 0.145, y - size * 0.72, [size * 0.29, size * 0.045]))
}

export function* drawRobot(spot: Spot): Generator<Shape> {
  const { stage, x, y, size } = spot
  const { palette, time, scene } = stage
  const metal = scene.colors[0] ? lighten(scene.colors[0], 0.2) : mix(palette.pale, palette.far, 0.35)
  const steel = darken(metal, 0.3)
  yield faint(0.2, palette.dark, ellipse(x, y, [size * 0.34, size * 0.032]))
  yield shape(
    steel,
    ...[-0.12, 0.12].map((offset) =>
      box(x + size * (offset - 0.035), y - size * 0.2, [size * 0.07, size * 0.2]),
    ),
  )
  yield shape(
    palette.dark,
    ...[-0.13, 0.13].map((offset) =>
      pill(x + size * (offset - 0.09), y - size * 0.06, {
        size: [size * 0.18, size * 0.065],
        radius: size * 0.03,
      }),
    ),
  )
  yield* drawArms(spot, steel)
  yield shape(
    metal,
    pill(x - size * 0.23, y - size * 0.54, { size: [size * 0.46, size * 0.36], radius: size * 0.08 }),
  )
  yield faint(
    0.14,
    palette.dark,
    pill(x + size * 0.05, y - size * 0.54, { size: [size * 0.18, size * 0.36], radius: size * 0.08 }),
  )
  yield shape(palette.accent, circle(x - size * 0.08, y - size * 0.4, size * 0.05))
  yield shape(
    palette.second,
    ...[0, 0.07, 0.14].map((offset) =>
      pill(x + size * 0.04, y - size * (0.45 - offset), { size: [size * 0.12, size * 0.028], radius: 1 }),
    ),
  )
  yield shape(
    steel,
    box(x - size * 0.05, y - size * 0.6, [size * 0.1, size * 0.08]),
    box(x - size * 0.008, y - size * 0.98, [size * 0.016, size * 0.1]),
  )
  yield shape(palette.accent, circle(x, y - size * 0.985, size * (0.03 + 0.006 * Math.sin(time * 5))))
  yield* drawRobotHead(spot, metal)
}

function* drawArms({ stage, x, y, size }: Spot, steel: Color): Generator<Shape> {
  const { palette, time } = stage
  const wave = Math.sin(time * 2.2) * 14
  yield shape(
    steel,
    ...stroke(
      [
        [x - size * 0.22, y - size * 0.46],
        [x - size * 0.33, y - size * 0.3],
        [x - size * 0.3, y - size * 0.2],
      ],
      size * 0.055,
    ),
  )
  const shoulder = [x + size * 0.22, y - size * 0.46] as const
  const arm = turn(
    [shoulder, [x + size * 0.36, y - size * 0.5], [x + size * 0.42, y - size * 0.66]],
    shoulder,
    wave,
  )
  yield shape(steel, ...stroke(arm, size * 0.055))
  const hand = arm[2] ?? shoulder
  yield shape(
    palette.accent,
    circle(hand[0], hand[1], size * 0.05),
    circle(x - size * 0.3, y - size * 0.2, size * 0.05),
  )
}

function* drawRobotHead({ stage, x, y, size }: Spot, metal: Color): Generator<Shape> {
  const { palette, time } = stage
  yield shape(
    metal,
    pill(x - size * 0.2, y - size * 0.9, { size: [size * 0.4, size * 0.31], radius: size * 0.1 }),
  )
  yield shape(
    palette.dark,
    pill(x - size * 0.155, y - size * 0.845, { size: [size * 0.31, size * 0.19], radius: size * 0.075 }),
  )
  const look = Math.sin(time * 0.8) * size * 0.014
  const glow = mix(palette.lamp, [160, 235, 240], 0.6)
  yield shape(
    glow,
    ...[-0.075, 0.075].map((offset) => circle(x + size * offset + look, y - size * 0.765, size * 0.034)),
    ...stroke(arc(x + look, y - size * 0.735, { radius: size * 0.05, from: 30, to: 150 }), size * 0.011),
  )
}
