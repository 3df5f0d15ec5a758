// How much of a request a draft takes: its files as Base64, and the conversation before it.
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Turn } from '#shared/schemas/chat'
import type { Draft } from '#shared/schemas/draft'
import { desktop } from '../api/desktop'
import { findTurn } from '../state/fold-chat'
import { readChat, useChat } from '../state/live-chat'
import { mediaFileSize } from '../state/media-files'

export interface RequestSize {
  /** Of the whole request. */
  readonly bytes: number
  /** Of them, those of the conversation before this prompt, as far as they are known. */
  readonly before: number
  readonly limit: number
  readonly isTooLarge: boolean
  /** Some services take less than the gateway does (wire §9.2). */
  readonly isLargeForSome: boolean
}

interface SizeInputs {
  /** Bytes of the conversation before this prompt. */
  readonly before: number
  readonly limitMegabytes: number
}

const megabyte = 1_048_576
/** What older services take inline. */
const smallLimit = 20 * megabyte
/** Names, quotes and braces around each file. */
const frame = 100

export function measureRequest(
  { text, attachments }: Pick<Draft, 'text' | 'attachments'>,
  { before, limitMegabytes }: SizeInputs,
): RequestSize {
  const files = attachments.map(
    (one) => (one.kind === 'file' ? toBase64Length(one.bytes) : one.uri.length) + frame,
  )
  const own = files.reduce((sum, each) => sum + each, new TextEncoder().encode(text).length)
  const bytes = before + own
  const limit = limitMegabytes * megabyte
  return { bytes, before, limit, isTooLarge: bytes > limit, isLargeForSome: bytes > smallLimit }
}

/** It would go without the conversation before it. */
export function isTooLargeHere({ bytes, before, limit }: RequestSize): boolean {
  return bytes > limit && bytes - before <= limit
}

export function toBase64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4
}

/** In bytes, up to this turn; 0 until it is known, and if there is nothing to measure. */
export function useHistorySize(conversationId: string | null, last: string | undefined): number {
  const isGrowing = useChat(conversationId, (chat) => last !== undefined && chat.running.has(last))
  const { data = 0 } = useQuery({
    queryKey: ['size of the history', conversationId, last, isGrowing],
    queryFn: conversationId && last ? () => measureHistory(conversationId, last) : skipToken,
  })
  return data
}

/** The request of the last answer, and the files that the answer holds. */
async function measureHistory(conversationId: string, turnId: string): Promise<number> {
  const { body, media } = await desktop.chat.request({ conversationId, turnId })
  const turn = findTurn(readChat(conversationId), turnId)
  const answered = await Promise.all(listFiles(turn).map(mediaFileSize))
  const files = [...media.map(({ bytes }) => bytes), ...answered]
  const text = new TextEncoder().encode(body).length
  return files.reduce((sum, bytes) => sum + toBase64Length(bytes), text)
}

/** Of an answer; those of a prompt are in its request. */
function listFiles(turn: Turn | undefined): string[] {
  if (turn?.role !== 'model') return []
  return turn.parts.flatMap(({ inlineData, inline_data }) => {
    const media = (inlineData ?? inline_data)?.media
    return typeof media === 'string' ? [media] : []
  })
}
