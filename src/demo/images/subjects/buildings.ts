// Buildings: lighthouse, house, castle, windmill.
import { darken, lighten, mix } from '../color'
import { type DrawSubject, isDark, type Spot } from '../drawing-context'
import { arc } from '../outlines'
import { css, each, points } from '../svg'

export const drawLighthouse: DrawSubject = (spot) => {
  const { context, size } = spot
  const half = (height: number) => 11.5 - 4.5 * height
  const levelAt = (height: number) => -6 - 72 * height
  const band = (from: number, to: number) =>
    `<polygon points="${-half(from)},${levelAt(from)} ${-half(to)},${levelAt(to)} ${half(to)},${levelAt(to)} ${half(from)},${levelAt(from)}"/>`
  const bar = (context.unit * 0.12) / size
  const glass = isDark(context) ? 'lamp' : css(lighten(context.palette.water[1], 0.4))
  return `
    ${context.scene.setting === 'sea' ? drawRock(spot) : ''}
    ${isDark(context) ? drawBeam(spot) : ''}
    <g fill="pale">${band(0, 1)}</g>
    <g fill="accent">${band(0.12, 0.3)}${band(0.46, 0.64)}${band(0.8, 0.94)}</g>
    <polygon fill="dark" opacity=".16" points="2.875,-6 1.75,-78 7,-78 11.5,-6"/>
    <g fill="dark"><rect x="-10" y="-79.5" width="20" height="2.2"/><rect x="-2.2" y="-16" width="4.4" height="10" rx="2"/></g>
    <rect fill="${glass}" x="-5" y="-89" width="10" height="10"/>
    <g fill="dark">${each([-5, 0, 5], (x) => `<rect x="${x - bar}" y="-89" width="${bar * 2}" height="10"/>`)}</g>
    <g fill="${css(darken(context.palette.accent, 0.15))}"><polygon points="-7,-89 0,-98 7,-89"/><circle cy="-98" r="1.2"/></g>`
}

function drawRock({ context: { palette }, size }: Spot): string {
  const rock = mix(palette.near, palette.dark, 0.4)
  const bottom = 8 / size
  return `
    <polygon fill="${css(rock)}" points="-62,${bottom} -44,-2 -20,-11 20,-10 36,0 60,${bottom}"/>
    <polygon fill="${css(lighten(rock, 0.09))}" points="-44,-2 -20,-11 2,-10 -12,${bottom} -50,${bottom}"/>`
}

/** Two swinging cones of light, and a glow around the lamp. */
function drawBeam({ context: { time }, size }: Spot): string {
  const [far, rise, fall] = [150 / size, -84 - 16 / size, -84 + 5 / size]
  return `
    ${each([-6, 174], (degrees) => `<polygon fill="lamp" opacity=".16" transform="rotate(${degrees + Math.sin(time * 0.8) * 8} 0 -84)" points="0,-84 ${far},${rise} ${far},${fall}"/>`)}
    <circle fill="lamp" filter="glow" opacity=".9" cy="-84" r="40"/>`
}

export const drawHouse: DrawSubject = ({ context }) => {
  const { palette, time, scene } = context
  const smoke = css(lighten(palette.haze, 0.4))
  const glass = isDark(context) ? 'lamp' : css(mix(palette.water[1], palette.pale, 0.35))
  const light = '<circle fill="lamp" filter="glow" opacity=".5" cy="-21" r="70"/>'
  const painted = scene.subjectColors?.house
  const [wall, roof] = painted ? [css(painted), css(darken(painted, 0.5))] : ['pale', 'accent']
  const snow =
    '<polygon fill="#f8fafd" points="-35.34,-45 -21.08,-71 21.08,-71 35.34,-45 18.6,-52 -12.4,-50"/>'
  return `
    <ellipse fill="dark" opacity=".18" cx="8" rx="50" ry="4"/>
    ${each([0, 1, 2, 3], (puff) => {
      const age = (time * 0.25 + puff / 4) % 1
      return `<circle fill="${smoke}" opacity="${0.4 * (1 - age)}" cx="${16.74 + age * 10}" cy="${-78 - age * 28}" r="${2.5 + age * 5}"/>`
    })}
    <rect fill="${css(darken(palette.accent, 0.45))}" x="12.4" y="-74" width="8" height="24"/>
    <rect fill="${wall}" x="-31" y="-42" width="62" height="42"/>
    <rect fill="dark" opacity=".12" x="7.44" y="-42" width="23.56" height="42"/>
    <polygon fill="${roof}" points="-37.2,-42 -21.08,-69 21.08,-69 37.2,-42"/>
    ${scene.weather === 'snow' ? snow : ''}
    <rect fill="${css(mix(palette.dark, palette.accent, 0.35))}" x="-5" y="-22" width="10" height="23" rx="2"/>
    ${isDark(context) ? light : ''}
    <g fill="${glass}"><rect x="-24.8" y="-31.08" width="12.4" height="13.44"/><rect x="12.4" y="-31.08" width="12.4" height="13.44"/></g>
    <g fill="dark"><rect x="-18.91" y="-31.08" width=".744" height="13.44"/><rect x="18.29" y="-31.08" width=".744" height="13.44"/></g>`
}

export const drawCastle: DrawSubject = ({ context }) => {
  const { palette, time } = context
  const stone = mix(palette.pale, palette.far, 0.45)
  const windows = isDark(context) ? 'lamp' : 'dark'
  const towers = [
    [-40, 50, 16],
    [40, 55, 16],
    [-15, 72, 14],
    [16, 62, 14],
    [0, 90, 15],
  ] as const
  return `
    ${each(towers, ([middle, tall, wide]) => {
      const [left, peak] = [middle - wide / 2, -tall - 20]
      const wave = Math.sin(time * 3 + middle * 0.09) * 1.2
      return `
        <rect fill="${css(darken(stone, Math.abs(middle) < 30 ? 0.12 : 0))}" x="${left}" y="${-tall}" width="${wide}" height="${tall}"/>
        <rect fill="dark" opacity=".14" x="${left + wide * 0.6}" y="${-tall}" width="${wide * 0.4}" height="${tall}"/>
        <polygon fill="accent" points="${left - 2},${-tall} ${middle},${peak} ${left + wide + 2},${-tall}"/>
        <rect fill="dark" x="${middle - 0.4}" y="${peak - 9}" width=".8" height="10"/>
        <polygon fill="second" points="${middle},${peak - 9} ${middle + 9},${peak - 6.5 + wave} ${middle},${peak - 4}"/>
        <rect fill="${windows}" x="${left + wide * 0.38}" y="${9 - tall}" width="${wide * 0.24}" height="8" rx="2"/>`
    })}
    <g fill="${css(stone)}">
      <rect x="-46" y="-32" width="92" height="34"/>
      ${each([0, 1, 2, 3, 4, 5, 6, 7, 8], (index) => `<rect x="${-45 + index * 10.4}" y="-36" width="6" height="6"/>`)}
    </g>
    <rect fill="dark" x="-7" y="-18" width="14" height="20" rx="7"/>`
}

export const drawWindmill: DrawSubject = ({ context: { time } }) => `
  <ellipse fill="dark" opacity=".18" cx="10" rx="30" ry="3.5"/>
  <polygon fill="pale" points="-17,0 -10,-62 10,-62 17,0"/>
  <polygon fill="dark" opacity=".13" points="3,0 2,-62 10,-62 17,0"/>
  <polygon fill="accent" points="${points(arc(0, -61, { radius: 12.5, from: 180, to: 360 }))}"/>
  <g fill="dark"><rect x="-4" y="-16" width="8" height="17" rx="3"/><circle cy="-38" r="3"/></g>
  ${each(
    [0, 90, 180, 270],
    (blade) => `
    <g transform="rotate(${blade + 22 + time * 38} 0 -66)">
      <rect fill="dark" x="-.8" y="-112" width="1.6" height="46"/>
      <rect fill="pale" opacity=".92" x=".8" y="-111" width="8.5" height="34"/>
    </g>`,
  )}
  <circle fill="dark" cy="-66" r="2.5"/>`
