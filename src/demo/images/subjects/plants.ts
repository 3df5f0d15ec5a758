// Plants: potted plant, flower, fruit, palm.
import type { Point } from '../canvas'
import { darken, lighten, mix } from '../color'
import type { DrawSubject } from '../drawing-context'
import { arc } from '../outlines'
import { css, each, points } from '../svg'

interface Leaf {
  readonly x: number
  readonly y: number
  readonly long: number
  readonly degrees: number
}

function leaf({ x, y, long, degrees }: Leaf): string {
  const side = Array.from(
    { length: 13 },
    (_, index): Point => [x + Math.sin((index / 12) * Math.PI) * long * 0.2, y - (index / 12) * long],
  )
  const other = side.map(([px, py]): Point => [2 * x - px, py]).reverse()
  return `transform="rotate(${degrees} ${x} ${y})" points="${points([...side, ...other])}"`
}

export const drawPlant: DrawSubject = ({ context: { palette, time } }) => {
  const green = mix([72, 140, 92], palette.ground, 0.3)
  const vein = css(lighten(green, 0.4))
  return `
    <ellipse fill="dark" opacity=".2" rx="24" ry="3"/>
    ${each([-62, 58, -36, 34, -14, 12], (angle, index) => {
      const degrees = angle + Math.sin(time * 1.3 + index) * 2.5
      const long = 42 + (index % 3) * 10
      const color = index % 2 === 0 ? darken(green, 0.14) : lighten(green, 0.06)
      return `
        <polygon fill="${css(color)}" ${leaf({ x: 0, y: -30, long, degrees })}/>
        <polyline stroke="${vein}" stroke-width=".7" opacity=".35" transform="rotate(${degrees} 0 -30)" points="0,-30 0,${-30 - long * 0.86}"/>`
    })}
    <polygon fill="accent" points="-17,-30 17,-30 12,0 -12,0"/>
    <polygon fill="dark" opacity=".18" points="3,-30 17,-30 12,0 3,0"/>
    <rect fill="${css(lighten(palette.accent, 0.12))}" x="-19" y="-32" width="38" height="6.5" rx="1.5"/>`
}

export const drawFlower: DrawSubject = ({ context: { palette, time } }) => {
  const green = css(mix([78, 140, 84], palette.ground, 0.3))
  const heart = css(mix(palette.lamp, [190, 120, 40], 0.45))
  const colors = [palette.second, lighten(palette.accent, 0.35), palette.accent]
  return each([-26, 26, 0], (offset, index) => {
    const [x, y] = [offset + Math.sin(time * 1.2 + index) * 1.4, index === 2 ? -76 : -56]
    const color = colors[index] ?? palette.accent
    return `
      <g fill="${green}" stroke-width="2.2">
        <polyline points="${offset * 0.3},0 ${offset * 0.7},-28 ${x},${y}"/>
        <polygon ${leaf({ x: offset * 0.45, y: -14, long: 24, degrees: offset < 0 ? -58 : 58 })}/>
      </g>
      ${each([0, 1, 2, 3, 4, 5, 6, 7], (petal) => `<ellipse fill="${css(petal % 2 === 0 ? color : darken(color, 0.07))}" transform="rotate(${petal * 45 + index * 15} ${x} ${y})" cx="${x}" cy="${y - 10}" rx="5.2" ry="9.5"/>`)}
      <circle fill="${heart}" cx="${x}" cy="${y}" r="5.5"/>`
  })
}

export const drawFruit: DrawSubject = ({ context: { palette } }) => {
  const fruits = [
    [-26, 19, palette.second],
    [27, 18, mix([150, 184, 82], palette.ground, 0.2)],
    [0, 23, palette.accent],
  ] as const
  return `
    <ellipse fill="dark" opacity=".2" rx="50" ry="4"/>
    ${each(fruits, ([x, radius, color]) => {
      const y = -radius * 0.94
      const inner = arc(x - radius * 0.3, y - radius * 0.2, { radius: radius * 0.95, from: 120, to: -40 })
      return `
        <circle fill="${css(color)}" cx="${x}" cy="${y}" r="${radius}"/>
        <polygon fill="dark" opacity=".16" points="${points([...arc(x, y, { radius, from: -50, to: 130 }), ...inner])}"/>
        <ellipse fill="#ffffff" opacity=".4" transform="rotate(-8 ${x} ${y})" cx="${x - radius * 0.4}" cy="${y - radius * 0.42}" rx="${radius * 0.2}" ry="${radius * 0.11}"/>
        <polyline stroke="#62442e" stroke-width="1.8" points="${x},${y - radius * 0.9} ${x + 2},${y - radius * 1.28}"/>
        <polygon fill="#689e58" ${leaf({ x: x + 1.5, y: y - radius * 1.1, long: 15, degrees: 62 })}/>`
    })}`
}

export const drawPalm: DrawSubject = ({ context: { palette, time } }) => {
  const trunk = Array.from({ length: 16 }, (_, index): Point => [14 * (index / 15) ** 2, -66 * (index / 15)])
  return `
    <ellipse fill="dark" opacity=".18" rx="20" ry="2.5"/>
    <polyline stroke="${css(mix([134, 96, 66], palette.dark, 0.25))}" stroke-width="5" points="${points(trunk)}"/>
    ${each([-128, -88, -52, -14, 18, 52, 92, 126], (angle, index) => {
      const color = css(mix([60, 128, 88], palette.near, 0.35 + (index % 2) * 0.15))
      return `<polygon fill="${color}" ${leaf({ x: 14, y: -66, long: 40, degrees: angle + Math.sin(time * 1.2 + index) * 3 })}/>`
    })}`
}
