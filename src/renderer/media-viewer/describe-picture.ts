// A picture that the viewer can show, with texts about its size, its file, its tokens and generation time.

import type { Turn } from '#shared/schemas/chat'
import { formatBytes, formatCount, formatDuration } from '../components/format'
import type { Size } from './picture-view'

/** Sides differ by a few pixels from the ratio: models draw in blocks of 8, 16 or 32. */
const ratioTolerance = 0.035
/** Tiers are a factor of two apart; a 1K picture has 1024 × 1024 pixels, or as many in another ratio. */
const tierTolerance = 1.3

interface RequestedSizeCheck {
  /** Undefined if the requested size cannot be measured. */
  readonly matches: boolean | undefined
  readonly text: string
}

/** Returns null if no size was requested. */
export function compareWithRequested(
  requested: RequestedSize | undefined,
  size: Size,
): RequestedSizeCheck | null {
  const text = [requested?.aspectRatio, requested?.imageSize].filter(Boolean).join(' at ')
  if (!requested || !text) return null
  const checks = [matchesRatio(requested.aspectRatio, size), matchesTier(requested.imageSize, size)]
  if (checks.includes(false)) {
    return { matches: false, text: `Requested ${text}, received ${toPixels(size)}` }
  }
  if (checks.includes(true)) return { matches: true, text: `${text}, as requested` }
  return { matches: undefined, text: `Requested ${text}` }
}

/** `1376 × 768` */
export function toPixels({ width, height }: Size): string {
  return `${width} × ${height}`
}

/** The known facts about the file and its answer, always in the same order. */
export function listFacts(
  { mimeType, turn }: ViewedPicture,
  file: { readonly mimeType: string; readonly bytes: number } | null | undefined,
) {
  const tokens = turn?.usage?.candidatesTokenCount
  const facts: readonly (readonly [string, string | null | undefined | false])[] = [
    ['Type', nameType(file?.mimeType || mimeType)],
    ['File size', file?.bytes ? formatBytes(file.bytes) : null],
    ['Generation time', typeof turn?.times.total === 'number' && formatDuration(turn.times.total)],
    ['Tokens', tokens !== undefined && `${formatCount(tokens)} output`],
    ['Model', turn?.modelVersion ?? turn?.model],
  ]
  return facts.flatMap(([name, value]) => (value ? [{ name, value }] : []))
}

/** `PNG` */
export function nameType(mimeType: string): string {
  const [, kind = ''] = (mimeType.split(';')[0] ?? '').split('/')
  return kind.replace(/^x-|\+.*$/g, '').toUpperCase() || 'unknown type'
}

/** Parses `16:9` into width over height; undefined if it is not a ratio. */
export function parseRatio(text: string | undefined): number | undefined {
  const [, width, height] = /^(\d+(?:\.\d+)?)\s*:\s*(\d+(?:\.\d+)?)$/.exec(text?.trim() ?? '') ?? []
  const ratio = Number(width) / Number(height)
  return Number.isFinite(ratio) && ratio > 0 ? ratio : undefined
}

function matchesRatio(text: string | undefined, { width, height }: Size): boolean | undefined {
  const ratio = parseRatio(text)
  return ratio === undefined ? undefined : Math.abs(width / height / ratio - 1) <= ratioTolerance
}

/** `1K` is a side of 1024 pixels, `512` of 512. */
function matchesTier(tier: string | undefined, { width, height }: Size): boolean | undefined {
  const [, count, thousands] = /^(\d+(?:\.\d+)?)(K?)$/i.exec(tier?.trim() ?? '') ?? []
  const side = Number(count) * (thousands ? 1024 : 1)
  if (!Number.isFinite(side) || side <= 0) return undefined
  const factor = Math.sqrt(width * height) / side
  return factor <= tierTolerance && factor >= 1 / tierTolerance
}

/** Returns null if both pictures have the same size. */
export function compareSizes(first: Size, second: Size): string | null {
  if (first.width === second.width && first.height === second.height) return null
  const [larger, smaller] = isLarger(second, first) ? [second, first] : [first, second]
  const shapes = first.width / first.height / (second.width / second.height)
  const scaled = Math.abs(shapes - 1) < 0.005 ? 'scaled up to' : 'fitted into'
  return `${toPixels(first)} vs. ${toPixels(second)}: ${toPixels(smaller)} ${scaled} ${toPixels(larger)}`
}

export function isLarger(one: Size, other: Size): boolean {
  return one.width * one.height > other.width * other.height
}

export interface ViewedPicture {
  /** SHA-256 of the file. */
  readonly media: string
  readonly mimeType: string
  /** The prompt, or the file's name. */
  readonly title: string
  /** The answer that contains it, with its time, tokens and model. */
  readonly turn?: Turn | undefined
  /** Whether the built-in demo generated it; defaults to the answer's provider. */
  readonly isDemo?: boolean | undefined
  /** Defaults to the answer's parameters. */
  readonly requested?: RequestedSize | undefined
}

export interface RequestedSize {
  /** `16:9` */
  readonly aspectRatio?: string | undefined
  /** `2K`, `512` */
  readonly imageSize?: string | undefined
}

/** Wraps around at both ends, and then returns an announcement; otherwise the announcement is empty. */
export function stepPictures(index: number, by: 1 | -1, count: number) {
  const next = index + by
  if (next >= 0 && next < count) return { index: next, announcement: '' }
  if (count < 2) return { index, announcement: 'This is the only image' }
  if (by === 1) return { index: 0, announcement: `First of ${formatCount(count)}` }
  return { index: count - 1, announcement: `Last of ${formatCount(count)}` }
}

/** Returns the nearest `max` indexes around `index`, in ascending order. */
export function listNeighbors(index: number, count: number, max: number): number[] {
  const window = Array.from({ length: 2 * max + 1 }, (_, each) => index - max + each)
  const others = window.filter((each) => each >= 0 && each < count && each !== index)
  const nearest = others.sort((a, b) => Math.abs(a - index) - Math.abs(b - index) || b - a)
  return nearest.slice(0, max).sort((a, b) => a - b)
}
