// A picture that the viewer can show, and stepping from one to another.
import type { Turn } from '#shared/schemas/chat'

export interface ViewedPicture {
  /** SHA-256 of the file. */
  readonly media: string
  readonly mimeType: string
  /** The user's words for it: the prompt, a file's name. */
  readonly title: string
  /** The answer that it came with: tells time, tokens and model. */
  readonly turn?: Turn | undefined
  /** Where it is not given, what the answer was asked for with. */
  readonly asked?: AskedSize | undefined
}

export interface AskedSize {
  /** `16:9` */
  readonly aspectRatio?: string | undefined
  /** `2K`, `512` */
  readonly imageSize?: string | undefined
}

interface Step {
  readonly index: number
  /** Said where the end was passed; empty elsewhere. */
  readonly told: string
}

export function stepPictures(index: number, by: 1 | -1, count: number): Step {
  const next = index + by
  if (next >= 0 && next < count) return { index: next, told: '' }
  if (count < 2) return { index, told: 'This is the only picture' }
  if (by === 1) return { index: 0, told: `Back at the first of ${count}` }
  return { index: count - 1, told: `At the last of ${count}` }
}

/** Those around it, `most` of them, in their order. */
export function listNeighbours(index: number, count: number, most: number): number[] {
  const window = Array.from({ length: 2 * most + 1 }, (_, each) => index - most + each)
  const others = window.filter((each) => each >= 0 && each < count && each !== index)
  const nearest = others.sort((a, b) => Math.abs(a - index) - Math.abs(b - index) || b - a)
  return nearest.slice(0, most).sort((a, b) => a - b)
}
