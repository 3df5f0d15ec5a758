// Vehicles: boat, car, balloon, rocket.

import type { Point } from '../canvas'
import { lighten, mix } from '../color'
import type { DrawSubject, Spot } from '../drawing-context'
import { css, each, points } from '../svg'

export const drawBoat: DrawSubject = (spot) => {
  const { scene, time } = spot.context
  const lift = scene.setting === 'sea' ? Math.sin(time * 1.9 + spot.x * 3) * 1.5 : 0
  return `
    <ellipse fill="dark" opacity=".26" cy="5" rx="52" ry="3.5"/>
    <g transform="rotate(${Math.sin(time * 1.4 + spot.x * 5) * 3})"><g transform="translate(0 ${lift})">
      <rect fill="dark" x="-.8" y="-90" width="1.6" height="82"/>
      <polygon fill="pale" points="2.5,-86 22,-46 36,-15 2.5,-15"/>
      <polygon fill="dark" opacity=".14" points="2.5,-86 12,-15 2.5,-15"/>
      <polygon fill="second" points="-2.5,-78 -30,-16 -2.5,-16"/>
      <polygon fill="accent" points="-46,-10 48,-12 34,6 -32,6"/>
      <polygon fill="dark" opacity=".2" points="-38,0 42,0 34,6 -32,6"/>
      <rect fill="pale" x="-46" y="-11" width="94" height="2.2"/>
    </g></g>
    ${scene.setting === 'sea' ? drawWake(spot) : ''}`
}

function drawWake({ context: { palette, time } }: Spot): string {
  return `
    <g fill="${css(lighten(palette.water[1], 0.6))}" opacity=".5">
      <rect x="-50" y="4.5" width="${95 + 8 * Math.sin(time * 2)}" height="2" rx="99"/>
      <rect x="-32" y="8.5" width="50" height="1.4" rx="99"/>
    </g>`
}

export const drawCar: DrawSubject = ({ context: { palette, time } }) => `
  <ellipse fill="dark" opacity=".25" rx="59.8" ry="3.5"/>
  <g fill="accent">
    <rect x="-57.5" y="-36" width="115" height="30" rx="10"/>
    <polygon points="-34.5,-30 -20.7,-57 18.4,-57 36.8,-30"/>
  </g>
  <g fill="${css(mix(palette.water[1], palette.pale, 0.5))}">
    <polygon points="-27.6,-32 -17.25,-52.5 -2.3,-52.5 -2.3,-32"/>
    <polygon points="2.3,-32 2.3,-52.5 14.95,-52.5 28.75,-32"/>
  </g>
  <rect fill="lamp" x="50.6" y="-25.5" width="6.9" height="6" rx="3"/>
  <rect fill="dark" opacity=".18" x="-57.5" y="-16.5" width="115" height="5"/>
  ${each(
    [-32.2, 33.35],
    (x) => `
    <circle fill="dark" cx="${x}" cy="-7" r="11.5"/>
    <circle fill="pale" cx="${x}" cy="-7" r="5.5"/>
    <rect fill="dark" transform="rotate(${time * 200} ${x} -7)" x="${x - 0.8}" y="-12.5" width="1.6" height="11"/>`,
  )}`

export const drawBalloon: DrawSubject = ({ context: { time }, x }) => {
  const rise = Math.sin(time * 0.7 + x * 4) * 3
  const [middle, skirt] = [rise - 66, rise - 24.52]
  const part = (color: string, wide: number, radius: number) => `
    <g fill="${color}">
      <ellipse cy="${middle}" rx="${radius}" ry="34"/>
      <polygon points="${-29.24 * wide},${middle + 17} ${29.24 * wide},${middle + 17} ${6.8 * wide},${skirt} ${-6.8 * wide},${skirt}"/>
    </g>`
  return `
    ${part('accent', 1, 34)}${part('accent', 0.98, 33.32)}${part('second', 0.68, 23.12)}${part('pale', 0.3, 10.2)}
    <ellipse fill="dark" opacity=".16" cx="11.9" cy="${middle + 3.4}" rx="20.4" ry="28.9"/>
    <g stroke="dark" stroke-width=".8">
      <polyline points="-5.44,${skirt} -5,${rise - 10}"/><polyline points="5.44,${skirt} 5,${rise - 10}"/>
    </g>
    <rect fill="#85583a" x="-7" y="${rise - 11}" width="14" height="10" rx="1.5"/>`
}

export const drawRocket: DrawSubject = ({ context: { palette, time } }) => {
  const base = Math.sin(time * 1.2) * 3 - 20
  const flame = 20 + 5 * Math.sin(time * 21)
  const steps = Array.from({ length: 21 }, (_, index) => index / 20)
  const hull: Point[] = [
    ...steps.map((step): Point => [-15 * Math.sin(step * 2.4), base - 66 * (1 - step)]),
    ...steps.map((step): Point => [15 * Math.sin((1 - step) * 2.4), base - 66 * step]),
  ]
  return `
    <g transform="rotate(16 0 -50)">
      <polygon fill="second" opacity=".85" points="-9,${base} 0,${base + flame * 1.5} 9,${base}"/>
      <polygon fill="#fff3cd" points="-4.5,${base} 0,${base + flame * 0.8} 4.5,${base}"/>
      <polygon fill="accent" points="-10,${base - 24} -24,${base + 4} -8,${base - 2}"/>
      <polygon fill="accent" points="10,${base - 24} 24,${base + 4} 8,${base - 2}"/>
      <polygon fill="pale" points="${points(hull)}"/>
      <polygon fill="dark" opacity=".15" points="${points(hull.map(([x, y]) => [Math.max(x, 3), y]))}"/>
      <polygon fill="accent" points="${points(hull.filter(([, y]) => y < base - 47))}"/>
      <circle fill="dark" cy="${base - 33}" r="6.8"/>
      <circle fill="${css(mix(palette.water[1], [190, 228, 245], 0.6))}" cy="${base - 33}" r="5"/>
    </g>`
}
