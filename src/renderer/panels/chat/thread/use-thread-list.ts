// The thread as a list of which only what is in view exists, and whose end is followed while it is in view.
import { type ReactVirtualizer, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useState } from 'react'
import { pickMissingTurns } from '../../../state/fetch-turns'
import { findTurn } from '../../../state/fold-chat'
import { fetchInView, readChat, useChat } from '../../../state/live-chat'
import { estimateHeight, skeletonHeight } from './estimate-height'

/** Within this many pixels of the end, the end is followed. */
export const nearEnd = 8

export type ThreadList = ReactVirtualizer<HTMLElement, HTMLElement>
type List = Parameters<NonNullable<ThreadList['shouldAdjustScrollPositionOnItemSizeChange']>>[2]

export function useThreadList(
  conversationId: string,
  branch: readonly string[],
  scroller: RefObject<HTMLElement | null>,
): ThreadList {
  const [opened] = useState(() => readChat(conversationId))
  // Another of these has all turns gone through again.
  const getItemKey = useCallback((index: number) => branch[index] ?? index, [branch])
  // What is fetched later counts once it is measured: else it would move what is looked at.
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
    // The end alone is to be there at once: what is around the view can come with the whole.
    overscan: isEnd ? 0 : 4,
    gap: 12,
    paddingStart: 24,
    paddingEnd: 24,
    scrollPaddingStart: 24,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: nearEnd,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    initialOffset: () => Number.MAX_SAFE_INTEGER,
  })
  list.shouldAdjustScrollPositionOnItemSizeChange = keepsPlace
  useFetching(conversationId, list)
  return list
}

/**
 * What changes its height above the view moves nothing in it. One that reaches into the view grows downwards, like an
 * answer that is written, unless it takes the place of its skeleton: then its lower end is what was looked at.
 */
function keepsPlace({ start, end, size }: VirtualItem, _delta: number, list: List): boolean {
  const top = list.scrollOffset ?? 0
  return end <= top || (start < top && size === skeletonHeight)
}

/** Asks for the turns that come near the view. */
function useFetching(conversationId: string, list: ThreadList) {
  // Looked up anew: with another branch, `list.range` is still that of the rows before.
  const { startIndex: from, endIndex: to } = list.calculateRange() ?? { startIndex: 0, endIndex: 0 }
  const missing = useChat(conversationId, (chat) => pickMissingTurns(chat, { from, to }).join(' '))
  useEffect(() => {
    if (missing) fetchInView(conversationId, { from, to })
  }, [conversationId, missing, from, to])
}
