// Shared by the notices of Chat and Images about an answer that failed, was blocked, or ended early.
import type { Turn } from '#shared/schemas/chat'

export interface PlainReason {
  readonly title: string
  /** Advice for the user. */
  readonly advice?: string
}

/** `promptFeedback.blockReason` values as sentence fragments. */
const blockReasons: Readonly<Record<string, string>> = {
  SAFETY: 'safety filters',
  BLOCKLIST: 'contains a blocked term',
  PROHIBITED_CONTENT: 'contains prohibited content',
  IMAGE_SAFETY: 'image safety filters',
  OTHER: 'no reason given',
  BLOCK_REASON_UNSPECIFIED: 'no reason given',
}

/** Returns an unknown name unchanged. */
export function describeBlock(reason: string): string {
  return blockReasons[reason] ?? reason
}

/** The first sentence of a message of at least two; undefined for others. */
export function splitFirstSentence(message: string): { first: string; rest: string } | undefined {
  const [, first, rest] = /^(.*?[.!?])\s+(.+)$/s.exec(message) ?? []
  return first && rest ? { first, rest } : undefined
}

/** Milliseconds since 1970, measured from the end of the answer, which is when the error was received. */
export function findRetryTime({ error, createdAt, times }: Turn): number | undefined {
  return error?.retryAfter === undefined
    ? undefined
    : createdAt + (times.total ?? 0) + error.retryAfter * 1000
}

/** The service's own message about the end. */
export function readFinishMessage({ metadata }: Turn): { detail?: string } {
  const message = metadata?.finishMessage
  return typeof message === 'string' && message.trim() ? { detail: message } : {}
}
