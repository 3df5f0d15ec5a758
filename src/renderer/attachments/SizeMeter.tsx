// The size of the request for a draft: its files as Base64, and the conversation before it.
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Draft, Turn } from '#shared/schemas/chat'
import { desktop } from '../api/desktop'
import { formatBytes } from '../components/format'
import { joinClasses } from '../components/join-classes'
import { Tooltip } from '../components/Tooltip'
import { findTurn } from '../state/fold-chat'
import { readChat, useChat } from '../state/live-chat'
import { mediaFileSize } from '../state/media-files'

export interface RequestSize {
  /** The whole request. */
  readonly bytes: number
  /** The conversation before this prompt, as far as its size is known; included in `bytes`. */
  readonly historyBytes: number
  readonly limit: number
  readonly isTooLarge: boolean
  /** Some services accept less than the gateway does (wire §9.2). */
  readonly isLargeForSome: boolean
}

interface SizeInputs {
  /** Bytes of the conversation before this prompt. */
  readonly historyBytes: number
  readonly limitMegabytes: number
}

const megabyte = 1_048_576
/** Limit of older services for inline data. */
const smallLimit = 20 * megabyte
/** Names, quotes and braces around each file. */
const overheadPerFile = 100

export function measureRequest(
  { text, attachments }: Pick<Draft, 'text' | 'attachments'>,
  { historyBytes, limitMegabytes }: SizeInputs,
): RequestSize {
  const files = attachments.map(
    (one) => (one.kind === 'file' ? toBase64Length(one.bytes) : one.uri.length) + overheadPerFile,
  )
  const promptBytes = files.reduce((sum, each) => sum + each, new TextEncoder().encode(text).length)
  const bytes = historyBytes + promptBytes
  const limit = limitMegabytes * megabyte
  return { bytes, historyBytes, limit, isTooLarge: bytes > limit, isLargeForSome: bytes > smallLimit }
}

/** The prompt is small enough to be sent without the conversation before it. */
export function fitsWithoutHistory({ bytes, historyBytes, limit }: RequestSize): boolean {
  return bytes > limit && bytes - historyBytes <= limit
}

export function toBase64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4
}

/** In bytes, up to this turn; 0 until it is known, and if there is nothing to measure. */
export function useHistorySize(conversationId: string | null, last: string | undefined): number {
  const isStreaming = useChat(conversationId, (chat) => last !== undefined && chat.running.has(last))
  const { data = 0 } = useQuery({
    queryKey: ['size of the history', conversationId, last, isStreaming],
    queryFn: conversationId && last ? () => measureHistory(conversationId, last) : skipToken,
  })
  return data
}

/** The request of the last answer, and the files in that answer. */
async function measureHistory(conversationId: string, turnId: string): Promise<number> {
  const { body, media } = await desktop.chat.request({ conversationId, turnId })
  const turn = findTurn(readChat(conversationId), turnId)
  const answerBytes = await Promise.all(listFiles(turn).map(mediaFileSize))
  const files = [...media.map(({ bytes }) => bytes), ...answerBytes]
  const text = new TextEncoder().encode(body).length
  return files.reduce((sum, bytes) => sum + toBase64Length(bytes), text)
}

/** Files in an answer; those in a prompt are part of its request. */
function listFiles(turn: Turn | undefined): string[] {
  if (turn?.role !== 'model') return []
  return turn.parts.flatMap(({ inlineData, inline_data }) => {
    const media = (inlineData ?? inline_data)?.media
    return typeof media === 'string' ? [media] : []
  })
}

export function SizeMeter({ size }: { size: RequestSize }) {
  const { bytes, historyBytes, limit, isTooLarge, isLargeForSome } = size
  const share = Math.min(100, (bytes / limit) * 100)
  const part = historyBytes > bytes / 20 ? `${formatBytes(historyBytes)} of this is chat history. ` : ''
  const hint = isLargeForSome
    ? `${part}Files are sent as Base64, which adds about a third. Some providers accept at most 20 MB.`
    : `${part}Files are sent as Base64, which adds about a third.`
  return (
    <Tooltip label={hint} side="top">
      <span
        className={joinClasses(
          'flex shrink-0 items-center gap-1.5 whitespace-nowrap text-xs tabular-nums',
          isTooLarge ? 'text-danger' : 'text-faint',
        )}
      >
        <meter
          aria-label="Prompt size"
          className="sr-only"
          value={bytes}
          max={limit}
          aria-valuetext={`${formatBytes(bytes)} of ${formatBytes(limit)}`}
        />
        <span aria-hidden="true" className="h-1 w-10 overflow-hidden rounded-full bg-hover">
          <span
            className="block h-full rounded-full bg-current"
            style={{ width: `${Math.max(share, 3)}%` }}
          />
        </span>
        {formatBytes(bytes)}
      </span>
    </Tooltip>
  )
}
