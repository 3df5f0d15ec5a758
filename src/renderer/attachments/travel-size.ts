// How much of a request a draft takes, as it will travel: files as Base64, after the conversation before it.
import type { Draft } from '#shared/schemas/draft'

export interface TravelSize {
  /** Of the whole request. */
  readonly bytes: number
  /** Of them, those of the conversation before this prompt, as far as they are known. */
  readonly before: number
  readonly limit: number
  readonly isTooLarge: boolean
  /** Some services take less than the gateway does (wire §9.2). */
  readonly isLargeForSome: boolean
}

interface Surroundings {
  /** Bytes of the conversation before this prompt. */
  readonly before: number
  readonly limitMegabytes: number
}

const megabyte = 1_048_576
/** What older services take inline. */
const smallLimit = 20 * megabyte
/** Names, quotes and braces around each file. */
const frame = 100

export function measureTravel(
  { text, attachments }: Pick<Draft, 'text' | 'attachments'>,
  { before, limitMegabytes }: Surroundings,
): TravelSize {
  const files = attachments.map(
    (one) => (one.kind === 'file' ? toBase64Length(one.bytes) : one.uri.length) + frame,
  )
  const own = files.reduce((sum, each) => sum + each, new TextEncoder().encode(text).length)
  const bytes = before + own
  const limit = limitMegabytes * megabyte
  return { bytes, before, limit, isTooLarge: bytes > limit, isLargeForSome: bytes > smallLimit }
}

/** It would go without the conversation before it. */
export function isTooLargeHere({ bytes, before, limit }: TravelSize): boolean {
  return bytes > limit && bytes - before <= limit
}

export function toBase64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4
}
