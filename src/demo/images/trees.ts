// Trees, of which landscapes have many.
import type { Shape } from './canvas'
import { type Color, darken, lighten, mix } from './color'
import type { DrawSubject, Spot } from './drawing-context'
import { each, readSymbol } from './svg'

interface Tree extends Spot {
  readonly color: Color
}

const pine = (tops: string) =>
  readSymbol(`
    <rect fill="trunk" x="-3.5" y="-20" width="7" height="20"/>
    ${each([0, 1, 2], (tier) => {
      const [foot, half] = [-14 - tier * 25, 27 - tier * 6]
      const top = foot - 42
      return `
        <polygon fill="tier${tier}" points="0,${top} ${half},${foot} ${-half},${foot}"/>
        <polygon fill="#000014" opacity=".16" points="0,${top} ${half},${foot} ${half * 0.12},${foot}"/>
        ${tops && `<polygon fill="${tops}" opacity=".9" points="0,${top} ${half * 0.42},${top + 19} 0,${top + 14} ${-half * 0.42},${top + 19}"/>`}`
    })}`)

const [greenPine, snowyPine] = [pine(''), pine('#ffffff')]

export function drawPine({ color, ...spot }: Tree): Iterable<Shape> {
  const [trunk, tier1, tier2] = [darken(color, 0.3), lighten(color, 0.045), lighten(color, 0.09)]
  const draw = spot.context.scene.weather === 'snow' ? snowyPine : greenPine
  return draw({ ...spot, colors: { trunk, tier0: color, tier1, tier2 } })
}

const stem = readSymbol(`
  <ellipse fill="#000018" opacity=".16" cx="12" rx="40" ry="5"/>
  <polygon fill="trunk" points="-5,0 -3,-50 3,-50 5,0"/>`)

const crown = readSymbol(`
  <g fill="shade">
    <circle cx="-20" cy="-55" r="24"/><circle cx="20" cy="-53" r="23"/><circle cy="-76" r="28"/>
  </g>
  <g fill="light">
    <circle cx="-9" cy="-78" r="20"/><circle cx="-22" cy="-58" r="16"/><circle cx="13" cy="-60" r="15"/>
  </g>`)

/** `sway` moves the crown, relative to the tree's size. */
export function* drawBroadTree({ color, sway, ...spot }: Tree & { sway: number }): Generator<Shape> {
  const trunk = mix(darken(color, 0.45), [110, 74, 52], 0.35)
  yield* stem({ ...spot, colors: { trunk } })
  const colors = { shade: darken(color, 0.1), light: lighten(color, 0.07) }
  yield* crown({ ...spot, x: spot.x + sway * spot.size, colors })
}

/** A tree as a subject of the prompt. */
export const drawTree: DrawSubject = (spot) => {
  const { palette, scene, time } = spot.context
  const color = scene.colors[0] ?? mix(palette.near, palette.ground, 0.5)
  return drawBroadTree({ ...spot, color, sway: Math.sin(time) * 0.015 })
}
