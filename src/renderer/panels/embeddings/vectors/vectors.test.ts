// The calls of the vector worker over a channel, compared with independently computed values.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { makeBlock } from '#shared/vectors/vector-block'
import { connectWorker, serveCalls } from '../../../api/worker-calls'
import { compareVectors } from '../inspect/comparison/compare-sets'
import { fitCurve } from './umap'
import type { IncomingBlock } from './vector-buffer'
import { createVectorHandlers, type VectorHandlers } from './vector-handlers'
import { createRandom, sampleNormal } from './vector-math'
import type { Origin } from './vector-types'
import { createVectorsClient, type Vectors } from './vectors'

const cosine = { metric: 'cosine', normalize: false } as const

const opened: Vectors[] = []
afterEach(() => {
  for (const vectors of opened.splice(0)) vectors.close()
})

interface OpenOptions {
  /** Defaults to 101, 102, and so on. */
  readonly rowIds?: readonly number[]
  /** A clock by which a pause is always due. */
  readonly alwaysYields?: boolean
}

function open(
  rows: readonly (readonly number[])[],
  { rowIds, alwaysYields = false }: OpenOptions = {},
): Vectors {
  const block = makeBlock(rows.length, rows[0]?.length ?? 0)
  block.rowIds.set(rowIds ?? rows.map((_, index) => 101 + index))
  for (const [index, row] of rows.entries()) block.values.set(row, index * row.length)
  return openBlock(receivedBlock(block.bytes.buffer), alwaysYields)
}

function receivedBlock(buffer: ArrayBuffer): IncomingBlock {
  return { buffer: buffer, whenReceived: async () => {} }
}

function openBlock(coming: IncomingBlock, alwaysYields = false): Vectors {
  const { port1: page, port2: worker } = new MessageChannel()
  let time = 0
  const now = alwaysYields ? () => (time += 1000) : () => performance.now()
  serveCalls(
    createVectorHandlers(async () => coming, { now, yieldToMessages: () => nextTurn() }),
    worker,
  )
  const calls = connectWorker<VectorHandlers>(page, 'The worker died.')
  worker.start()
  page.start()
  const vectors = createVectorsClient(calls, 3, () => page.close())
  opened.push(vectors)
  return vectors
}

function drawRows(count: number, dimensions: number, seed = 1): number[][] {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => Array.from({ length: dimensions }, () => sampleNormal(random)))
}

/** Rounded to 32-bit numbers, as they are stored. */
function drawFloat32Rows(count: number, dimensions: number, seed = 1): number[][] {
  return drawRows(count, dimensions, seed).map((row) => row.map(Math.fround))
}

function dotOf(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}

function cosineOf(a: readonly number[], b: readonly number[]): number {
  return dotOf(a, b) / Math.sqrt(dotOf(a, a) * dotOf(b, b))
}

function distanceOf(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, index) => value - (b[index] ?? 0)))
}

describe('a vector', () => {
  test('is described by its norm, its range and a histogram', async () => {
    const vectors = open([[3, -4, 0, 0]])
    const { histogram, ...facts } = await vectors.call('describe', { rowId: 101 })
    expect(facts).toEqual({
      dimensions: 4,
      norm: 5,
      isUnitLength: false,
      min: -4,
      max: 3,
      mean: -0.25,
      // ((3.25)² + (3.75)² + 2 · 0.25²) / 4 = 6.1875
      deviation: Math.sqrt(6.1875),
    })
    expect(histogram.length).toBe(48)
    // Bins are 7/48 wide: 0 is at 4 / (7/48) = 27.4; the greatest belongs to the last.
    expect([histogram[0], histogram[27], histogram[47]]).toEqual([1, 2, 1])
    expect(histogram.reduce((sum, count) => sum + count, 0)).toBe(4)
  })

  test('is read unchanged or normalized; zeros stay zeros', async () => {
    const vectors = open([
      [3, 4],
      [0, 0],
    ])
    expect([...(await vectors.call('read', { rowId: 101 }))]).toEqual([3, 4])
    expect([...(await vectors.call('read', { rowId: 101, normalize: true }))]).toEqual([
      Math.fround(0.6),
      Math.fround(0.8),
    ])
    expect([...(await vectors.call('read', { rowId: 102, normalize: true }))]).toEqual([0, 0])
    // Copies were transferred, so the block still exists.
    expect([...(await vectors.call('read', { rowId: 101 }))]).toEqual([3, 4])
  })

  test('reports the number of vectors without unit length, and those of zeros', async () => {
    const vectors = open([
      [3, 4],
      [0.6, 0.8],
      [0, 0],
      [1, 0],
    ])
    expect(await vectors.call('norms', undefined)).toEqual({ notUnit: 2, zeroRowIds: [103] })
  })
})

describe('a vector of zeros', () => {
  const rows = [
    [0, 0],
    [1, 0],
    [-1, 0],
    [0.5, 0.5],
    [0, 1],
  ]

  test.each(['cosine', 'dot', 'euclidean'] as const)(
    'has no neighbors and is never one, by %s',
    async (metric) => {
      const vectors = open(rows)
      const find = async (origin: Origin) =>
        (await vectors.call('neighbors', { origin, k: 10, metric })).map(({ rowId }) => rowId)
      expect([await find({ rowId: 101 }), await find({ vector: [0, 0] })]).toEqual([[], []])
      expect((await find({ rowId: 102 })).sort()).toEqual([103, 104, 105])
    },
  )

  test('is left out of a comparison of two sets', async () => {
    const [mine, theirs] = [open(rows), open([...rows].reverse())]
    const pairs = rows.map((_, at) => [101 + at, 101 + at] as const)
    const { rowIds, k } = await compareVectors(mine, theirs, pairs, { ...cosine, nearest: 2 })
    // The first row of one set has only zeros, the last one of the other.
    expect([[...rowIds], k]).toEqual([[102, 103, 104], 1])
  })
})

describe('two vectors', () => {
  test('that are long and nearly equal have their exact distance, and equal ones have distance 0', async () => {
    const [a, b] = [
      [30_000, 0.001, 7],
      [30_000, 0.003, 7],
    ].map((row) => row.map(Math.fround)) as [number[], number[]]
    const vectors = open([a, b, b])
    // Squares of 9 · 10⁸ would lose the last four millionths.
    const { euclidean } = await vectors.call('pair', { a: 101, b: 102, normalize: false })
    expect(euclidean).toBeCloseTo((b[1] as number) - (a[1] as number), 12)
    expect((await vectors.call('pair', { a: 102, b: 103, normalize: false })).euclidean).toBe(0)
    expect((await vectors.call('pair', { a: 102, b: 103, normalize: true })).euclidean).toBe(0)
  })

  test('with an odd number of dimensions are compared in all of them', async () => {
    const [a, b] = drawFloat32Rows(2, 7) as [number[], number[]]
    expect(await open([a, b]).call('pair', { a: 101, b: 102, normalize: false })).toEqual({
      cosine: expect.closeTo(cosineOf(a, b), 12),
      dot: expect.closeTo(dotOf(a, b), 12),
      euclidean: expect.closeTo(distanceOf(a, b), 12),
    })
  })
})

describe('neighbors', () => {
  test('are found only among the given rows, even if they are few', async () => {
    const rows = drawFloat32Rows(60, 8)
    const vectors = open(rows)
    const among = Uint32Array.of(103, 130, 101, 159, 999)
    const found = await vectors.call('neighbors', { origin: { rowId: 101 }, k: 10, among })
    const nearest = [103, 130, 159]
      .map((rowId) => ({ rowId, value: cosineOf(rows[0] ?? [], rows[rowId - 101] ?? []) }))
      .sort((one, other) => other.value - one.value)
    expect(found.map(({ rowId, value }) => ({ rowId, value: Number(value.toFixed(5)) }))).toEqual(
      nearest.map(({ rowId, value }) => ({ rowId, value: Number(value.toFixed(5)) })),
    )
  })

  const rows = drawFloat32Rows(60, 9)
  const metricCases = [
    { metric: 'cosine', normalize: false, of: cosineOf, sign: -1 },
    { metric: 'dot', normalize: false, of: dotOf, sign: -1 },
    { metric: 'dot', normalize: true, of: cosineOf, sign: -1 },
    { metric: 'euclidean', normalize: false, of: distanceOf, sign: 1 },
    {
      metric: 'euclidean',
      normalize: true,
      of: (a: number[], b: number[]) => Math.sqrt(2 - 2 * cosineOf(a, b)),
      sign: 1,
    },
  ] as const

  test.each(metricCases)(
    'of a row are those of an exhaustive search (%#: $metric)',
    async ({ of, sign, ...options }) => {
      const origin = rows[5] as number[]
      const expected = rows
        .map((row, index) => ({ rowId: 101 + index, value: of(origin, row) }))
        .filter(({ rowId }) => rowId !== 106)
        .sort((a, b) => sign * (a.value - b.value))
        .slice(0, 8)
      const found = await open(rows).call('neighbors', { origin: { rowId: 106 }, k: 8, ...options })
      expect(found).toEqual(expected.map(({ rowId, value }) => ({ rowId, value: expect.closeTo(value, 9) })))
    },
  )

  test('of any vector are found, and may include the vector itself', async () => {
    const vectors = open([
      [1, 0],
      [0, 1],
      [1, 1],
    ])
    expect(await vectors.call('neighbors', { origin: { vector: [0, 2] }, k: 5 })).toEqual([
      { rowId: 102, value: 1 },
      { rowId: 103, value: expect.closeTo(Math.SQRT1_2, 12) },
      { rowId: 101, value: 0 },
    ])
  })

  test('of a vector of another length are rejected with a message', async () => {
    await expect(
      open(drawRows(3, 1536)).call('neighbors', { origin: { vector: [1, 2] }, k: 1 }),
    ).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: 'These vectors can’t be compared: 2 dimensions vs. 1,536.',
    })
  })
})

describe('a matrix', () => {
  // More than a band, and not a multiple of a tile.
  const rows = drawFloat32Rows(103, 5)

  test.each([1, 2, 3, 5, 50, 103])('of %i rows holds every pair', async (count) => {
    const matrix = await open(rows).call('matrix', {
      rowIds: rows.slice(0, count).map((_, index) => 101 + index),
    })
    const expected = rows.slice(0, count).flatMap((a) => rows.slice(0, count).map((b) => cosineOf(a, b)))
    const errors = expected.map((value, at) => Math.abs(value - (matrix.values[at] ?? Number.NaN)))
    expect(errors.length).toBe(matrix.values.length)
    expect(Math.max(...errors)).toBeLessThan(1e-6)
  })

  test('follows the requested order and skips rows without a vector', async () => {
    const vectors = open([
      [1, 0],
      [0, 2],
    ])
    const matrix = await vectors.call('matrix', { rowIds: [102, 999, 101], metric: 'dot' })
    expect(matrix).toEqual({
      rowIds: Uint32Array.of(102, 101),
      values: Float32Array.of(4, 0, 0, 1),
    })
  })
})

/** The rows of a matrix by cluster. */
async function orderOf(rows: readonly (readonly number[])[]): Promise<number[]> {
  const rowIds = rows.map((_, index) => 101 + index)
  return [...(await open(rows).call('matrix', { rowIds, byCluster: true })).rowIds]
}

describe('an order by cluster', () => {
  test('agrees with a straightforward average linkage', async () => {
    const rows = drawFloat32Rows(30, 4, 21)
    const order = (await orderOf(rows)).map((rowId) => rowId - 101)
    for (const cluster of joinByAverage(rows)) {
      const positions = cluster.map((row) => order.indexOf(row))
      expect(Math.max(...positions) - Math.min(...positions)).toBe(cluster.length - 1)
    }
  })
})

/** Returns the rows of each merged cluster: the two with the most similar rows on average are merged. */
function joinByAverage(rows: readonly (readonly number[])[]): number[][] {
  let clusters = rows.map((_, row) => [row])
  const joined: number[][] = []
  const meanOf = (a: readonly number[], b: readonly number[]) =>
    a.flatMap((x) => b.map((y) => cosineOf(rows[x]!, rows[y]!))).reduce((sum, each) => sum + each, 0) /
    (a.length * b.length)
  while (clusters.length > 1) {
    const pairs = clusters.flatMap((a, index) =>
      clusters.slice(index + 1).map((b) => ({ a, b, mean: meanOf(a, b) })),
    )
    const best = pairs.reduce((nearest, pair) => (pair.mean > nearest.mean ? pair : nearest))
    clusters = [...clusters.filter((each) => each !== best.a && each !== best.b), [...best.a, ...best.b]]
    joined.push([...best.a, ...best.b])
  }
  return joined
}

function drawClusters(options: { clusters: number; each: number; dimensions: number; seed?: number }) {
  const random = createRandom(options.seed ?? 4)
  const centers = Array.from({ length: options.clusters }, () =>
    Array.from({ length: options.dimensions }, () => 4 * sampleNormal(random)),
  )
  const labels = Array.from(
    { length: options.clusters * options.each },
    (_, index) => index % options.clusters,
  )
  const rows = labels.map((label) =>
    (centers[label] as number[]).map((value) => value + 0.5 * sampleNormal(random)),
  )
  return { rows, labels }
}

function countClusters(clusters: Uint16Array): number[] {
  return Array.from(
    { length: Math.max(...clusters) + 1 },
    (_, at) => clusters.filter((each) => each === at).length,
  )
}

test('finds clusters, the largest first, and the same ones for the same seed', async () => {
  const { rows, labels } = drawClusters({ clusters: 4, each: 30, dimensions: 80 })
  const vectors = open(rows.slice(0, 110))
  const found = await vectors.call('clusters', { k: 4, seed: 3 })
  expect(countClusters(found.clusters)).toEqual([28, 28, 27, 27])
  const named = new Set(labels.slice(0, 110).map((label, index) => `${label} ${found.clusters[index]}`))
  expect(named.size).toBe(4)
  expect(await vectors.call('clusters', { k: 4, seed: 3 })).toEqual(found)
})

test('returns no empty clusters if there are fewer distinct rows than clusters', async () => {
  const found = await open([[1], [1], [2], [2], [2]]).call('clusters', { k: 5 })
  expect(countClusters(found.clusters)).toEqual([3, 2])
  expect([...found.clusters]).toEqual([1, 1, 0, 0, 0])
})

/** Finds the eigenvectors of the covariance matrix by power iteration and deflation. */
function findByPower(rows: readonly (readonly number[])[], count: number) {
  const dimensions = rows[0]?.length ?? 0
  const means = Array.from(
    { length: dimensions },
    (_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / rows.length,
  )
  const centered = rows.map((row) => row.map((value, at) => value - (means[at] ?? 0)))
  const covariance = means.map((_, a) =>
    means.map(
      (__, b) => centered.reduce((sum, row) => sum + (row[a] ?? 0) * (row[b] ?? 0), 0) / (rows.length - 1),
    ),
  )
  const total = covariance.reduce((sum, row, at) => sum + (row[at] ?? 0), 0)
  const found = Array.from({ length: count }, () => {
    let vector = means.map((_, at) => Math.sin(at + 1))
    let value = 0
    for (let step = 0; step < 3000; step++) {
      const image = covariance.map((row) => dotOf(row, vector))
      value = Math.sqrt(dotOf(image, image))
      vector = image.map((each) => each / value)
    }
    for (const [a, row] of covariance.entries())
      for (const b of row.keys()) row[b] = (row[b] ?? 0) - value * (vector[a] ?? 0) * (vector[b] ?? 0)
    return { vector, share: value / total }
  })
  return {
    shares: found.map(({ share }) => share),
    coordinates: centered.map((row) => found.map(({ vector }) => dotOf(row, vector))),
  }
}

describe('principal components', () => {
  test('are those of power iteration and deflation, up to sign', async () => {
    const random = createRandom(8)
    const scales = [5, 3, 2, 1, 1, 1, 0.5, 0.5, 0.2, 0.1, 0.1]
    const mixed = drawFloat32Rows(11, 11, 12)
    const rows = Array.from({ length: 90 }, () => {
      const parts = scales.map((scale) => scale * sampleNormal(random))
      return mixed.map((direction) => Math.fround(7 + dotOf(direction, parts)))
    })
    const expected = findByPower(rows, 2)
    const layout = await open(rows).call('layout', { method: 'pca', seed: 1 })
    for (const axis of [0, 1]) {
      const mine = rows.map((_, row) => layout.points[2 * row + axis] ?? 0)
      const theirs = expected.coordinates.map((coordinate) => coordinate[axis] ?? 0)
      const sign = Math.sign(dotOf(mine, theirs))
      for (const [row, value] of mine.entries()) expect(sign * value).toBeCloseTo(theirs[row] ?? 0, 3)
      expect(layout.explained[axis]).toBeCloseTo(expected.shares[axis] ?? 0, 6)
    }
  })

  test('of rows normalized by the option are those of unit vectors', async () => {
    const rows = drawFloat32Rows(40, 6, 5)
    const unit = rows.map((row) => row.map((value) => value / Math.sqrt(dotOf(row, row))))
    const layout = await open(rows).call('layout', { method: 'pca', seed: 1, normalize: true })
    const expected = findByPower(unit, 2)
    expect(layout.explained.map((share) => share.toFixed(5))).toEqual(
      expected.shares.map((share) => share.toFixed(5)),
    )
  })

  test.each([
    ['no rows', []],
    ['one row', [[1, 2, 3]]],
    [
      'rows that are all the same',
      [
        [1, 2],
        [1, 2],
        [1, 2],
      ],
    ],
    ['one dimension', [[1], [2], [4]]],
  ])('of %s give finite points', async (_, rows) => {
    const vectors = open(rows)
    for (const method of ['pca', 'umap'] as const) {
      const { points, explained } = await vectors.call('layout', { method, seed: 1 })
      expect(points.length).toBe(2 * rows.length)
      expect([...points, ...explained].every(Number.isFinite)).toBe(true)
    }
  })
})

describe('UMAP', () => {
  const drawn = drawClusters({ clusters: 3, each: 60, dimensions: 64 })

  test('gives the same map for the same seed, and another for another', async () => {
    const vectors = open(drawn.rows)
    const first = await vectors.call('layout', { method: 'umap', seed: 7 })
    const second = await open(drawn.rows).call('layout', { method: 'umap', seed: 7 })
    const other = await vectors.call('layout', { method: 'umap', seed: 8 })
    expect(second).toEqual(first)
    expect(other.points).not.toEqual(first.points)
  })

  test('separates clusters, and puts every point near its own', async () => {
    const { points } = await open(drawn.rows).call('layout', { method: 'umap', seed: 7 })
    const coordinates = drawn.rows.map((_, row) => [points[2 * row] ?? 0, points[2 * row + 1] ?? 0])
    const centers = [0, 1, 2].map((label) => {
      const own = coordinates.filter((__, row) => drawn.labels[row] === label)
      return [0, 1].map(
        (axis) => own.reduce((sum, coordinate) => sum + (coordinate[axis] ?? 0), 0) / own.length,
      )
    })
    const within = coordinates.map((coordinate, row) =>
      distanceOf(coordinate, centers[drawn.labels[row] as number] as number[]),
    )
    const between = [
      distanceOf(centers[0]!, centers[1]!),
      distanceOf(centers[0]!, centers[2]!),
      distanceOf(centers[1]!, centers[2]!),
    ]
    expect(Math.max(...within)).toBeLessThan(Math.min(...between) / 2)
  })
})

describe('comparing with another set', () => {
  test('reports for each row how many of its neighbors stayed', async () => {
    // Points on a line, whose neighbors are the adjacent ones. In the other set, the last point is at the front.
    const mine = open([[0], [1], [2.1], [3.3], [10]].map(([x = 0]) => [x, 1]))
    const theirs = open([[0], [1], [2.1], [3.3], [-1]].map(([x = 0]) => [x, 1, 0]))
    const pairs = [101, 102, 103, 104, 105].map((row) => [row, row] as const)
    const options = { nearest: 2, metric: 'euclidean', normalize: false } as const
    const comparison = await compareVectors(mine, theirs, pairs, options)
    // Row 101: {102, 103} and {102, 105}; 102: {101, 103} both times; 103: {102, 104}; 104: {103, 102}; 105: {104, 103} and {101, 102}.
    expect(comparison).toEqual({
      k: 2,
      rowIds: Uint32Array.of(101, 102, 103, 104, 105),
      otherRowIds: Uint32Array.of(101, 102, 103, 104, 105),
      overlaps: Float32Array.of(0.5, 1, 1, 1, 0),
      histogram: [1, 1, 3],
      mean: expect.closeTo(0.7, 12),
    })
  })

  test('pairs rows as given, and only those with vectors in both sets', async () => {
    const rows = drawFloat32Rows(5, 3)
    const mine = open(rows, { rowIds: [1, 2, 3, 4, 5] })
    const theirs = open(rows.slice(0, 4), { rowIds: [11, 12, 13, 14] })
    const pairs = [1, 2, 3, 4, 5].map((row) => [row, row + 10] as const)
    expect(await compareVectors(mine, theirs, pairs, { ...cosine, nearest: 9 })).toEqual({
      k: 1,
      rowIds: Uint32Array.of(1, 2, 3, 4),
      otherRowIds: Uint32Array.of(11, 12, 13, 14),
      overlaps: Float32Array.of(1, 1, 1, 1),
      histogram: [0, 4],
      mean: 1,
    })
    await expect(compareVectors(mine, theirs, [], { ...cosine, nearest: 9 })).rejects.toMatchObject({
      message: 'Fewer than three rows have a vector in both sets. Run both sets, then compare again.',
    })
  })
})

describe('canceling', () => {
  const rows = drawFloat32Rows(400, 40)

  test('during a computation ends it; other calls are answered meanwhile and afterwards', async () => {
    const vectors = open(rows, { alwaysYields: true })
    const controller = new AbortController()
    const shares: number[] = []
    const layout = vectors.call(
      'layout',
      { method: 'umap', seed: 1 },
      {
        signal: controller.signal,
        onProgress: (share) => {
          shares.push(share)
          if (share >= 0.5) controller.abort()
        },
      },
    )
    const facts = await vectors.call('describe', { rowId: 101 })
    expect(shares.every((share) => share < 0.5)).toBe(true)
    await expect(layout).rejects.toMatchObject({ name: 'AbortError' })
    const reportCount = shares.length
    expect(await vectors.call('describe', { rowId: 101 })).toEqual(facts)
    expect(shares.length).toBe(reportCount)
  })

  test('one of two calls that share a step does not stop the other', async () => {
    const vectors = open(drawFloat32Rows(120, 70), { alwaysYields: true })
    const controller = new AbortController()
    const canceled = vectors.call(
      'clusters',
      { k: 3 },
      { signal: controller.signal, onProgress: () => controller.abort() },
    )
    const other = vectors.call('layout', { method: 'umap', seed: 1 })
    await expect(canceled).rejects.toMatchObject({ name: 'AbortError' })
    expect(await other).toEqual(
      await open(drawFloat32Rows(120, 70)).call('layout', { method: 'umap', seed: 1 }),
    )
  })
})

test('an incomplete block is rejected, and every call reports it', async () => {
  const vectors = openBlock(receivedBlock(new ArrayBuffer(20)))
  await expect(vectors.opened).rejects.toMatchObject({
    name: 'ApiError',
    message: 'The vector data is incomplete.',
  })
  await expect(vectors.call('describe', { rowId: 1 })).rejects.toMatchObject({
    message: 'The vector data is incomplete.',
  })
})

describe('the curve of UMAP', () => {
  // Fitted by umap-learn's find_ab_params with a spread of 1.
  test.each([
    { minDistance: 0, a: 1.929, b: 0.7915 },
    { minDistance: 0.25, a: 1.1214, b: 1.0575 },
    { minDistance: 0.5, a: 0.583, b: 1.334 },
  ])('for a minimum distance of $minDistance is that of the reference', ({ minDistance, a, b }) => {
    const curve = fitCurve(minDistance)
    expect(Math.abs(curve.a / a - 1) + Math.abs(curve.b / b - 1)).toBeLessThan(0.02)
  })
})
