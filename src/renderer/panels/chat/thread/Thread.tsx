// The turns of a conversation: renders only those in view, and follows the end while it is in view.
import { ArrowDown } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import {
  announceArrival,
  clearScrollTarget,
  type ScrollTarget,
  useFocusRequests,
} from '../../../state/focus-requests'
import { useChat } from '../../../state/live-chat'
import { Finding } from '../find/FindBar'
import { markHit } from '../find/find-state'
import { warmMarkdown } from '../markdown/MarkdownBlock'
import { ScrollerContext } from '../markdown/use-near-viewport'
import { ThreadMenu } from './TurnActions'
import { TurnRow } from './TurnRow'
import { useStickToBottom } from './use-stick-to-bottom'
import { type ThreadList, useThreadList } from './use-thread-list'

export function Thread({ conversationId }: { conversationId: string }) {
  const section = useRef<HTMLElement>(null)
  const branch = useChat(conversationId, (chat) => chat.branch)
  const list = useThreadList(conversationId, branch, section)
  const marked = useScrollToTarget(conversationId, branch, list)
  // While the first answer is awaited.
  useEffect(warmMarkdown, [])
  const { scroller, isAtEnd } = useStickToBottom(conversationId, section)
  const jumpToLatest = () => {
    // The button disappears once the end is in view, and the focus would disappear with it.
    section.current?.focus({ preventScroll: true })
    list.scrollToEnd()
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <Finding conversationId={conversationId} thread={section} list={list} />
      <ThreadMenu conversationId={conversationId}>
        <section
          ref={section}
          aria-label="Messages"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
          tabIndex={0}
          // With an opaque background and no gutter, it scrolls as a layer, without a repaint for each step.
          className="h-full overflow-y-scroll bg-canvas [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
        >
          <ScrollerContext value={scroller}>
            <div ref={list.containerRef} className="relative w-full">
              {list.getVirtualItems().map((item) => {
                const turnId = branch[item.index] ?? ''
                return (
                  <div
                    key={item.key}
                    ref={list.measureElement}
                    data-index={item.index}
                    // The same distance from both edges: the scrollbar is 12 px wide.
                    className="absolute top-0 left-0 w-full pr-6 pl-9"
                  >
                    <TurnRow
                      conversationId={conversationId}
                      turnId={turnId}
                      isLast={item.index === branch.length - 1}
                      isMarked={turnId === marked}
                    />
                  </div>
                )
              })}
            </div>
          </ScrollerContext>
        </section>
      </ThreadMenu>
      {!isAtEnd && (
        <Button
          size="small"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 animate-appear shadow-raised"
          onClick={jumpToLatest}
        >
          <ArrowDown size={14} aria-hidden="true" />
          Jump to latest
        </Button>
      )}
    </div>
  )
}

const markedMs = 2_000

/** Scrolls to the requested end or turn. Returns the id of that turn, which is highlighted briefly. */
function useScrollToTarget(
  conversationId: string,
  branch: readonly string[],
  list: ThreadList,
): string | null {
  const [marked, setMarked] = useState<string | null>(null)
  const target = useFocusRequests(({ scroll }) => (scroll?.conversationId === conversationId ? scroll : null))
  const goToEnd = useEffectEvent(() => list.scrollToEnd())
  const goToTurn = useEffectEvent((turnId: string, terms: readonly string[] = []) => {
    list.scrollToIndex(branch.indexOf(turnId), { align: 'start' })
    setMarked(turnId)
    if (terms.length > 0) markHit(conversationId, turnId, terms)
  })
  const isReachable = target?.turnId ? branch.includes(target.turnId) : false
  useEffect(() => {
    if (!target || target.turnId !== null) return
    goToEnd()
    // A new prompt has usually been added by then; later ones are followed.
    const frame = requestAnimationFrame(() => {
      goToEnd()
      clearScrollTarget(target)
    })
    return () => cancelAnimationFrame(frame)
  }, [target])
  useEffect(() => {
    if (!target?.turnId) return
    if (!isReachable) return switchToBranchOf(target)
    goToTurn(target.turnId, target.terms)
    announceArrival(target)
    clearScrollTarget(target)
  }, [target, isReachable])
  const isOffBranch = marked !== null && !branch.includes(marked)
  // If it is shown again later, it is no longer a search hit.
  useEffect(() => {
    if (isOffBranch) setMarked(null)
  }, [isOffBranch])
  useEffect(() => {
    if (!marked) return
    const timer = setTimeout(() => setMarked(null), markedMs)
    return () => clearTimeout(timer)
  }, [marked])
  return marked
}

function switchToBranchOf(target: ScrollTarget) {
  if (!target.turnId) return
  const switched = desktop.chat.switch({ conversationId: target.conversationId, turnId: target.turnId })
  switched.catch(() => clearScrollTarget(target))
  toastOutcome(switched)
}
