// A picture that the viewer can show, and stepping from one to another.
import type { Turn } from '#shared/schemas/chat'
import { formatCount } from '../components/format'

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
