// A map of points on which neighbors stay neighbors: UMAP, from its graph and a first layout (McInnes, Healy, Melville 2018).

import type { NearPoints } from './near-points'
import { makeNeighborGraph, type NeighborGraph } from './neighbour-graph'
import { createRandom, sampleNormal } from './random'
import type { CooperativeTask } from './work'

/**
 * The curve 1 / (1 + a d^2b) nearest to a least distance of 0.1 and a spread of 1. The very best `b` is 0.895 and no better
 * (0.079 against 0.083 in squares); with 7/8 three roots stand for a power, which takes a third of the time.
 */
const curve = { a: 1.5809, b: 0.875 }
const pushesPerPull = 5
const maxMove = 4

/** Rounds over the graph: many points need fewer. */
function countEpochs(count: number): number {
  return count <= 10_000 ? 300 : 200
}

interface UmapOptions {
  readonly near: NearPoints
  /** x and y of each point in turn: the leading components, which give the map its large shape. */
  readonly first: Float32Array
  readonly seed: number
}

/** x and y of each point in turn. The same for the same seed. */
export async function optimizeUmap(
  { near, first, seed }: UmapOptions,
  work: CooperativeTask,
): Promise<Float32Array> {
  const random = createRandom(seed)
  const places = spreadFirst(first, random)
  const count = places.length / 2
  const epochs = countEpochs(count)
  const pulls = schedulePulls(makeNeighborGraph(near), epochs)
  for (let epoch = 0; epoch < epochs; epoch++) {
    const step = { epoch, pace: 1 - epoch / epochs, count, random }
    for (let from = 0; from < pulls.heads.length; from += slice) {
      runSlice(places, pulls, { ...step, from })
      if (work.shouldYield()) await work.rest(epoch / epochs)
    }
  }
  return Float32Array.from(places)
}

/** Edges between two looks at the clock. */
const slice = 2048

/** Within 10 of the center, and none on the same spot. */
function spreadFirst(first: Float32Array, random: () => number): Float64Array {
  let most = 0
  for (const value of first) most = Math.max(most, Math.abs(value))
  return Float64Array.from(
    first,
    (value) => (most > 0 ? (10 * value) / most : 0) + 1e-3 * sampleNormal(random),
  )
}

interface Pulls extends NeighborGraph {
  /** Epochs from one pull of an edge to its next: 1 for the strongest. */
  readonly every: Float64Array
  readonly next: Float64Array
  readonly pushesFrom: Float64Array
}

/** Edges too weak to be pulled even once are left out. */
function schedulePulls(graph: NeighborGraph, epochs: number): Pulls {
  let most = 0
  for (const weight of graph.weights) most = Math.max(most, weight)
  const kept = Uint32Array.from(graph.weights.keys()).filter(
    (edge) => (graph.weights[edge] as number) >= most / epochs,
  )
  const weights = Float32Array.from(kept, (edge) => graph.weights[edge] as number)
  const every = Float64Array.from(weights, (weight) => most / weight)
  return {
    heads: kept.map((edge) => graph.heads[edge] as number),
    tails: kept.map((edge) => graph.tails[edge] as number),
    weights,
    every,
    next: Float64Array.from(every),
    pushesFrom: every.map((epochsBetween) => epochsBetween / pushesPerPull),
  }
}

interface Step {
  readonly epoch: number
  /** How far points go: 1 at first, 0 at the end. */
  readonly pace: number
  readonly count: number
  readonly random: () => number
  readonly from: number
}

function runSlice(places: Float64Array, pulls: Pulls, step: Step) {
  const { epoch, pace, count, random, from } = step
  const { heads, tails, every, next, pushesFrom } = pulls
  const end = Math.min(heads.length, from + slice)
  for (let edge = from; edge < end; edge++) {
    if ((next[edge] as number) > epoch) continue
    const head = 2 * (heads[edge] as number)
    pull(places, { head, tail: 2 * (tails[edge] as number), pace })
    next[edge] = (next[edge] as number) + (every[edge] as number)
    const between = (every[edge] as number) / pushesPerPull
    const pushes = Math.floor((epoch - (pushesFrom[edge] as number)) / between)
    for (let push = 0; push < pushes; push++) {
      const other = 2 * Math.floor(random() * count)
      if (other !== head) pushAway(places, { head, tail: other, pace })
    }
    pushesFrom[edge] = (pushesFrom[edge] as number) + pushes * between
  }
}

interface Move {
  readonly head: number
  readonly tail: number
  readonly pace: number
}

function pull(places: Float64Array, { head, tail, pace }: Move) {
  const x = (places[head] as number) - (places[tail] as number)
  const y = (places[head + 1] as number) - (places[tail + 1] as number)
  const square = x * x + y * y
  if (square === 0) return
  const power = curve.a * raise(square)
  const force = (-2 * curve.b * power) / (square * (power + 1))
  const moveX = clip(force * x) * pace
  const moveY = clip(force * y) * pace
  places[head] = (places[head] as number) + moveX
  places[head + 1] = (places[head + 1] as number) + moveY
  places[tail] = (places[tail] as number) - moveX
  places[tail + 1] = (places[tail + 1] as number) - moveY
}

function pushAway(places: Float64Array, { head, tail, pace }: Move) {
  const x = (places[head] as number) - (places[tail] as number)
  const y = (places[head + 1] as number) - (places[tail + 1] as number)
  const square = x * x + y * y
  const force = (2 * curve.b) / ((0.001 + square) * (curve.a * raise(square) + 1))
  places[head] = (places[head] as number) + clip(force * x) * pace
  places[head + 1] = (places[head + 1] as number) + clip(force * y) * pace
}

/** To the power of 7/8. */
function raise(square: number): number {
  return square > 0 ? square / Math.sqrt(Math.sqrt(Math.sqrt(square))) : 0
}

function clip(move: number): number {
  return Math.max(-maxMove, Math.min(maxMove, move))
}
