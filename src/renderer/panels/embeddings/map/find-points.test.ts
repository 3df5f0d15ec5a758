// Finding points: under the pointer, in a direction, within a lasso.
import { expect, test } from 'vitest'
import { directions, findInside, findNearest, findNext } from './find-points'

const { ArrowLeft, ArrowRight, ArrowUp, ArrowDown } = directions

/** 0 in the middle, 1 to the right, 2 far to the right, 3 above, 4 below and much to the right, 5 on top of 0. */
const points = Float32Array.from([0, 0, 10, 1, 30, 0, 1, -8, 20, 5, 0, 0])

test('finds the top one of points at the same distance', () => {
  expect(findNearest(points, { x: 1, y: 0 }, { among: [0, 1, 5], highlighted: null })).toBe(5)
})

test('finds a highlighted point before a nearer one that is not', () => {
  const highlighted = Uint8Array.from([0, 1, 0, 0, 0, 0])
  expect(findNearest(points, { x: 1, y: 0 }, { among: [0, 1, 5], highlighted })).toBe(1)
})

test('arrow keys move to the nearest point in their direction', () => {
  const step = (from: number, direction: { x: number; y: number }) =>
    findNext(points, { from, direction, among: null })
  expect([
    step(5, ArrowRight),
    step(1, ArrowRight),
    step(4, ArrowRight),
    step(0, ArrowUp),
    step(3, ArrowDown),
  ]).toEqual([1, 4, 2, 3, 0])
  expect(step(2, ArrowRight)).toBeNull()
})

test('arrow keys step through stacked points, then move on', () => {
  const step = (from: number, direction: { x: number; y: number }) =>
    findNext(points, { from, direction, among: null })
  expect([step(0, ArrowRight), step(5, ArrowRight), step(5, ArrowLeft), step(0, ArrowLeft)]).toEqual([
    5,
    1,
    0,
    null,
  ])
})

test('points outside `among` are skipped', () => {
  const among = Uint8Array.from([1, 0, 1, 0, 0, 0])
  expect(findNext(points, { from: 0, direction: ArrowRight, among })).toBe(2)
})

test('a lasso contains the points inside its outline, not those of its bounding box', () => {
  const bent = [
    { x: -5, y: -5 },
    { x: 25, y: -5 },
    { x: 25, y: 10 },
    { x: 15, y: 10 },
    { x: 15, y: 0.5 },
    { x: -5, y: 0.5 },
  ]
  expect([...findInside(points, bent)]).toEqual([0, 4, 5])
})
