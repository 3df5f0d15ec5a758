import { expect, test, vi } from 'vitest'
import { makeRow } from '../embedding.fixture'

import { directions, findInside, findNearest, findNext } from './find-points'
import { findMapCommand } from './map-input'
import { nameClusters } from './name-clusters'
import { type PointAppearance, paintPoints } from './paint-points'
import { colorByValues, findHighlighted } from './point-colors'
import { writeCoordinates } from './save-map'
import { bringIntoView, fitViewport, panBy, toMap, toStage, zoomBy } from './viewport'

const stage = { width: 464, height: 264 }
const spread = Float32Array.from([0, 0, 4, 0, 4, 1, 2, 0.5])

test('all points fit within the margin, undistorted, also one, none, and those that are not numbers', () => {
  const fitPoints = (...points: number[]) => fitViewport(Float32Array.from(points), stage)
  const viewport = fitPoints(...spread)
  expect(viewport).toEqual({ scale: 100, x: 2, y: 0.5 })
  expect([toStage(viewport, stage, { x: 0, y: 0 }), toStage(viewport, stage, { x: 4, y: 1 })]).toEqual([
    { x: 32, y: 82 },
    { x: 432, y: 182 },
  ])
  expect([fitPoints(3, 7), fitPoints(), fitPoints(Number.NaN, Number.NaN, 0, 0, 4, 0)]).toEqual([
    { scale: 1, x: 3, y: 7 },
    { scale: 1, x: 0, y: 0 },
    { scale: 100, x: 2, y: 0 },
  ])
})

test('zooming keeps the point under the pointer in place, within limits, and panning follows the pointer', () => {
  const fit = fitViewport(spread, stage)
  const position = toMap(fit, stage, { x: 332, y: 92 })
  const zoomed = zoomBy(fit, fit, 2, { x: 100, y: -40 })
  const { x, y } = toStage(zoomed, stage, position)
  expect([zoomed.scale, Math.round(x), Math.round(y)]).toEqual([200, 332, 92])
  expect([1e12, 1e-12].map((factor) => zoomBy(fit, fit, factor, { x: 0, y: 0 }).scale)).toEqual([
    2_000_000, 20,
  ])
  expect(panBy({ scale: 10, x: 2, y: 3 }, { x: 50, y: -20 })).toEqual({ scale: 10, x: -3, y: 5 })
})

test('bringIntoView moves a hidden point just within the stage, and does nothing for a visible one', () => {
  const viewport = { scale: 100, x: 0, y: 0 }
  const revealed = bringIntoView(viewport, stage, { x: 4, y: 0 })
  expect(toStage(revealed, stage, { x: 4, y: 0 })).toEqual({ x: 432, y: 132 })
  expect(bringIntoView(viewport, stage, { x: 1, y: 0.5 })).toBe(viewport)
})

/** 0 in the middle, 1 to the right, 2 far to the right, 3 above, 4 below and much to the right, 5 on top of 0. */
const points = Float32Array.from([0, 0, 10, 1, 30, 0, 1, -8, 20, 5, 0, 0])

test('the pointer finds the top one of points at the same distance, and a highlighted one before a nearer one', () => {
  const find = (among: readonly number[], highlighted: Uint8Array | null) =>
    findNearest(points, { x: 1, y: 0 }, { among, highlighted })
  expect([find([0, 1, 5], null), find([0, 1, 5], Uint8Array.of(0, 1, 0, 0, 0, 0))]).toEqual([5, 1])
  expect([find([0, 1], new Uint8Array(6)), find([], null)]).toEqual([0, null])
})

test('arrow keys move to the nearest point in their direction, through stacked ones, and only to those listed', () => {
  const { ArrowLeft, ArrowRight, ArrowUp, ArrowDown } = directions
  const step = (from: number, direction: { x: number; y: number }, among: Uint8Array | null = null) =>
    findNext(points, from, direction, among)
  expect([step(0, ArrowRight), step(5, ArrowRight), step(1, ArrowRight), step(4, ArrowRight)]).toEqual([
    ...[5, 1, 4, 2],
  ])
  expect([step(2, ArrowRight), step(0, ArrowUp), step(3, ArrowDown), step(5, ArrowLeft)]).toEqual([
    ...[null, 3, 0, 0],
  ])
  expect([step(0, ArrowLeft), step(0, ArrowRight, Uint8Array.of(1, 0, 1, 0, 0, 0))]).toEqual([null, 2])
})

test('a lasso contains the points inside its outline, not those of its bounding box', () => {
  const corners = [-5, -5, 25, -5, 25, 10, 15, 10, 15, 0.5, -5, 0.5]
  const outline = [0, 2, 4, 6, 8, 10].map((at) => ({ x: corners[at] ?? 0, y: corners[at + 1] ?? 0 }))
  expect(findInside(points, outline)).toEqual([0, 4, 5])
  expect(findInside(points, [{ x: 0, y: 0 }])).toEqual([])
})

test('arrow keys move the map with Shift, and keys with Control belong to the application', () => {
  const press = (key: string, held = {}) =>
    findMapCommand({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held })
  const pan = vi.fn()
  // Only what the command calls.
  press('ArrowUp', { shiftKey: true })?.({ pan } as never, { cursor: null } as never)
  expect(pan).toHaveBeenCalledWith({ x: 0, y: 80 })
  expect(['ArrowUp', 'Enter', ' ', 'Escape', '0', 'L', '='].every((key) => press(key))).toBe(true)
  expect([press('a'), press('0', { ctrlKey: true }), press('Enter', { metaKey: true })]).toEqual([
    ...[undefined, undefined, undefined],
  ])
})

test('each text has a color, the most frequent first; blank cells have their own, and rare texts share one', () => {
  expect(colorByValues(['b', 'a', ' b ', '', 'b', 'a'])).toEqual({
    tones: Uint8Array.of(0, 1, 0, 2, 0, 1),
    legend: {
      kind: 'groups',
      groups: [
        { name: 'b', count: 3, tone: 0 },
        { name: 'a', count: 2, tone: 1 },
        { name: 'Empty', count: 1, tone: 2 },
      ],
    },
  })
  const { tones, legend } = colorByValues(Array.from({ length: 14 }, (_, index) => `w${index + 10}`))
  expect([...tones]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 12, 12])
  expect(legend.kind === 'groups' && legend.groups.at(-1)).toEqual({ name: '3 others', count: 3, tone: 12 })
})

test('a few distinct numbers are groups, many are a range, unless there is a text among them', () => {
  expect(colorByValues(['1', '2', '1']).legend.kind).toBe('groups')
  const numbers = Array.from({ length: 20 }, (_, index) => String(index * 5 - 10))
  const { tones, legend } = colorByValues([...numbers, ''])
  expect(legend).toEqual({ kind: 'range', min: -10, max: 85, missing: 1 })
  expect([tones[0], tones[19], tones[20]]).toEqual([0, 63, 64])
  expect(colorByValues([...numbers, 'unknown']).legend.kind).toBe('groups')
})

test('highlighted points match the legend, the search and the lasso together', () => {
  const tones = Uint8Array.of(0, 0, 1, 1)
  const isolated = new Set([1])
  expect(findHighlighted(tones, new Set(), null, null)).toBeNull()
  expect(findHighlighted(tones, isolated, null, null)).toEqual(Uint8Array.of(0, 0, 1, 1))
  const matches = Uint8Array.of(1, 0, 1, 1)
  expect(findHighlighted(tones, isolated, matches, [0, 3])).toEqual(Uint8Array.of(0, 0, 0, 1))
})

test('coordinates have the row, the position, the group, and quoted texts', () => {
  const options = {
    rows: [makeRow(7, 'a "b"\nc', { cells: ['sea'] }), undefined],
    points: Float32Array.of(0.5, -2, 3, 4),
    numberOf: () => 12,
    columns: ['topic', 'other'],
  }
  expect(writeCoordinates({ ...options, groupOf: () => 'Group, 1' })).toBe(
    'row,x,y,group,title,text,topic,other\r\n12,0.5,-2,"Group, 1",,"a ""b""\nc",sea,\r\n',
  )
})

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

const texts = [
  'The boat in the harbor',
  'The boats and the harbor',
  'A boat on the sea',
  'The bread in the oven',
  'The bread and the dough',
  'A bread on the table',
]
const clusters = [0, 0, 0, 1, 1, 1]

test('names of clusters have words of one cluster, not the words of both, nor a second form of a word', () => {
  expect(nameClusters(texts, clusters)).toEqual(['harbor, boat', 'bread'])
})

test('a function word that only one small cluster has is no name', () => {
  const few = ['A map of the city', 'A map of the coast', 'Bread without yeast', 'Bread without salt']
  expect(nameClusters(few, [0, 0, 1, 1])).toEqual(['map', 'bread'])
})

test('clusters without a distinctive word have a number, and no two have the same name', () => {
  expect(nameClusters(['equal words', 'equal words', '12', '34'], [0, 1, 2, 3])).toEqual([
    'equal, words',
    'equal, words (2)',
    'Cluster 3',
    'Cluster 4',
  ])
})

test('words for names of clusters are found in scripts without spaces', () => {
  const names = nameClusters(['猫が寝る', '猫が食べる', '飛行機が飛ぶ', '飛行機が着く'], [0, 0, 1, 1])
  expect(names[0]).toBe('猫')
  expect(names[1]).toContain('飛行')
})

test('a large cluster is sampled evenly, so that a word of its end counts', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => (at < 5000 ? 'alpha first' : 'alpha second'))
  const names = nameClusters([...many, 'mint', 'mint'], [...many.map(() => 0), 1, 1])
  expect(names).toEqual(['alpha, second, first', 'mint'])
})
