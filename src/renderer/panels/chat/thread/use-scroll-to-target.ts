// Scrolls the thread where it was requested: to its end, or to one turn, which is marked for a moment.
import { useEffect, useEffectEvent, useState } from 'react'
import { toastOutcome } from '../../../api/toast-outcome'
import { switchTo } from '../../../state/chat-actions'
import {
  announceArrival,
  clearScrollTarget,
  type ScrollTarget,
  useFocusRequests,
} from '../../../state/focus-requests'
import type { ThreadList } from './use-thread-list'

const markedMs = 2_000

/** Returns the id of the marked turn. */
export function useScrollToTarget(
  conversationId: string,
  branch: readonly string[],
  list: ThreadList,
): string | null {
  const [marked, setMarked] = useState<string | null>(null)
  const target = useFocusRequests(({ scroll }) => (scroll?.conversationId === conversationId ? scroll : null))
  const goToEnd = useEffectEvent(() => list.scrollToEnd())
  const goToTurn = useEffectEvent((turnId: string) => {
    list.scrollToIndex(branch.indexOf(turnId), { align: 'start' })
    setMarked(turnId)
  })
  const isReachable = target?.turnId ? branch.includes(target.turnId) : false
  useEffect(() => {
    if (!target || target.turnId !== null) return
    goToEnd()
    // A prompt just sent has usually arrived by then; what comes later is followed.
    const frame = requestAnimationFrame(() => {
      goToEnd()
      clearScrollTarget(target)
    })
    return () => cancelAnimationFrame(frame)
  }, [target])
  useEffect(() => {
    if (!target?.turnId) return
    if (!isReachable) return switchToBranchOf(target)
    goToTurn(target.turnId)
    announceArrival(target)
    clearScrollTarget(target)
  }, [target, isReachable])
  const isLeft = marked !== null && !branch.includes(marked)
  // If it is shown again later, it is not the result of the search.
  useEffect(() => {
    if (isLeft) setMarked(null)
  }, [isLeft])
  useEffect(() => {
    if (!marked) return
    const timer = setTimeout(() => setMarked(null), markedMs)
    return () => clearTimeout(timer)
  }, [marked])
  return marked
}

function switchToBranchOf(target: ScrollTarget) {
  if (!target.turnId) return
  const switched = switchTo(target.conversationId, target.turnId)
  switched.catch(() => clearScrollTarget(target))
  toastOutcome(switched)
}
