// What is told of a picture: its pixels beside what was asked for, its file, and what it cost.
import { formatBytes, formatCount, formatDuration } from '../components/format'
import type { Size } from './picture-view'
import type { AskedSize, ViewedPicture } from './viewed-picture'

interface Fact {
  readonly name: string
  readonly value: string
}

/** Null where nothing was asked for. */
interface AskedFact {
  /** Undefined where what was asked for cannot be measured. */
  readonly asAsked: boolean | undefined
  readonly words: string
}

/** As it is on the disk. */
interface KnownFile {
  readonly mimeType: string
  readonly bytes: number
}

/** Sides differ by a few pixels from the ratio: models draw in blocks of 8, 16 or 32. */
const ratioTolerance = 0.035
/** Tiers lie a factor of two apart, and a picture of 1K is 1024 by 1024 pixels or as many in another shape. */
const tierTolerance = 1.3

export function compareWithAsked(asked: AskedSize | undefined, size: Size): AskedFact | null {
  const words = [asked?.aspectRatio, asked?.imageSize].filter(Boolean).join(' at ')
  if (!asked || !words) return null
  const checks = [matchesRatio(asked.aspectRatio, size), matchesTier(asked.imageSize, size)]
  if (checks.includes(false)) {
    return { asAsked: false, words: `Asked for ${words}, came as ${toPixels(size)}` }
  }
  if (checks.includes(true)) return { asAsked: true, words: `${words}, as asked` }
  return { asAsked: undefined, words: `Asked for ${words}` }
}

/** `1376 × 768` */
export function toPixels({ width, height }: Size): string {
  return `${width} × ${height}`
}

/** What is known of the file and of the answer that it came with, in an order that stays. */
export function listFacts({ mimeType, turn }: ViewedPicture, file: KnownFile | null | undefined): Fact[] {
  const tokens = turn?.usage?.candidatesTokenCount
  const facts: readonly (readonly [string, string | null | undefined | false])[] = [
    ['Type', nameType(file?.mimeType || mimeType)],
    ['File', file?.bytes ? formatBytes(file.bytes) : null],
    ['Time', typeof turn?.times.total === 'number' && formatDuration(turn.times.total)],
    ['Tokens', tokens !== undefined && `${formatCount(tokens)} out`],
    ['Model', turn?.modelVersion ?? turn?.model],
  ]
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []))
}

/** `PNG` */
export function nameType(mimeType: string): string {
  const [, kind = ''] = (mimeType.split(';')[0] ?? '').split('/')
  return kind.replace(/^x-|\+.*$/g, '').toUpperCase() || 'of unknown type'
}

/** Undefined where no ratio was asked for, or none that can be read. */
function matchesRatio(ratio: string | undefined, { width, height }: Size): boolean | undefined {
  const [, across, down] = /^(\d+(?:\.\d+)?)\s*:\s*(\d+(?:\.\d+)?)$/.exec(ratio?.trim() ?? '') ?? []
  const wished = Number(across) / Number(down)
  if (!Number.isFinite(wished) || wished <= 0) return undefined
  return Math.abs(width / height / wished - 1) <= ratioTolerance
}

/** `1K` stands for 1024, `512` for itself. */
function matchesTier(tier: string | undefined, { width, height }: Size): boolean | undefined {
  const [, count, thousands] = /^(\d+(?:\.\d+)?)(K?)$/i.exec(tier?.trim() ?? '') ?? []
  const wished = Number(count) * (thousands ? 1024 : 1)
  if (!Number.isFinite(wished) || wished <= 0) return undefined
  const factor = Math.sqrt(width * height) / wished
  return factor <= tierTolerance && factor >= 1 / tierTolerance
}

/** Told where two pictures that are compared are not of one size. */
export function compareSizes(first: Size, second: Size): string | null {
  if (first.width === second.width && first.height === second.height) return null
  const [larger, smaller] = isLarger(second, first) ? [second, first] : [first, second]
  const shapes = first.width / first.height / (second.width / second.height)
  const how = Math.abs(shapes - 1) < 0.005 ? 'scaled up to' : 'fitted into'
  return `${toPixels(first)} against ${toPixels(second)}: ${toPixels(smaller)} is ${how} ${toPixels(larger)}`
}

export function isLarger(one: Size, other: Size): boolean {
  return one.width * one.height > other.width * other.height
}
