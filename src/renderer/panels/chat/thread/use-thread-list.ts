// The thread as a virtual list, which follows its end while it is in view, and opens where the user was reading.
import { type ReactVirtualizer, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import type { Turn } from '#shared/schemas/chat'
import { findTurn, pickMissingTurns } from '../../../state/fold-chat'
import { fetchInView, readChat, useChat } from '../../../state/live-chat'
import { collapsedLines, isLongPrompt } from './turn-view'
import { endThreshold } from './use-stick-to-bottom'

export type ThreadList = ReactVirtualizer<HTMLElement, HTMLElement>
type List = Parameters<NonNullable<ThreadList['shouldAdjustScrollPositionOnItemSizeChange']>>[2]

export function useThreadList(
  conversationId: string,
  branch: readonly string[],
  scroller: RefObject<HTMLElement | null>,
): ThreadList {
  const [opened] = useState(() => readChat(conversationId))
  const [position] = useState(() => findReadingPosition(conversationId))
  // A new function would make the list process all turns again.
  const getItemKey = useCallback((index: number) => branch[index] ?? index, [branch])
  // Estimates of the turns as first opened: a later estimate would move the visible content.
  const estimateSize = useCallback(
    (index: number) => estimateHeight(findTurn(opened, branch[index] ?? '')),
    [opened, branch],
  )
  const isEnd = useChat(conversationId, (chat) => chat.isEnd)
  const list: ThreadList = useVirtualizer({
    count: branch.length,
    getScrollElement: () => scroller.current,
    getItemKey,
    estimateSize,
    // At first only the end is rendered; the surroundings of the view follow with the whole branch.
    overscan: isEnd ? 0 : 4,
    gap: 12,
    paddingStart: 24,
    paddingEnd: 24,
    scrollPaddingStart: 24,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: endThreshold,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    initialOffset: () => position?.top ?? Number.MAX_SAFE_INTEGER,
    initialMeasurementsCache: position?.measurements ?? [],
  })
  list.shouldAdjustScrollPositionOnItemSizeChange = shouldAdjustScroll
  useFetchInView(conversationId, list)
  useLayoutEffect(() => {
    const element = scroller.current
    saveReadingPosition(conversationId, null)
    return () => {
      if (!element) return
      const { scrollTop: top, scrollHeight, clientHeight } = element
      const isAtEnd = scrollHeight - top - clientHeight <= endThreshold
      saveReadingPosition(conversationId, isAtEnd ? null : { top, measurements: list.takeSnapshot() })
    }
  }, [conversationId, scroller, list])
  return list
}

/**
 * A turn that changes its height above the view must not move the view. A turn that reaches into the view grows
 * downwards, like a streamed answer, unless it replaces its skeleton: the user has seen the skeleton's lower end.
 */
function shouldAdjustScroll({ start, end, size }: VirtualItem, _delta: number, list: List): boolean {
  const top = list.scrollOffset ?? 0
  return end <= top || (start < top && size === skeletonHeight)
}

/** Fetches turns near the view. */
function useFetchInView(conversationId: string, list: ThreadList) {
  // Computed, because `list.range` is still that of the previous branch.
  const { startIndex: from, endIndex: to } = list.calculateRange() ?? { startIndex: 0, endIndex: 0 }
  const missing = useChat(conversationId, (chat) => pickMissingTurns(chat, { from, to }).join(' '))
  useEffect(() => {
    if (missing) fetchInView(conversationId, { from, to })
  }, [conversationId, missing, from, to])
}

/** Height of the skeleton of a turn that is not loaded yet. */
export const skeletonHeight = 144

const lineLength = 90
const lineHeight = 24
const frame = { user: 72, model: 80 }
const pictureHeight = 280

/** In pixels, until the turn is measured. Accurate enough that the scrollbar does not jump. */
function estimateHeight(turn: Turn | undefined): number {
  if (!turn) return skeletonHeight
  const maxLines = turn.role === 'user' && isLongPrompt(turn) ? collapsedLines : Number.POSITIVE_INFINITY
  const height = turn.parts.reduce((sum, part) => {
    if (part.thought) return sum
    if (part.text === undefined) return sum + pictureHeight
    return sum + Math.min(maxLines, Math.ceil(part.text.length / lineLength)) * lineHeight
  }, frame[turn.role])
  return Math.min(height, 4_000)
}

interface ReadingPosition {
  readonly top: number
  /** The measured heights, without which the same position would be another place. */
  readonly measurements: VirtualItem[]
}

const maxChats = 20
/** By conversation; those that were left at their end have none. */
const positions = new Map<string, ReadingPosition>()

export function findReadingPosition(conversationId: string): ReadingPosition | undefined {
  return positions.get(conversationId)
}

function saveReadingPosition(conversationId: string, position: ReadingPosition | null) {
  positions.delete(conversationId)
  if (position) positions.set(conversationId, position)
  const [oldest] = positions.keys()
  if (positions.size > maxChats && oldest !== undefined) positions.delete(oldest)
}
