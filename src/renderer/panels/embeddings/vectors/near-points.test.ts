// The approximate neighbor search in nearby groups, compared with an exact search.
import { expect, test } from 'vitest'
import { startCooperativeTask } from './cooperative-task'
import { squareBetween } from './k-means'
import { findNearPoints } from './near-points'
import { createRandom, sampleNormal } from './vector-math'

const task = startCooperativeTask({
  now: () => 0,
  yieldToMessages: () => Promise.resolve(),
  signal: new AbortController().signal,
  report: () => undefined,
})

function drawPoints(count: number, width: number) {
  const random = createRandom(2)
  return { count, width, values: new Float32Array(count * width).map(() => sampleNormal(random)) }
}

test('finds nearly all true neighbors of many points, in order and with their distances', async () => {
  const points = drawPoints(1500, 6)
  const near = await findNearPoints(points, { k: 10, seed: 1, exactUpTo: 0 }, task)
  let found = 0
  for (let point = 0; point < 100; point++) {
    const all = Array.from({ length: points.count }, (_, at) => at)
      .filter((at) => at !== point)
      .map((at) => ({ at, distance: Math.sqrt(squareBetween(points, point, { of: points, at })) }))
      .sort((a, b) => a.distance - b.distance)
    const true10 = new Set(all.slice(0, 10).map(({ at }) => at))
    const foundIds = [...near.nearest.subarray(point * 10, point * 10 + 10)]
    found += foundIds.filter((at) => true10.has(at)).length
    const distances = [...near.distances.subarray(point * 10, point * 10 + 10)]
    expect(distances).toEqual([...distances].sort((a, b) => a - b))
    expect(distances[0]).toBeCloseTo(
      Math.sqrt(squareBetween(points, point, { of: points, at: foundIds[0] as number })),
      5,
    )
  }
  expect(found / 1000).toBeGreaterThan(0.85)
})

test('identical points are neighbors of each other, but not of themselves', async () => {
  const points = { count: 600, width: 2, values: new Float32Array(1200).fill(3) }
  const near = await findNearPoints(points, { k: 3, seed: 1, exactUpTo: 0 }, task)
  expect(near.nearest.every((other, at) => other !== Math.floor(at / 3))).toBe(true)
  expect(near.distances.every((distance) => distance === 0)).toBe(true)
})
