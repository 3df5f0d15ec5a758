// How much of a request the conversation before the next prompt takes: its files travel again with each prompt.
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Turn } from '#shared/schemas/chat'
import { desktop } from '../api/desktop'
import { findTurn } from '../state/fold-chat'
import { measureKeptFile } from '../state/keep-file'
import { readChat, useChat } from '../state/live-chat'
import { toBase64Length } from './travel-size'

/** Bytes of all up to this turn; 0 until they are known, and where nobody asks. */
export function useHistorySize(conversationId: string | null, last: string | undefined): number {
  const isGrowing = useChat(conversationId, (chat) => last !== undefined && chat.running.has(last))
  const { data = 0 } = useQuery({
    queryKey: ['size of the history', conversationId, last, isGrowing],
    queryFn: conversationId && last ? () => measureHistory(conversationId, last) : skipToken,
  })
  return data
}

/** The request that the last answer was asked for with, and the files that it has answered with. */
async function measureHistory(conversationId: string, turnId: string): Promise<number> {
  const { body, media } = await desktop.chat.request({ conversationId, turnId })
  const turn = findTurn(readChat(conversationId), turnId)
  const answered = await Promise.all(listFiles(turn).map(measureKeptFile))
  const files = [...media.map(({ bytes }) => bytes), ...answered]
  const text = new TextEncoder().encode(body).length
  return files.reduce((sum, bytes) => sum + toBase64Length(bytes), text)
}

/** Of an answer; those of a prompt stand in its request. */
function listFiles(turn: Turn | undefined): string[] {
  if (turn?.role !== 'model') return []
  return turn.parts.flatMap(({ inlineData, inline_data }) => {
    const media = (inlineData ?? inline_data)?.media
    return typeof media === 'string' ? [media] : []
  })
}
