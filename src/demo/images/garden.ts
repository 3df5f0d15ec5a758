// Subjects that grow: plant, flower, fruit, palm, tree.
import type { Shape } from './canvas'
import { type Color, darken, lighten, mix } from './color'
import { arc, circle, ellipse, pill, stroke, turn } from './outlines'
import { drawTree } from './plants'
import type { Spot } from './spot'
import { faint, shape } from './stage'

function leaf([x, y]: readonly [number, number], long: number, degrees: number) {
  const side = Array.from(
    { length: 13 },
    (_, index) => [x + Math.sin((index / 12) * Math.PI) * long * 0.2, y - (index / 12) * long] as const,
  )
  const other = side.map(([px, py]) => [2 * x - px, py] as const).reverse()
  return turn([...side, ...other], [x, y], degrees)
}

export function* drawPlant({ stage, x, y, size }: Spot): Generator<Shape> {
  const { palette, time } = stage
  const green = mix([72, 140, 92], palette.ground, 0.3)
  const rim = y - size * 0.3
  yield faint(0.2, palette.dark, ellipse(x, y, [size * 0.24, size * 0.03]))
  for (const [index, degrees] of [-62, 58, -36, 34, -14, 12].entries()) {
    const sway = Math.sin(time * 1.3 + index) * 2.5
    const long = size * (0.42 + (index % 3) * 0.1)
    yield shape(
      index % 2 === 0 ? darken(green, 0.14) : lighten(green, 0.06),
      leaf([x, rim], long, degrees + sway),
    )
    yield faint(
      0.35,
      lighten(green, 0.4),
      ...stroke(
        turn(
          [
            [x, rim],
            [x, rim - long * 0.86],
          ],
          [x, rim],
          degrees + sway,
        ),
        size * 0.007,
      ),
    )
  }
  yield shape(palette.accent, [
    [x - size * 0.17, rim],
    [x + size * 0.17, rim],
    [x + size * 0.12, y],
    [x - size * 0.12, y],
  ])
  yield faint(0.18, palette.dark, [
    [x + size * 0.03, rim],
    [x + size * 0.17, rim],
    [x + size * 0.12, y],
    [x + size * 0.03, y],
  ])
  yield shape(
    lighten(palette.accent, 0.12),
    pill(x - size * 0.19, rim - size * 0.02, { size: [size * 0.38, size * 0.065], radius: size * 0.015 }),
  )
}

export function* drawFlower({ stage, x, y, size }: Spot): Generator<Shape> {
  const { palette, time } = stage
  const green = mix([78, 140, 84], palette.ground, 0.3)
  for (const [index, offset] of [-0.26, 0.26, 0].entries()) {
    const head = [
      x + size * offset + Math.sin(time * 1.2 + index) * size * 0.014,
      y - size * (index === 2 ? 0.76 : 0.56),
    ] as const
    yield shape(
      green,
      ...stroke(
        [[x + size * offset * 0.3, y], [x + size * offset * 0.7, y - size * 0.28], head],
        size * 0.022,
      ),
      leaf([x + size * offset * 0.45, y - size * 0.14], size * 0.24, offset < 0 ? -58 : 58),
    )
    const color = index === 0 ? palette.second : index === 1 ? lighten(palette.accent, 0.35) : palette.accent
    for (let petal = 0; petal < 8; petal += 1) {
      yield shape(
        petal % 2 === 0 ? color : darken(color, 0.07),
        turn(
          ellipse(head[0], head[1] - size * 0.1, [size * 0.052, size * 0.095]),
          head,
          petal * 45 + index * 15,
        ),
      )
    }
    yield shape(mix(palette.lamp, [190, 120, 40], 0.45), circle(head[0], head[1], size * 0.055))
  }
}

export function* drawFruit({ stage, x, y, size }: Spot): Generator<Shape> {
  const { palette } = stage
  const fruits: readonly (readonly [number, number, Color])[] = [
    [-0.26, 0.19, palette.second],
    [0.27, 0.18, mix([150, 184, 82], palette.ground, 0.2)],
    [0, 0.23, palette.accent],
  ]
  yield faint(0.2, palette.dark, ellipse(x, y, [size * 0.5, size * 0.04]))
  for (const [offset, radius, color] of fruits) {
    const [middle, height] = [x + size * offset, y - size * radius * 0.94]
    yield shape(color, circle(middle, height, size * radius))
    yield faint(0.16, palette.dark, [
      ...arc(middle, height, { radius: size * radius, from: -50, to: 130 }),
      ...arc(middle - size * radius * 0.3, height - size * radius * 0.2, {
        radius: size * radius * 0.95,
        from: 120,
        to: -40,
      }),
    ])
    yield faint(
      0.4,
      [255, 255, 255],
      turn(
        ellipse(middle - size * radius * 0.4, height - size * radius * 0.42, [
          size * radius * 0.2,
          size * radius * 0.11,
        ]),
        [middle, height],
        -8,
      ),
    )
    yield shape(
      [98, 68, 46],
      ...stroke(
        [
          [middle, height - size * radius * 0.9],
          [middle + size * 0.02, height - size * radius * 1.28],
        ],
        size * 0.018,
      ),
    )
    yield shape([104, 158, 88], leaf([middle + size * 0.015, height - size * radius * 1.1], size * 0.15, 62))
  }
}

export function* drawPalm({ stage, x, y, size }: Spot): Generator<Shape> {
  const { palette, time } = stage
  const trunk = Array.from(
    { length: 16 },
    (_, index) => [x + size * 0.14 * (index / 15) ** 2, y - size * 0.66 * (index / 15)] as const,
  )
  const crown = trunk.at(-1) ?? [x, y]
  yield faint(0.18, palette.dark, ellipse(x, y, [size * 0.2, size * 0.025]))
  yield shape(mix([134, 96, 66], palette.dark, 0.25), ...stroke(trunk, size * 0.05))
  for (const [index, degrees] of [-128, -88, -52, -14, 18, 52, 92, 126].entries()) {
    const color = mix([60, 128, 88], palette.near, 0.35 + (index % 2) * 0.15)
    yield shape(color, leaf([crown[0], crown[1]], size * 0.4, degrees + Math.sin(time * 1.2 + index) * 3))
  }
}

export function* drawBroadTree({ stage, x, y, size }: Spot): Generator<Shape> {
  const { palette, scene, time } = stage
  const crown = scene.colors[0] ?? mix(palette.near, palette.ground, 0.5)
  yield* drawTree({ x, y, size, color: crown, sway: Math.sin(time) * 0.015 })
}
