// UMAP: lays out points so that neighbors stay close (McInnes, Healy, Melville 2018).

import type { CooperativeTask } from './cooperative-task'
import type { NearPoints } from './near-points'
import { createRandom, sampleNormal } from './vector-math'

/**
 * The curve 1 / (1 + a d^2b) fitted to a minimum distance of 0.1 and a spread of 1. The best `b` is 0.895, with a squared
 * error of 0.079 instead of 0.083; with 7/8, three square roots replace a power, which takes a third of the time.
 */
const defaultCurve = { a: 1.5809, b: 0.875 }
const defaultDistance = 0.1

interface Curve {
  readonly a: number
  readonly b: number
}

/** Fits 1 / (1 + a d^2b) to 1 up to the minimum distance, and to an exponential decay beyond it. */
export function fitCurve(minDistance: number): Curve {
  if (minDistance === defaultDistance) return defaultCurve
  const errorOf = ({ a, b }: Curve) => {
    let sum = 0
    for (let at = 1; at <= 300; at++) {
      const distance = at / 100
      const expected = distance < minDistance ? 1 : Math.exp(minDistance - distance)
      sum += (1 / (1 + a * distance ** (2 * b)) - expected) ** 2
    }
    return sum
  }
  const fitA = (b: number) => Math.exp(minimize((log) => errorOf({ a: Math.exp(log), b }), -6, 3))
  const b = minimize((each) => errorOf({ a: fitA(each), b: each }), 0.4, 3)
  return { a: fitA(b), b }
}

/** Ternary search in a function with one minimum. */
function minimize(valueAt: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to]
  for (let step = 0; step < 40; step++) {
    const third = (high - low) / 3
    if (valueAt(low + third) < valueAt(high - third)) high -= third
    else low += third
  }
  return (low + high) / 2
}

const pushesPerPull = 5
const maxMove = 4

/** The number of passes over the graph; many points need fewer. */
function countEpochs(count: number): number {
  return count <= 10_000 ? 300 : 200
}

interface UmapOptions {
  readonly near: NearPoints
  /** x and y of each point in turn: the leading components, which give the map its overall shape. */
  readonly first: Float32Array
  readonly seed: number
  readonly minDistance?: number | undefined
}

/** Returns x and y of each point in turn; deterministic for a seed. */
export async function optimizeUmap(
  { near, first, seed, minDistance = defaultDistance }: UmapOptions,
  task: CooperativeTask,
): Promise<Float32Array> {
  const random = createRandom(seed)
  const curve = fitCurve(minDistance)
  const coordinates = spreadFirst(first, random)
  const count = coordinates.length / 2
  const epochs = countEpochs(count)
  const pulls = schedulePulls(makeNeighborGraph(near), epochs)
  for (let epoch = 0; epoch < epochs; epoch++) {
    const step = { epoch, learningRate: 1 - epoch / epochs, count, random, curve }
    for (let from = 0; from < pulls.heads.length; from += slice) {
      runSlice(coordinates, pulls, { ...step, from })
      if (task.shouldYield()) await task.pause(epoch / epochs)
    }
  }
  return Float32Array.from(coordinates)
}

/** Edges processed between two checks of the clock. */
const slice = 2048

/** Scales to within 10 of the center, with noise so that no two points coincide. */
function spreadFirst(first: Float32Array, random: () => number): Float64Array {
  let max = 0
  for (const value of first) max = Math.max(max, Math.abs(value))
  return Float64Array.from(first, (value) => (max > 0 ? (10 * value) / max : 0) + 1e-3 * sampleNormal(random))
}

interface Pulls extends NeighborGraph {
  /** Epochs between two pulls of an edge: 1 for the strongest. */
  readonly epochsPerPull: Float64Array
  readonly nextPull: Float64Array
  readonly nextPush: Float64Array
}

/** Omits edges too weak to be pulled even once. */
function schedulePulls(graph: NeighborGraph, epochs: number): Pulls {
  let max = 0
  for (const weight of graph.weights) max = Math.max(max, weight)
  const edges = Uint32Array.from(graph.weights.keys()).filter(
    (edge) => (graph.weights[edge] as number) >= max / epochs,
  )
  const weights = Float32Array.from(edges, (edge) => graph.weights[edge] as number)
  const epochsPerPull = Float64Array.from(weights, (weight) => max / weight)
  return {
    heads: edges.map((edge) => graph.heads[edge] as number),
    tails: edges.map((edge) => graph.tails[edge] as number),
    weights,
    epochsPerPull: epochsPerPull,
    nextPull: Float64Array.from(epochsPerPull),
    nextPush: epochsPerPull.map((epochsBetween) => epochsBetween / pushesPerPull),
  }
}

interface Step {
  readonly epoch: number
  /** Decreases from 1 to 0. */
  readonly learningRate: number
  readonly count: number
  readonly random: () => number
  readonly curve: Curve
  readonly from: number
}

function runSlice(coordinates: Float64Array, pulls: Pulls, step: Step) {
  const { epoch, learningRate, count, random, curve, from } = step
  const { heads, tails, epochsPerPull, nextPull, nextPush } = pulls
  const end = Math.min(heads.length, from + slice)
  for (let edge = from; edge < end; edge++) {
    if ((nextPull[edge] as number) > epoch) continue
    const head = 2 * (heads[edge] as number)
    pull(coordinates, { head, tail: 2 * (tails[edge] as number), learningRate, curve })
    nextPull[edge] = (nextPull[edge] as number) + (epochsPerPull[edge] as number)
    const between = (epochsPerPull[edge] as number) / pushesPerPull
    const pushes = Math.floor((epoch - (nextPush[edge] as number)) / between)
    for (let push = 0; push < pushes; push++) {
      const other = 2 * Math.floor(random() * count)
      if (other !== head) pushAway(coordinates, { head, tail: other, learningRate, curve })
    }
    nextPush[edge] = (nextPush[edge] as number) + pushes * between
  }
}

interface Move {
  readonly head: number
  readonly tail: number
  readonly learningRate: number
  readonly curve: Curve
}

function pull(coordinates: Float64Array, { head, tail, learningRate, curve }: Move) {
  const x = (coordinates[head] as number) - (coordinates[tail] as number)
  const y = (coordinates[head + 1] as number) - (coordinates[tail + 1] as number)
  const square = x * x + y * y
  if (square === 0) return
  const power = curve.a * raise(square, curve.b)
  const force = (-2 * curve.b * power) / (square * (power + 1))
  const moveX = clip(force * x) * learningRate
  const moveY = clip(force * y) * learningRate
  coordinates[head] = (coordinates[head] as number) + moveX
  coordinates[head + 1] = (coordinates[head + 1] as number) + moveY
  coordinates[tail] = (coordinates[tail] as number) - moveX
  coordinates[tail + 1] = (coordinates[tail + 1] as number) - moveY
}

function pushAway(coordinates: Float64Array, { head, tail, learningRate, curve }: Move) {
  const x = (coordinates[head] as number) - (coordinates[tail] as number)
  const y = (coordinates[head + 1] as number) - (coordinates[tail + 1] as number)
  const square = x * x + y * y
  const force = (2 * curve.b) / ((0.001 + square) * (curve.a * raise(square, curve.b) + 1))
  coordinates[head] = (coordinates[head] as number) + clip(force * x) * learningRate
  coordinates[head + 1] = (coordinates[head + 1] as number) + clip(force * y) * learningRate
}

function raise(square: number, power: number): number {
  if (power !== defaultCurve.b) return square ** power
  return square > 0 ? square / Math.sqrt(Math.sqrt(Math.sqrt(square))) : 0
}

function clip(move: number): number {
  return Math.max(-maxMove, Math.min(maxMove, move))
}

interface NeighborGraph {
  /** Each edge in both directions. */
  readonly heads: Uint32Array
  readonly tails: Uint32Array
  /** From 0 to 1. */
  readonly weights: Float32Array
}

const tolerance = 1e-5
const maxSteps = 64
/** The minimum bandwidth, relative to the mean distance. */
const minReach = 1e-3

function makeNeighborGraph(near: NearPoints): NeighborGraph {
  const { k, nearest } = near
  const strengths = measureStrengths(near)
  const heads: number[] = []
  const tails: number[] = []
  const weights: number[] = []
  for (let at = 0; at < nearest.length; at++) {
    const point = Math.floor(at / k)
    const other = nearest[at] as number
    if (other === point || nearest.indexOf(other, point * k) < at) continue
    const strength = strengths[at] as number
    const reverseStrength = findStrength(near, strengths, { from: other, to: point })
    // The edge was added from the other end.
    if (reverseStrength !== undefined && other < point) continue
    const weight = strength + (reverseStrength ?? 0) - strength * (reverseStrength ?? 0)
    heads.push(point, other)
    tails.push(other, point)
    weights.push(weight, weight)
  }
  return {
    heads: Uint32Array.from(heads),
    tails: Uint32Array.from(tails),
    weights: Float32Array.from(weights),
  }
}

function findStrength(
  { k, nearest }: NearPoints,
  strengths: Float64Array,
  { from, to }: { from: number; to: number },
): number | undefined {
  for (let at = from * k; at < (from + 1) * k; at++) if (nearest[at] === to) return strengths[at]
  return undefined
}

/** The directed strength of each neighbor of each point: 1 for the nearest; the sum per point is log2(k + 1). */
function measureStrengths({ k, nearest, distances }: NearPoints): Float64Array {
  const strengths = new Float64Array(nearest.length)
  const meanOfAll = mean(distances)
  const target = Math.log2(k + 1)
  for (let start = 0; start < nearest.length; start += k) {
    const around = distances.subarray(start, start + k)
    const first = around.find((distance) => distance > 0) ?? 0
    const min = minReach * (first > 0 ? mean(around) : meanOfAll)
    const reach = Math.max(min, findReach(around, first, target))
    for (const [rank, distance] of around.entries())
      strengths[start + rank] = distance <= first ? 1 : Math.exp(-(distance - first) / reach)
  }
  return strengths
}

function mean(values: Float32Array): number {
  let sum = 0
  for (const value of values) sum += value
  return values.length > 0 ? sum / values.length : 0
}

/** Finds by bisection the reach at which the strengths add up to the target. */
function findReach(around: Float32Array, first: number, target: number): number {
  let low = 0
  let high = Number.POSITIVE_INFINITY
  let reach = 1
  for (let step = 0; step < maxSteps; step++) {
    let sum = 0
    for (const distance of around) sum += distance <= first ? 1 : Math.exp(-(distance - first) / reach)
    if (Math.abs(sum - target) < tolerance) break
    if (sum > target) high = reach
    else low = reach
    reach = high === Number.POSITIVE_INFINITY ? reach * 2 : (low + high) / 2
  }
  return reach
}
