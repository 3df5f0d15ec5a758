// What the notices of Chat and of Images share about an answer that failed, was blocked, or ended early.
import type { Turn } from '#shared/schemas/chat'

export interface PlainReason {
  readonly title: string
  /** What to do about it. */
  readonly advice?: string
}

/** Names of `promptFeedback.blockReason`, as half sentences. */
const blockReasons: Readonly<Record<string, string>> = {
  SAFETY: 'safety filters',
  BLOCKLIST: 'contains a blocked term',
  PROHIBITED_CONTENT: 'contains prohibited content',
  IMAGE_SAFETY: 'image safety filters',
  OTHER: 'no reason given',
  BLOCK_REASON_UNSPECIFIED: 'no reason given',
}

/** An unknown name is shown as it came. */
export function describeBlock(reason: string): string {
  return blockReasons[reason] ?? reason
}

/** The first sentence of a message of at least two; undefined for others. */
export function splitFirstSentence(message: string): { first: string; rest: string } | undefined {
  const [, first, rest] = /^(.*?[.!?])\s+(.+)$/s.exec(message) ?? []
  return first && rest ? { first, rest } : undefined
}

/** Milliseconds since 1970, counted from the end of the answer, which is when the error came. */
export function findRetryTime({ error, createdAt, times }: Turn): number | undefined {
  return error?.retryAfter === undefined
    ? undefined
    : createdAt + (times.total ?? 0) + error.retryAfter * 1000
}

/** The service's own words about the end. */
export function readFinishMessage({ metadata }: Turn): { detail?: string } {
  const message = metadata?.finishMessage
  return typeof message === 'string' && message.trim() ? { detail: message } : {}
}
