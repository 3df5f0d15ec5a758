// Takes the thread to where it is wished: to its end, or to one turn, which is marked for a moment.
import { useEffect, useEffectEvent, useState } from 'react'
import { switchTo } from '../../../state/chat-actions'
import {
  announceArrival,
  clearScrollTarget,
  type ScrollTarget,
  useFocusRequests,
} from '../../../state/focus-requests'
import { tellFailure } from './tell-failure'
import type { ThreadList } from './use-thread-list'

const markedFor = 2_000

/** Resolves to the marked turn's id. */
export function useThreadPlace(
  conversationId: string,
  branch: readonly string[],
  list: ThreadList,
): string | null {
  const [marked, setMarked] = useState<string | null>(null)
  const wish = useFocusRequests(({ scroll }) => (scroll?.conversationId === conversationId ? scroll : null))
  const goToEnd = useEffectEvent(() => list.scrollToEnd())
  const goToTurn = useEffectEvent((turnId: string) => {
    list.scrollToIndex(branch.indexOf(turnId), { align: 'start' })
    setMarked(turnId)
  })
  const isReachable = wish?.turnId ? branch.includes(wish.turnId) : false
  useEffect(() => {
    if (!wish || wish.turnId !== null) return
    goToEnd()
    // What was sent is most often here by then; what comes later is followed, for the end is kept.
    const frame = requestAnimationFrame(() => {
      goToEnd()
      clearScrollTarget(wish)
    })
    return () => cancelAnimationFrame(frame)
  }, [wish])
  useEffect(() => {
    if (!wish?.turnId) return
    if (!isReachable) return switchFor(wish)
    goToTurn(wish.turnId)
    announceArrival(wish)
    clearScrollTarget(wish)
  }, [wish, isReachable])
  const isLeft = marked !== null && !branch.includes(marked)
  // Found again by other ways it is not what was looked for.
  useEffect(() => {
    if (isLeft) setMarked(null)
  }, [isLeft])
  useEffect(() => {
    if (!marked) return
    const timer = setTimeout(() => setMarked(null), markedFor)
    return () => clearTimeout(timer)
  }, [marked])
  return marked
}

/** The turn stands in another branch; the switch brings it here. */
function switchFor(wish: ScrollTarget) {
  if (!wish.turnId) return
  switchTo(wish.conversationId, wish.turnId).catch((error) => {
    clearScrollTarget(wish)
    tellFailure(error)
  })
}
