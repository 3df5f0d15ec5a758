// Chooses which texts are written on the map: as many as fit without covering each other.
import type { Point, Size } from '../../../components/use-pan-zoom'
import { pointAt, toMap, toStage, type Viewport } from './viewport'

export interface MapLabels {
  /** By the index of the point. */
  readonly textOf: (index: number) => string
  /** Names of clusters, written at their middle. */
  readonly groups: readonly GroupLabel[]
}

interface GroupLabel extends Point {
  readonly text: string
}

export interface PositionedLabel {
  readonly text: string
  /** The left edge, and the middle of the line. */
  readonly x: number
  readonly y: number
  readonly isGroup: boolean
}

interface PositionOptions {
  readonly points: Float32Array
  readonly labels: MapLabels
  /** 1 for points that may have a label; null if all may. */
  readonly highlighted: Uint8Array | null
  /** Points that get their label first. */
  readonly first: readonly number[]
  readonly viewport: Viewport
  readonly stage: Size
  readonly radius: number
  /** Parts of the stage that something lies above, such as the legend. */
  readonly covered?: readonly Box[]
  /** Returns the width of a label in pixels. */
  readonly measure: (text: string, isGroup: boolean) => number
}

/** Pixels of the stage per label. */
const areaPerLabel = 14_000
/** Visible points that are tried for one frame. */
const maxTried = 2000
/** The room that a point needs for its label to be measured. */
const minWidth = 24
const lineHeight = 16
const groupLineHeight = 20
const gap = 3

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The order of the points is the same in every viewport, so that labels stay while the map is moved. */
export function positionLabels(options: PositionOptions): PositionedLabel[] {
  const { points, labels, highlighted, first, viewport, stage, radius, covered = [], measure } = options
  const found: PositionedLabel[] = []
  const boxes: Box[] = [...covered]
  const isFree = (box: Box) =>
    box.left >= 0 &&
    box.right <= stage.width &&
    box.top >= 0 &&
    box.bottom <= stage.height &&
    !boxes.some((other) => overlaps(box, other))
  const obstacles = listObstacles(options)
  const covers = ({ left, top, right, bottom }: Box) =>
    obstacles.some(
      ({ x, y }) =>
        x > left - radius && x < right + radius && y > top - radius / 2 && y < bottom + radius / 2,
    )
  const toBox = ({ x, y }: Point, width: number, height: number): Box => ({
    left: x - gap,
    top: y - height / 2,
    right: x + width + gap,
    bottom: y + height / 2,
  })
  const add = (label: PositionedLabel, height: number) => {
    const box = toBox(label, measure(label.text, label.isGroup), height)
    if (!isFree(box) || (!label.isGroup && covers(box))) return false
    boxes.push(box)
    found.push(label)
    return true
  }
  for (const { text, ...position } of labels.groups) {
    const { x, y } = toStage(viewport, stage, position)
    const width = measure(text, true)
    const middle = toBox({ x: x - width / 2, y }, width, groupLineHeight)
    listPositionsBeside(middle, covered).some((box) =>
      add({ text, x: box.left + gap, y: box.top + groupLineHeight / 2, isGroup: true }, groupLineHeight),
    )
  }
  const max = labels.groups.length + first.length + Math.floor((stage.width * stage.height) / areaPerLabel)
  const tryPoint = (index: number) => {
    const { x, y } = toStage(viewport, stage, pointAt(points, index))
    // Such a point is not visible itself.
    if (covered.some((box) => overlaps(box, { left: x, right: x, top: y, bottom: y }))) return
    // The ring of the selected point and its neighbors is outside of them.
    const distance = radius + (first.includes(index) ? 10 : 4) + gap
    // Most points of a dense map end here, before their text is read and measured.
    const isRightFree = isFree(toBox({ x: x + distance, y }, minWidth, lineHeight))
    const isLeftFree = isFree(toBox({ x: x - distance - minWidth, y }, minWidth, lineHeight))
    const text = isRightFree || isLeftFree ? labels.textOf(index) : ''
    if (text === '') return
    const added = isRightFree && add({ text, x: x + distance, y, isGroup: false }, lineHeight)
    if (!added && isLeftFree)
      add({ text, x: x - distance - measure(text, false), y, isGroup: false }, lineHeight)
  }
  for (const index of first) if (mayHaveLabel(highlighted, index)) tryPoint(index)
  const isVisible = createVisibility(viewport, stage)
  const count = points.length / 2
  const step = findStep(count)
  let tried = 0
  for (let round = 0, at = 0; round < count && tried < maxTried && found.length < max; round += 1) {
    if (isVisible(points, at) && mayHaveLabel(highlighted, at) && !first.includes(at)) {
      tried += 1
      tryPoint(at)
    }
    at = (at + step) % count
  }
  return found
}

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

/** The box itself and, if something lies above it, moved to each side of that, the nearest first. */
function listPositionsBeside(box: Box, covered: readonly Box[]): Box[] {
  const move = (x: number, y: number) => ({
    left: box.left + x,
    top: box.top + y,
    right: box.right + x,
    bottom: box.bottom + y,
  })
  const shifts = covered
    .filter((each) => overlaps(box, each))
    .flatMap(({ left, top, right, bottom }) => [
      [left - box.right, 0] as const,
      [right - box.left, 0] as const,
      [0, top - box.bottom] as const,
      [0, bottom - box.top] as const,
    ])
    .sort(([x, y], [otherX, otherY]) => Math.abs(x + y) - Math.abs(otherX + otherY))
  return [box, ...shifts.map(([x, y]) => move(x, y))]
}

/** With more points in view, some are covered by labels. */
const maxObstacles = 500

/** The visible points, if they are few enough that no label needs to cover one. */
function listObstacles({ points, viewport, stage }: PositionOptions): Point[] {
  const isVisible = createVisibility(viewport, stage)
  const found: Point[] = []
  for (let index = 0; index < points.length / 2; index += 1) {
    if (!isVisible(points, index)) continue
    if (found.push(toStage(viewport, stage, pointAt(points, index))) > maxObstacles) return []
  }
  return found
}

/** Without an object per point, because all of them are checked for each frame. */
function createVisibility(viewport: Viewport, stage: Size) {
  const from = toMap(viewport, stage, { x: 0, y: 0 })
  const to = toMap(viewport, stage, { x: stage.width, y: stage.height })
  return (points: Float32Array, index: number): boolean => {
    const [x, y] = [points[index * 2] as number, points[index * 2 + 1] as number]
    return x >= from.x && x <= to.x && y >= from.y && y <= to.y
  }
}

function mayHaveLabel(highlighted: Uint8Array | null, index: number): boolean {
  return highlighted === null || highlighted[index] === 1
}

/** A step that reaches every point once and spreads the first ones: near the golden section, without a common factor. */
function findStep(count: number): number {
  let step = Math.max(1, Math.round(count * 0.618))
  while (gcd(step, count) !== 1) step += 1
  return step
}

function gcd(one: number, other: number): number {
  return other === 0 ? one : gcd(other, one % other)
}

const maxLabelLength = 32

/** Shortens a text to one line, at a space if there is one. */
export function shortenLabel(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= maxLabelLength) return line
  const cut = line.slice(0, maxLabelLength)
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > maxLabelLength / 2 ? space : undefined).replace(/[\s\p{P}]+$/u, '')}…`
}

/** The middle of each group: the medians of its coordinates, which single distant points do not move. */
export function findMiddles(points: Float32Array, tones: Uint8Array): Map<number, Point> {
  const members = new Map<number, number[]>()
  for (const [index, tone] of tones.entries()) {
    const list = members.get(tone)
    if (list) list.push(index)
    else members.set(tone, [index])
  }
  const middle = (indices: readonly number[], axis: 0 | 1) => {
    const values = Float32Array.from(indices, (index) => points[index * 2 + axis] ?? 0).sort()
    return values[Math.floor(values.length / 2)] ?? 0
  }
  return new Map(
    [...members].map(([tone, indices]) => [tone, { x: middle(indices, 0), y: middle(indices, 1) }]),
  )
}
