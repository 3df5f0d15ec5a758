// The turns of a conversation: only those in view exist, and the end is followed while it is in view.
import { ArrowDown } from 'lucide-react'
import { type ComponentType, useRef } from 'react'
import { Button } from '../../../components/Button'
import { Scroller } from '../markdown/scroller'
import { useIsAtEnd } from './use-is-at-end'
import { useKeptEnd } from './use-kept-end'
import { useNotedEnd } from './use-noted-end'
import { nearEnd, useThreadList } from './use-thread-list'
import { useThreadPlace } from './use-thread-place'

export interface TurnRowProps {
  readonly conversationId: string
  readonly turnId: string
  /** Of the branch. */
  readonly isLast: boolean
  /** It was looked for, and found here. */
  readonly isMarked: boolean
  readonly toModelName: (model: string | null) => string
}

interface ThreadProps {
  readonly conversationId: string
  readonly branch: readonly string[]
  /** Draws one turn. Follows the conversation by itself: that the list moves or grows is nothing to it. */
  readonly Row: ComponentType<TurnRowProps>
  readonly toModelName: (model: string | null) => string
}

export function Thread({ conversationId, branch, Row, toModelName }: ThreadProps) {
  const scroller = useRef<HTMLElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const list = useThreadList(conversationId, branch, scroller)
  const marked = useThreadPlace(conversationId, branch, list)
  const isAtEnd = useIsAtEnd(scroller, nearEnd)
  const scrolling = useKeptEnd(scroller, nearEnd)
  useNotedEnd(conversationId, scroller, end)
  const jumpToLatest = () => {
    // The button goes away once the end is in view, and would take the focus with it.
    scroller.current?.focus({ preventScroll: true })
    list.scrollToEnd()
  }
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scroller}
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        // With a ground of its own and no gutter it is moved as it was drawn, and not drawn anew with each step.
        className="h-full overflow-y-scroll bg-canvas [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
      >
        <Scroller value={scrolling}>
          <div ref={list.containerRef} className="relative w-full">
            {list.getVirtualItems().map((item) => {
              const turnId = branch[item.index] ?? ''
              return (
                <div
                  key={item.key}
                  ref={list.measureElement}
                  data-index={item.index}
                  // As far from both edges: the scrollbar takes 12 px.
                  className="absolute top-0 left-0 w-full pr-6 pl-9"
                >
                  <Row
                    conversationId={conversationId}
                    turnId={turnId}
                    isLast={item.index === branch.length - 1}
                    isMarked={turnId === marked}
                    toModelName={toModelName}
                  />
                </div>
              )
            })}
            <div ref={end} className="absolute bottom-0 h-px w-full" />
          </div>
        </Scroller>
      </section>
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
