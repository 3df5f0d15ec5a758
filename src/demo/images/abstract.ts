// Abstract compositions, for prompts that name neither a setting nor a subject.
import { pick, seedRandom } from '../seed'
import type { Outline, Shape } from './canvas'
import { type Color, darken, fromHsl, lighten, mix } from './color'
import { type DrawingContext, faint, glow, gradient, shape } from './drawing-context'
import { arc, box, circle, fullFrame, ground, layerNoise, polygon } from './outlines'

type Colors = readonly [first: Color, second: Color, third: Color, pale: Color, dark: Color]
type Style = (context: DrawingContext, colors: Colors) => Generator<Shape>

export function* drawAbstract(context: DrawingContext): Generator<Shape> {
  const random = seedRandom(context.scene.seed ^ 0xab5)
  const style = pick<Style>(random, [drawTiles, drawDiscs, drawBands])
  yield* style(context, chooseColors(context))
}

/** Five colors that match: two of similar hue, one opposite, a pale and a dark one. */
function chooseColors({ scene }: DrawingContext): Colors {
  const random = seedRandom(scene.seed ^ 0xc01)
  const hue = random() * 360
  const [first, second, third] = scene.colors
  return [
    first ?? fromHsl(hue, 0.58, 0.54),
    second ?? fromHsl((hue + 32) % 360, 0.66, 0.66),
    third ?? fromHsl((hue + 190) % 360, 0.46, 0.46),
    mix(fromHsl((hue + 60) % 360, 0.5, 0.93), [250, 246, 238], 0.5),
    darken(fromHsl(hue, 0.45, 0.26), 0.35),
  ]
}

function* drawTiles({ aspect, scene, time }: DrawingContext, colors: Colors): Generator<Shape> {
  const random = seedRandom(scene.seed ^ 0x711e)
  const side = 1 / pick(random, [4, 5, 6])
  const [, , , pale] = colors
  yield shape(pale, fullFrame(aspect))
  for (let row = 0; row < Math.round(1 / side); row += 1) {
    for (let column = 0; column <= aspect / side; column += 1) {
      const [x, y] = [column * side, row * side]
      const [background, foreground] = [Math.floor(random() * 5), Math.floor(random() * 4)]
      const corner = Math.floor(random() * 4)
      const color = colors[(background + 1 + foreground) % 5] ?? pale
      const pulse = 1 - 0.06 * (1 + Math.sin(time * 1.1 + row * 1.3 + column * 1.7))
      yield shape(colors[background] ?? pale, box(x, y, [side + 0.001, side + 0.001]))
      yield shape(color, ...outlineTile({ x, y, side, corner, pulse, kind: Math.floor(random() * 4) }))
    }
  }
}

interface Tile {
  readonly x: number
  readonly y: number
  readonly side: number
  readonly corner: number
  readonly pulse: number
  readonly kind: number
}

function outlineTile({ x, y, side, corner, pulse: breath, kind }: Tile): Outline[] {
  const [cornerX, cornerY] = [x + (corner === 1 || corner === 2 ? side : 0), y + (corner > 1 ? side : 0)]
  if (kind === 0) return [circle(x + side / 2, y + side / 2, side * 0.36 * breath)]
  if (kind === 1) return [polygon(x, y, x + side, y, cornerX, y + side)]
  const quarter = arc(cornerX, cornerY, { radius: side * breath, from: corner * 90, to: corner * 90 + 90 })
  if (kind === 2) return [[...quarter, [cornerX, cornerY]]]
  const half = arc(x + side / 2, y + (corner > 1 ? side : 0), {
    radius: (side / 2) * breath,
    from: corner > 1 ? 180 : 0,
    to: corner > 1 ? 360 : 180,
  })
  return [half]
}

function* drawDiscs({ aspect, unit, scene, time }: DrawingContext, colors: Colors): Generator<Shape> {
  const random = seedRandom(scene.seed ^ 0xd15c)
  const [, , , pale, dark] = colors
  const night = random() < 0.4
  const back = night ? dark : pale
  yield shape(gradient([0, lighten(back, 0.05)], [1, mix(back, colors[0], 0.16)]), fullFrame(aspect))
  for (let index = 0; index < 11; index += 1) {
    const radius = (0.06 + random() ** 1.6 * 0.3) * unit
    const [x, y] = [
      (0.12 + random() * 0.76) * aspect + Math.sin(time * 0.4 + index) * 0.015,
      0.12 + random() * 0.76 + Math.cos(time * 0.5 + index * 2) * 0.012,
    ]
    const color = colors[index % 3] ?? pale
    if (index % 4 === 3)
      yield { ...faint(0.9, color, circle(x, y, radius)), holes: [circle(x, y, radius * 0.72)] }
    else if (index % 4 === 1)
      yield faint(0.86, color, arc(x, y, { radius, from: index * 40, to: index * 40 + 180 }))
    else yield faint(0.72, color, circle(x, y, radius))
  }
  for (let index = 0; index < 26; index += 1) {
    yield faint(
      0.7,
      night ? pale : dark,
      circle(random() * aspect, random(), (0.0025 + random() * 0.004) * unit),
    )
  }
}

function* drawBands(
  { aspect, unit, scene, time, palette }: DrawingContext,
  colors: Colors,
): Generator<Shape> {
  const [first, second, third, pale, dark] = colors
  const random = seedRandom(scene.seed ^ 0xba2d)
  yield shape(gradient([0, pale], [0.7, mix(pale, second, 0.5)]), fullFrame(aspect))
  const [x, y, radius] = [aspect * (0.25 + random() * 0.5), 0.26 + random() * 0.12, 0.15 * unit]
  yield glow({ color: palette.light, center: [x, y], radius: radius * 3 }, 0.6)
  yield shape(second, circle(x, y, radius))
  for (let index = 0; index < 8; index += 1) {
    const share = index / 7
    const noise = layerNoise(scene.seed + index * 19, 0.32, 2)
    const base = 0.34 + share * 0.6
    const heightAt = (at: number) =>
      base + noise((at / unit) * (0.9 + share * 0.5) + index * 2.3 + time * 0.05) * 0.09
    const color =
      share < 0.5 ? mix(second, first, share * 2) : mix(first, mix(third, dark, 0.5), (share - 0.5) * 2)
    yield shape(gradient([base - 0.1, lighten(color, 0.13)], [base + 0.22, color]), ground(aspect, heightAt))
  }
}
