// Labels of the map: as many as fit, none above another.
import { expect, test } from 'vitest'
import { type PositionedLabel, positionLabels, shortenLabel } from './position-labels'

const stage = { width: 600, height: 400 }
const viewport = { scale: 1, x: 300, y: 200 }
const measure = (text: string) => text.length * 6

function findLabels(points: readonly number[], change: Partial<Parameters<typeof positionLabels>[0]> = {}) {
  const labels = { textOf: (index: number) => `Label ${index}`, groups: [] }
  const first: number[] = []
  const fixed = { labels, highlighted: null, first, viewport, stage, radius: 4, measure }
  return positionLabels({ ...fixed, points: Float32Array.from(points), ...change })
}

/** Ten thousand points all over the stage. */
const many = Array.from({ length: 20_000 }, (_, at) => (at * 7919) % (at % 2 === 0 ? 600 : 400))

function countOverlaps(labels: readonly PositionedLabel[]): number {
  const pairs = labels.flatMap((one, at) => labels.slice(at + 1).map((other) => [one, other] as const))
  return pairs.filter(
    ([one, other]) =>
      Math.abs(one.y - other.y) < 16 &&
      one.x < other.x + measure(other.text) &&
      other.x < one.x + measure(one.text),
  ).length
}

test('of many points only some have a label, and no label covers another or leaves the stage', () => {
  const labels = findLabels(many)
  expect(labels.length).toBeGreaterThan(8)
  expect(labels.length).toBeLessThanOrEqual(17)
  expect(countOverlaps(labels)).toBe(0)
  const outside = labels.filter(({ x, text }) => x < 0 || x + measure(text) > stage.width)
  expect(outside).toEqual([])
})

test('names of clusters and the selected point come first, and dimmed points have no label', () => {
  const points = [100, 100, 104, 100, 300, 300]
  const labels = { textOf: (index: number) => `Label ${index}`, groups: [{ text: 'Group', x: 320, y: 300 }] }
  const found = findLabels(points, { labels, first: [1] }).map(({ text }) => text)
  expect(found.slice(0, 2)).toEqual(['Group', 'Label 1'])
  expect(findLabels(points, { highlighted: Uint8Array.of(0, 0, 1) }).map(({ text }) => text)).toEqual([
    'Label 2',
  ])
})

test('no label is below the legend; the name of a cluster there is written beside it', () => {
  const legend = { left: 12, top: 12, right: 204, bottom: 180 }
  const isBelow = ({ text, x, y }: PositionedLabel) =>
    x < legend.right && x + measure(text) > legend.left && y - 8 < legend.bottom && y + 8 > legend.top
  expect(findLabels(many).filter(isBelow).length).toBeGreaterThan(0)
  expect(findLabels(many, { covered: [legend] }).filter(isBelow)).toEqual([])
  // A point below it is not visible, so it has no label.
  expect(findLabels([100, 100], { covered: [legend] })).toEqual([])
  const labels = { textOf: () => '', groups: [{ text: 'Group', x: 190, y: 100 }] }
  const [group] = findLabels([400, 300], { labels, covered: [legend] })
  expect(group).toMatchObject({ text: 'Group', x: legend.right + 3, y: 100 })
})

test('a long text is shortened at a space, and a word without spaces within', () => {
  expect(shortenLabel('short\n text')).toBe('short text')
  expect(shortenLabel('Sailing at night, far from any harbor')).toBe('Sailing at night, far from any…')
  expect(shortenLabel('x'.repeat(50))).toBe(`${'x'.repeat(32)}…`)
})
