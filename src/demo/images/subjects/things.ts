// Objects: cup, clock, book, planet.
import type { Point } from '../canvas'
import { darken, lighten } from '../color'
import type { DrawSubject } from '../drawing-context'
import { arc, ellipse } from '../outlines'
import { css, each, points } from '../svg'

export const drawCup: DrawSubject = ({ context: { palette, time } }) => {
  const steam = (index: number) =>
    Array.from(
      { length: 24 },
      (_, step): Point => [
        (index - 1) * 12 + 3.5 * Math.sin(step * 0.5 + time * 2 + index * 2),
        -46 - step * 1.4,
      ],
    )
  return `
    <ellipse fill="dark" opacity=".2" rx="42" ry="4"/>
    ${each([0, 1, 2], (index) => `<polyline stroke="${css(lighten(palette.haze, 0.5))}" stroke-width="2.2" opacity=".4" points="${points(steam(index))}"/>`)}
    <ellipse fill="pale" cy="-2" rx="42" ry="4.5"/>
    <polyline stroke="${css(darken(palette.accent, 0.12))}" stroke-width="4.5" points="${points(arc(29, -24, { radius: 10, from: -80, to: 80 }))}"/>
    <polygon fill="accent" points="${points(arc(0, -30, { radius: 30, from: 0, to: 180 }))} -30,-40 30,-40"/>
    <polygon fill="dark" opacity=".14" points="${points(arc(4, -30, { radius: 26, from: 0, to: 90 }))} 6,-40 30,-40"/>
    <ellipse fill="${css(lighten(palette.accent, 0.3))}" cy="-40" rx="30" ry="5.5"/>
    <ellipse fill="#5c3a28" cy="-39.4" rx="26.5" ry="4.3"/>`
}

export const drawClock: DrawSubject = ({ context: { time, scene } }) => {
  const start = scene.seed % 720
  const hand = (handLength: number, degrees: number) =>
    `<rect transform="rotate(${degrees} 0 -42)" x="-1.2" y="${-42 - handLength}" width="2.4" height="${handLength + 3}" rx="99"/>`
  return `
    <ellipse fill="dark" opacity=".2" rx="34" ry="3.2"/>
    <g stroke="dark" stroke-width="4.5">
      <polyline points="-20.4,-18.2 -27.2,-2"/><polyline points="20.4,-18.2 27.2,-2"/>
    </g>
    <g fill="second">
      ${each([-34, 34], (degrees) => `<ellipse transform="rotate(${degrees} 0 -42)" cy="-79.4" rx="11.56" ry="6.8"/>`)}
    </g>
    <circle fill="accent" cy="-42" r="34"/>
    <circle fill="pale" cy="-42" r="27.88"/>
    ${each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], (hour) => `<rect fill="dark" transform="rotate(${hour * 30} 0 -42)" x="-.7" y="-67.5" width="1.4" height="${hour % 3 === 0 ? 5.44 : 2.72}"/>`)}
    <g fill="dark">${hand(14.96, start / 2 + time * 2)}${hand(22.44, start * 6 + time * 24)}</g>
    <circle fill="accent" cy="-42" r="2.6"/>`
}

export const drawBook: DrawSubject = ({ context: { palette } }) => {
  const books = [
    { wide: 62, tall: 13, bottom: 0, color: palette.accent },
    { wide: 54, tall: 11, bottom: -13, color: palette.far },
    { wide: 58, tall: 14, bottom: -24, color: palette.second },
  ]
  return `
    <ellipse fill="dark" opacity=".2" rx="42" ry="3.5"/>
    ${each(books, ({ wide, tall, bottom, color }, index) => {
      const [left, top] = [(index - 1) * 3 - wide / 2, bottom - tall]
      const line = (share: number) =>
        `<rect x="${left + 6}" y="${bottom - tall * share}" width="${wide - 6}" height=".4"/>`
      return `
        <rect fill="${css(color)}" x="${left}" y="${top}" width="${wide}" height="${tall}" rx="2"/>
        <rect fill="pale" x="${left + 6}" y="${top + 2.2}" width="${wide - 6}" height="${tall - 4.4}"/>
        <g fill="far" opacity=".3">${line(0.35)}${line(0.6)}</g>
        <rect fill="${css(lighten(color, 0.35))}" x="${left + 2}" y="${bottom - tall * 0.75}" width="1.6" height="${tall * 0.5}"/>`
    })}`
}

export const drawPlanet: DrawSubject = ({ context: { palette, time, scene }, size }) => {
  const radius = 36
  const shade = [
    ...arc(0, -45, { radius, from: -60, to: 120 }),
    ...arc(-13.68, -52.92, { radius: radius * 1.02, from: 105, to: -45 }),
  ]
  // The same number of points as the filled ring.
  const halfRing = (factor: number) => {
    const scale = size / 100
    const ring = ellipse(0, -45 * scale, [radius * factor * scale, radius * factor * 0.26 * scale])
    return ring.slice(0, ring.length / 2).map(([x, y]): Point => [x / scale, y / scale])
  }
  return `
    <circle fill="${css(lighten(palette.accent, 0.25))}" filter="glow" opacity=".6" cy="-45" r="68.4"/>
    <g fill="${css(lighten(palette.second, 0.25))}" opacity=".85" fill-rule="evenodd" transform="rotate(-18 0 -45)">
      <ellipse cy="-45" rx="63" ry="16.38"/><ellipse cy="-45" rx="48.6" ry="12.636"/>
    </g>
    <circle fill="accent" cy="-45" r="36"/>
    ${each([-0.62, -0.28, 0.08, 0.42, 0.7], (offset, index) => {
      const color = index % 2 === 0 ? lighten(palette.accent, 0.28) : darken(palette.accent, 0.25)
      const tall = radius * (0.055 + ((scene.seed >> index) & 1) * 0.04)
      return `<ellipse fill="${css(color)}" opacity=".5" transform="rotate(-18 0 -45)" cx="${Math.sin(time * 0.3 + index) * radius * 0.03}" cy="${-45 + radius * offset}" rx="${Math.sqrt(1 - offset ** 2) * radius * 0.985}" ry="${tall}"/>`
    })}
    <polygon fill="dark" opacity=".34" points="${points(shade)}"/>
    <polygon fill="${css(lighten(palette.second, 0.3))}" opacity=".92" transform="rotate(-18 0 -45)" points="${points([...halfRing(1.75), ...halfRing(1.35).reverse()])}"/>`
}
