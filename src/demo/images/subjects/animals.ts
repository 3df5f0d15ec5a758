// Animals: birds, cat, fox, fish, butterfly.
import { type Color, darken, lighten, mix } from '../color'
import type { DrawSubject, Spot } from '../drawing-context'
import { arc } from '../outlines'
import { css, each, points } from '../svg'

export const drawBird: DrawSubject = ({ context, size }) => {
  const { time, scene } = context
  return each([0, 1, 2], (index) => {
    const [left, top, span] = [(index - 1) * 55 + (time * 1.2) / size, -30 - (index % 2) * 28, 30 - index * 5]
    const flap = 0.28 + 0.2 * Math.sin(time * 6 + index * 2)
    const wing = [[-1, -flap], [-0.45, -flap * 0.9], [0, 0], [0.45, -flap * 0.9], [1, -flap], [0.42, -flap * 0.45], [0, 0.16], [-0.42, -flap * 0.45]] // biome-ignore format: one outline
    const outline = wing.map(([x = 0, y = 0]) => [left + x * span, top + y * span] as const)
    return `<polygon fill="${scene.daytime === 'night' ? 'pale' : 'dark'}" points="${points(outline)}"/>`
  })
}

/** A cat, or a fox with a mask, longer ears and a bushy tail. */
function drawSittingAnimal({ context }: Spot, coat: Color, fox: boolean): string {
  const tail = arc(20, -20, { radius: 20, from: 90, to: -70 })
  const swing = `rotate(${Math.sin(context.time * 1.6) * 7} 20 0)`
  const tip = `<polyline stroke="pale" stroke-width="13" transform="${swing}" points="${points(tail.slice(-7))}"/>`
  return `
    <ellipse fill="dark" opacity=".2" rx="36" ry="3.5"/>
    <polyline stroke="${css(coat)}" stroke-width="${fox ? 14 : 7.5}" transform="${swing}" points="${points(tail)}"/>
    ${fox ? tip : ''}
    <g fill="${css(coat)}"><ellipse cy="-24" rx="21" ry="26"/><ellipse cy="-8" rx="27" ry="10"/></g>
    <ellipse fill="${fox ? 'pale' : css(lighten(coat, 0.28))}" cy="-22" rx="10" ry="18"/>
    <g fill="${css(darken(coat, 0.18))}">
      <ellipse cx="-10" cy="-2" rx="7" ry="3.5"/><ellipse cx="10" cy="-2" rx="7" ry="3.5"/>
    </g>
    ${drawHead(context, coat, fox)}`
}

function drawHead({ palette, time }: Spot['context'], coat: Color, fox: boolean): string {
  const ear = fox ? -92 : -86
  const eye = -63.5
  const blink = Math.sin(time * 0.9) > 0.97 ? 0.15 : 1
  const inner = css(mix(palette.accent, palette.pale, 0.45))
  const iris = fox ? 'dark' : css(mix(palette.second, [220, 235, 140], 0.4))
  const mask = '<polygon fill="pale" points="-22,-57 -5,-60 0,-43 5,-60 22,-57 12,-46 0,-38 -12,-46"/>'
  return `
    ${each(
      [-1, 1],
      (side) => `
      <polygon fill="${css(darken(coat, 0.1))}" points="${side * 22},${ear} ${side * 20},-62 ${side * 4},-74"/>
      <polygon fill="${inner}" points="${side * 19.5},${ear + 6} ${side * 18},-65 ${side * 9},-73"/>`,
    )}
    <ellipse fill="${css(coat)}" cy="-62" rx="23.5" ry="19.5"/>
    ${fox ? mask : ''}
    <g fill="${iris}">
      <ellipse cx="-9.5" cy="${eye}" rx="3.6" ry="${4.4 * blink}"/><ellipse cx="9.5" cy="${eye}" rx="3.6" ry="${4.4 * blink}"/>
    </g>
    <g fill="dark">
      <ellipse cx="-9.5" cy="${eye}" rx="1.6" ry="${3.8 * blink}"/><ellipse cx="9.5" cy="${eye}" rx="1.6" ry="${3.8 * blink}"/>
      <polygon points="-2.8,-55.8 2.8,-55.8 0,-52"/>
    </g>
    ${fox ? '' : whiskers}`
}

const whiskers = each(
  [-1, 1],
  (side) => `
  <g stroke="pale" opacity=".75" stroke-width=".6">
    <polyline points="${side * 8},-55 ${side * 29},-61"/><polyline points="${side * 8},-51 ${side * 29},-49"/>
  </g>`,
)

export const drawCat: DrawSubject = (spot) => {
  const { scene, palette } = spot.context
  return drawSittingAnimal(spot, scene.colors[0] ?? mix([96, 100, 118], palette.dark, 0.25), false)
}

export const drawFox: DrawSubject = (spot) =>
  drawSittingAnimal(spot, spot.context.scene.colors[0] ?? [222, 122, 58], true)

export const drawFish: DrawSubject = ({ context: { palette, time }, x }) => {
  const y = -30 + Math.sin(time * 1.5 + x * 4) * 3
  const wag = y + Math.sin(time * 7) * 4
  return `
    <g fill="${css(darken(palette.accent, 0.12))}">
      <polygon points="-30,${y} -56,${wag - 17} -50,${wag} -56,${wag + 17}"/>
      <polygon points="-10,${y - 17} 6,${y - 31} 17,${y - 14}"/>
    </g>
    <ellipse fill="accent" cy="${y}" rx="38" ry="20"/>
    <ellipse fill="${css(lighten(palette.accent, 0.55))}" opacity=".6" cx="-2" cy="${y + 9}" rx="28" ry="8.5"/>
    <g fill="second"><ellipse cx="-12" cy="${y}" rx="2.8" ry="16.5"/><ellipse cx="2" cy="${y}" rx="2.8" ry="16.5"/></g>
    <circle fill="#ffffff" cx="23" cy="${y - 4.5}" r="4.5"/>
    <circle fill="dark" cx="24" cy="${y - 4.5}" r="2.4"/>`
}

export const drawButterfly: DrawSubject = ({ context: { palette, time } }) => {
  const y = -50 + Math.sin(time * 2) * 4
  const open = 0.72 + 0.28 * Math.sin(time * 5)
  const wing = (side: number, [dx, dy, rx, ry]: readonly [number, number, number, number]) =>
    `<ellipse cx="${side * dx * open}" cy="${y + dy}" rx="${rx * open}" ry="${ry}"/>`
  return `
    ${each(
      [-1, 1],
      (side) => `
      <g fill="${css(darken(palette.accent, 0.32))}">${wing(side, [23, -13, 24, 21])}${wing(side, [19, 18, 19, 17])}</g>
      <g fill="accent">${wing(side, [22, -12, 19.5, 16.5])}${wing(side, [18.5, 17.5, 15, 13])}</g>
      <g fill="second">${wing(side, [25, -13, 7.5, 6.8])}${wing(side, [20, 18, 5.8, 5.4])}</g>
      <g fill="dark" stroke-width="1.1">
        <polyline points="0,${y - 20} ${side * 10},${y - 36}"/><circle cx="${side * 10}" cy="${y - 36}" r="1.6"/>
      </g>`,
    )}
    <ellipse fill="dark" cy="${y}" rx="3" ry="23"/>`
}
