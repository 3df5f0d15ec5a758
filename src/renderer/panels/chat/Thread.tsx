// The turns of a conversation: only those in view exist, and the end is followed while it is in view.
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Boundary } from '../../kit/Boundary'
import { Button } from '../../kit/Button'
import { Notice } from '../../kit/Notice'
import { useTurn } from '../../session/live-chat'
import { Answer } from './Answer'
import { Prompt } from './Prompt'
import { useIsAtEnd } from './use-is-at-end'
import { useKeptEnd } from './use-kept-end'

/** Within this many pixels of the end, the end is followed. */
const nearEnd = 48

interface ThreadProps {
  readonly conversationId: string
  readonly branch: readonly string[]
  readonly toModelName: (model: string | null) => string
}

export function Thread({ conversationId, branch, toModelName }: ThreadProps) {
  const scroller = useRef<HTMLElement>(null)
  const list = useVirtualizer({
    count: branch.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => branch[index] ?? index,
    estimateSize: () => 160,
    overscan: 4,
    gap: 24,
    paddingStart: 24,
    paddingEnd: 24,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: nearEnd,
    initialOffset: () => Number.MAX_SAFE_INTEGER,
  })
  const isAtEnd = useIsAtEnd(scroller, nearEnd)
  useKeptEnd(scroller, isAtEnd, () => list.scrollToEnd())
  const head = branch.at(-1)
  // A new head is a prompt the user has just sent, or its answer: they are looked at, wherever one was reading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is the same object throughout.
  useEffect(() => list.scrollToEnd(), [head])
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
        className="h-full overflow-y-auto [overflow-anchor:none] [scrollbar-gutter:stable_both-edges] focus-visible:outline-offset-[-2px]"
      >
        <div className="relative mx-auto w-full max-w-[784px]" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map((item) => (
            <div
              key={item.key}
              ref={list.measureElement}
              data-index={item.index}
              className="absolute top-0 left-0 flex w-full flex-col px-6"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <TurnView
                conversationId={conversationId}
                turnId={branch[item.index] ?? ''}
                isLast={item.index === branch.length - 1}
                toModelName={toModelName}
              />
            </div>
          ))}
        </div>
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

interface TurnViewProps {
  readonly conversationId: string
  readonly turnId: string
  readonly isLast: boolean
  readonly toModelName: ThreadProps['toModelName']
}

function TurnView({ conversationId, turnId, isLast, toModelName }: TurnViewProps) {
  const turn = useTurn(conversationId, turnId)
  if (!turn) return null
  return (
    <Boundary
      fallback={({ error, retry }) => (
        <Notice
          tone="danger"
          title="This message cannot be shown."
          actions={
            <Button size="small" onClick={retry}>
              Show again
            </Button>
          }
        >
          {error.message}
        </Notice>
      )}
    >
      {turn.role === 'user' ? (
        <Prompt turn={turn} />
      ) : (
        <Answer turn={turn} modelName={toModelName(turn.model)} isLast={isLast} />
      )}
    </Boundary>
  )
}
