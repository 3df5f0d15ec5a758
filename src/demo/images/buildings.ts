// Subjects that people build: lighthouse, house, castle, windmill.
import type { Outline, Shape } from './canvas'
import { darken, lighten, mix } from './color'
import { arc, box, circle, ellipse, pill, turn } from './outlines'
import { isDark, type Spot } from './spot'
import { faint, glow, shape } from './stage'

export function* drawLighthouse(spot: Spot): Generator<Shape> {
  const { stage, x, y, size } = spot
  const { palette, scene } = stage
  if (scene.setting === 'sea') yield* drawRock(spot)
  const foot = y - size * 0.06
  const half = (height: number) => size * (0.115 - 0.045 * height)
  const levelAt = (height: number) => foot - size * 0.72 * height
  const band = (from: number, to: number): Outline => [
    [x - half(from), levelAt(from)],
    [x - half(to), levelAt(to)],
    [x + half(to), levelAt(to)],
    [x + half(from), levelAt(from)],
  ]
  const top = levelAt(1)
  if (isDark(stage)) yield* drawBeam(spot, [x, top - size * 0.06])
  yield shape(palette.pale, band(0, 1))
  yield shape(palette.accent, band(0.12, 0.3), band(0.46, 0.64), band(0.8, 0.94))
  yield faint(0.16, palette.dark, [
    [x + half(0) * 0.25, foot],
    [x + half(1) * 0.25, top],
    [x + half(1), top],
    [x + half(0), foot],
  ])
  const door = pill(x - size * 0.022, foot - size * 0.1, {
    size: [size * 0.044, size * 0.1],
    radius: size * 0.02,
  })
  yield shape(palette.dark, box(x - size * 0.1, top - size * 0.015, [size * 0.2, size * 0.022]), door)
  yield* drawLantern(spot, top)
}

function* drawRock({ stage, x, y, size }: Spot): Generator<Shape> {
  const { palette } = stage
  const rock = mix(palette.near, palette.dark, 0.4)
  yield shape(rock, [
    [x - size * 0.62, y + 0.08],
    [x - size * 0.44, y - size * 0.02],
    [x - size * 0.2, y - size * 0.11],
    [x + size * 0.2, y - size * 0.1],
    [x + size * 0.36, y],
    [x + size * 0.6, y + 0.08],
  ])
  yield shape(lighten(rock, 0.09), [
    [x - size * 0.44, y - size * 0.02],
    [x - size * 0.2, y - size * 0.11],
    [x + size * 0.02, y - size * 0.1],
    [x - size * 0.12, y + 0.08],
    [x - size * 0.5, y + 0.08],
  ])
}

/** Two cones of light that swing, and a glow around the lamp. */
function* drawBeam({ stage, size }: Spot, lamp: readonly [number, number]): Generator<Shape> {
  const { palette, time } = stage
  const [x, y] = lamp
  const cone: Outline = [lamp, [x + 1.5, y - 0.16], [x + 1.5, y + 0.05]]
  for (const degrees of [-6, 174]) {
    yield faint(0.16, palette.lamp, turn(cone, lamp, degrees + Math.sin(time * 0.8) * 8))
  }
  yield glow({ color: palette.lamp, center: lamp, radius: size * 0.4 }, 0.9)
}

function* drawLantern({ stage, x, size }: Spot, top: number): Generator<Shape> {
  const { palette, unit } = stage
  const glass = isDark(stage) ? palette.lamp : lighten(palette.water[1], 0.4)
  yield shape(glass, box(x - size * 0.05, top - size * 0.11, [size * 0.1, size * 0.1]))
  const bars = [-0.05, 0, 0.05].map((offset) =>
    box(x + size * offset - unit * 0.0012, top - size * 0.11, [unit * 0.0024, size * 0.1]),
  )
  yield shape(palette.dark, ...bars)
  const roof: Outline = [
    [x - size * 0.07, top - size * 0.11],
    [x, top - size * 0.2],
    [x + size * 0.07, top - size * 0.11],
  ]
  yield shape(darken(palette.accent, 0.15), roof, circle(x, top - size * 0.2, size * 0.012))
}

export function* drawHouse({ stage, x, y, size }: Spot): Generator<Shape> {
  const { palette, time, scene } = stage
  const [wide, tall] = [size * 0.62, size * 0.42]
  const roof = y - tall
  yield faint(0.18, palette.dark, ellipse(x + size * 0.08, y, [size * 0.5, size * 0.04]))
  for (let puff = 0; puff < 4; puff += 1) {
    const age = (time * 0.25 + puff / 4) % 1
    yield faint(
      0.4 * (1 - age),
      lighten(palette.haze, 0.4),
      circle(
        x + wide * 0.27 + age * size * 0.1,
        roof - size * 0.36 - age * size * 0.28,
        size * (0.025 + age * 0.05),
      ),
    )
  }
  yield shape(
    darken(palette.accent, 0.45),
    box(x + wide * 0.2, roof - size * 0.32, [size * 0.08, size * 0.24]),
  )
  yield shape(palette.pale, box(x - wide / 2, roof, [wide, tall]))
  yield faint(0.12, palette.dark, box(x + wide * 0.12, roof, [wide * 0.38, tall]))
  yield shape(palette.accent, [
    [x - wide * 0.6, roof],
    [x - wide * 0.34, roof - size * 0.27],
    [x + wide * 0.34, roof - size * 0.27],
    [x + wide * 0.6, roof],
  ])
  if (scene.weather === 'snow')
    yield shape(
      [248, 250, 253],
      [
        [x - wide * 0.57, roof - size * 0.03],
        [x - wide * 0.34, roof - size * 0.29],
        [x + wide * 0.34, roof - size * 0.29],
        [x + wide * 0.57, roof - size * 0.03],
        [x + wide * 0.3, roof - size * 0.1],
        [x - wide * 0.2, roof - size * 0.08],
      ],
    )
  yield shape(
    mix(palette.dark, palette.accent, 0.35),
    pill(x - size * 0.05, y - size * 0.22, { size: [size * 0.1, size * 0.23], radius: size * 0.02 }),
  )
  const glass = isDark(stage) ? palette.lamp : mix(palette.water[1], palette.pale, 0.35)
  const panes = [x - wide * 0.4, x + wide * 0.2].map((left) =>
    box(left, roof + tall * 0.26, [wide * 0.2, tall * 0.32]),
  )
  if (isDark(stage))
    yield {
      ...faint(
        0.5,
        { kind: 'glow', color: palette.lamp, center: [x, y - tall * 0.5], radius: size * 0.7 },
        circle(x, y - tall * 0.5, size * 0.7),
      ),
    }
  yield shape(glass, ...panes)
  yield shape(
    palette.dark,
    ...[x - wide * 0.305, x + wide * 0.295].map((left) =>
      box(left, roof + tall * 0.26, [wide * 0.012, tall * 0.32]),
    ),
  )
}

export function* drawCastle({ stage, x, y, size }: Spot): Generator<Shape> {
  const { palette, time } = stage
  const stone = mix(palette.pale, palette.far, 0.45)
  const towers = [
    [-0.4, 0.5, 0.16],
    [0.4, 0.55, 0.16],
    [-0.15, 0.72, 0.14],
    [0.16, 0.62, 0.14],
    [0, 0.9, 0.15],
  ] as const
  for (const [offset, tall, wide] of towers) {
    const [left, top] = [x + size * (offset - wide / 2), y - size * tall]
    yield shape(darken(stone, Math.abs(offset) < 0.3 ? 0.12 : 0), box(left, top, [size * wide, size * tall]))
    yield faint(0.14, palette.dark, box(left + size * wide * 0.6, top, [size * wide * 0.4, size * tall]))
    yield shape(palette.accent, [
      [left - size * 0.02, top],
      [left + size * wide * 0.5, top - size * 0.2],
      [left + size * (wide + 0.02), top],
    ])
    const peak = [left + size * wide * 0.5, top - size * 0.2] as const
    const wave = Math.sin(time * 3 + offset * 9) * size * 0.012
    yield shape(palette.dark, box(peak[0] - size * 0.004, peak[1] - size * 0.09, [size * 0.008, size * 0.1]))
    yield shape(palette.second, [
      [peak[0], peak[1] - size * 0.09],
      [peak[0] + size * 0.09, peak[1] - size * 0.065 + wave],
      [peak[0], peak[1] - size * 0.04],
    ])
    yield shape(
      isDark(stage) ? palette.lamp : palette.dark,
      pill(left + size * wide * 0.38, top + size * 0.09, {
        size: [size * wide * 0.24, size * 0.08],
        radius: size * 0.02,
      }),
    )
  }
  const battlement = Array.from({ length: 9 }, (_, index) =>
    box(x + size * (-0.45 + index * 0.104), y - size * 0.36, [size * 0.06, size * 0.06]),
  )
  yield shape(stone, box(x - size * 0.46, y - size * 0.32, [size * 0.92, size * 0.34]), ...battlement)
  yield shape(
    palette.dark,
    pill(x - size * 0.07, y - size * 0.18, { size: [size * 0.14, size * 0.2], radius: size * 0.07 }),
  )
}

export function* drawWindmill({ stage, x, y, size }: Spot): Generator<Shape> {
  const { palette, time } = stage
  yield faint(0.18, palette.dark, ellipse(x + size * 0.1, y, [size * 0.3, size * 0.035]))
  yield shape(palette.pale, [
    [x - size * 0.17, y],
    [x - size * 0.1, y - size * 0.62],
    [x + size * 0.1, y - size * 0.62],
    [x + size * 0.17, y],
  ])
  yield faint(0.13, palette.dark, [
    [x + size * 0.03, y],
    [x + size * 0.02, y - size * 0.62],
    [x + size * 0.1, y - size * 0.62],
    [x + size * 0.17, y],
  ])
  yield shape(palette.accent, [...arc(x, y - size * 0.61, { radius: size * 0.125, from: 180, to: 360 })])
  yield shape(
    palette.dark,
    pill(x - size * 0.04, y - size * 0.16, { size: [size * 0.08, size * 0.17], radius: size * 0.03 }),
    circle(x, y - size * 0.38, size * 0.03),
  )
  const hub = [x, y - size * 0.66] as const
  for (let blade = 0; blade < 4; blade += 1) {
    const degrees = blade * 90 + 22 + time * 38
    yield shape(
      palette.dark,
      turn(box(hub[0] - size * 0.008, hub[1] - size * 0.46, [size * 0.016, size * 0.46]), hub, degrees),
    )
    yield faint(
      0.92,
      palette.pale,
      turn(box(hub[0] + size * 0.008, hub[1] - size * 0.45, [size * 0.085, size * 0.34]), hub, degrees),
    )
  }
  yield shape(palette.dark, circle(hub[0], hub[1], size * 0.025))
}
