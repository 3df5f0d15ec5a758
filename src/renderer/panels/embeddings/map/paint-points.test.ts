// Painting points: their positions, their colors, and which are on top.
import { expect, test } from 'vitest'
import { type PointAppearance, paintPoints } from './paint-points'

const size = { width: 9, height: 9 }
const middle = { scale: 1, x: 0, y: 0 }
const background = 0xff111111
const appearance: PointAppearance = {
  tones: Uint8Array.from([0]),
  colors: Uint32Array.from([0x0000ff, 0x00ff00]),
  highlighted: null,
  background: 0x111111,
  faint: 0xff0000,
}

function paint(points: number[], options: Partial<PointAppearance> = {}, radius = 2) {
  const pixels = new Int32Array(81)
  const viewport = middle
  paintPoints(pixels, size, {
    points: Float32Array.from(points),
    appearance: { ...appearance, ...options },
    viewport,
    radius,
  })
  return new Uint32Array(pixels.buffer)
}

test('paints a disc with soft edges around its point on an opaque background', () => {
  const pixels = paint([0, 0])
  const painted = [...pixels].map((pixel) => (pixel === background ? '.' : '#'))
  const lines = Array.from({ length: 9 }, (_, line) => painted.slice(line * 9, line * 9 + 9).join(''))
  expect(lines).toEqual([
    '.........',
    '.........',
    '...###...',
    '..#####..',
    '..#####..',
    '..#####..',
    '...###...',
    '.........',
    '.........',
  ])
  // 80% red over the background: 0.8 × 255 + 0.2 × 17, and 0.2 × 17.
  expect(pixels[40]).toBe(0xff0303cf)
})

test('points at or beyond the edge do not write outside the picture', () => {
  const pixels = paint([-4.5, -4.5, 4.4, 4.4, 100, 0, Number.NaN, 0, -1e9, 1e9], {
    tones: new Uint8Array(5),
  })
  const painted = [...pixels].flatMap((pixel, index) => (pixel === background ? [] : index))
  expect({
    first: painted[0],
    last: painted.at(-1),
    rightEdge: painted.includes(8),
    leftEdge: painted.includes(72),
  }).toEqual({
    first: 0,
    last: 80,
    rightEdge: false,
    leftEdge: false,
  })
})

test('highlighted points are painted over the others in any order', () => {
  const pixels = paint([0, 0, 0, 0], { tones: Uint8Array.from([1, 0]), highlighted: Uint8Array.from([1, 0]) })
  const pixel = pixels[40]!
  const [red, green, blue] = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255]
  expect(green).toBeGreaterThan(200)
  expect(red).toBeLessThan(30)
  expect(blue).toBeLessThan(60)
})
