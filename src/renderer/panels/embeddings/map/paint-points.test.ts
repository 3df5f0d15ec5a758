// Painting points: their positions, their colors, and which are on top.
import { expect, test } from 'vitest'
import { type PointAppearance, paintPoints } from './paint-points'

const background = 0xff111111
const appearance: PointAppearance = {
  tones: new Uint8Array(5),
  colors: Uint32Array.from([0x0000ff, 0x00ff00]),
  highlighted: null,
  background: 0x111111,
  faint: 0xff0000,
}

function paint(points: number[], options: Partial<PointAppearance> = {}) {
  const pixels = new Int32Array(81)
  const size = { width: 9, height: 9 }
  paintPoints(pixels, size, {
    points: Float32Array.from(points),
    appearance: { ...appearance, ...options },
    viewport: { scale: 1, x: 0, y: 0 },
    radius: 2,
  })
  return new Uint32Array(pixels.buffer)
}

test('paints a disc with soft edges around its point on an opaque background', () => {
  const pixels = paint([0, 0])
  const painted = [...pixels].map((pixel) => (pixel === background ? '.' : '#'))
  const lines = Array.from({ length: 5 }, (_, line) => painted.slice(line * 9 + 18, line * 9 + 27).join(''))
  expect(lines).toEqual(['...###...', '..#####..', '..#####..', '..#####..', '...###...'])
  // 80% red over the background: 0.8 × 255 + 0.2 × 17, and 0.2 × 17.
  expect(pixels[40]).toBe(0xff0303cf)
})

test('points at or beyond the edge do not write outside the picture', () => {
  const pixels = paint([-4.5, -4.5, 4.4, 4.4, 100, 0, Number.NaN, 0, -1e9, 1e9])
  const painted = [...pixels].flatMap((pixel, index) => (pixel === background ? [] : index))
  expect([painted[0], painted.at(-1), painted.includes(8), painted.includes(72)]).toEqual([
    0,
    80,
    false,
    false,
  ])
})

test('highlighted points are painted over the others in any order', () => {
  const pixel = paint([0, 0, 0, 0], { tones: Uint8Array.of(1, 0), highlighted: Uint8Array.of(1, 0) })[40] ?? 0
  const [red, green, blue] = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255]
  expect([red < 30, green > 200, blue < 60]).toEqual([true, true, true])
})
