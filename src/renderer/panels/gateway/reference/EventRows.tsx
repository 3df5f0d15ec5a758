// The events of a stream as they arrive, with their times; each opens to its JSON.
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatDuration } from '../../../components/format'
import { joinClasses } from '../../../components/join-classes'
import { afterPaint } from '../../../state/scheduling'
import { parse } from './read-response'
import type { TimedText } from './reference-run'

/** A list that is scrolled to its end, within this many pixels, stays there while events arrive. */
const endDistance = 40

export function EventRows({ texts }: { texts: readonly TimedText[] }) {
  const scroller = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const list = useVirtualizer({
    count: texts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 26,
    overscan: 12,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new events scroll, opened ones don't.
  useEffect(() => {
    if (isAtEnd.current && texts.length > 0) list.scrollToIndex(texts.length - 1, { align: 'end' })
  }, [texts.length])
  const toggle = (index: number) => {
    setOpen((before) => {
      const after = new Set(before)
      if (!after.delete(index)) after.add(index)
      return after
    })
    // Once its new height is known.
    if (!open.has(index)) afterPaint(() => list.scrollToIndex(index, { align: 'auto' }))
  }
  return (
    <section
      ref={scroller}
      aria-label="Event list"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < endDistance
      }}
      className="min-h-40 flex-1 overflow-y-auto rounded-md border border-line-strong bg-raised max-xl:max-h-96 focus-visible:outline-offset-[-2px]"
    >
      <div className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, start }) => {
          const text = texts[index]
          return (
            text && (
              <div
                key={key}
                ref={list.measureElement}
                data-index={index}
                className="absolute inset-x-0 top-0 border-line border-b"
                style={{ transform: `translateY(${start}px)` }}
              >
                <EventRow
                  event={text}
                  gap={index === 0 ? null : text.at - (texts[index - 1]?.at ?? 0)}
                  isOpen={open.has(index)}
                  onToggle={() => toggle(index)}
                />
              </div>
            )
          )
        })}
      </div>
    </section>
  )
}

interface EventRowProps {
  readonly event: TimedText
  /** Milliseconds since the event before; null for the first one. */
  readonly gap: number | null
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function EventRow({ event: { at, text, answerText }, gap, isOpen, onToggle }: EventRowProps) {
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex h-6.5 w-full items-center gap-2 px-2 text-left text-sm hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <ChevronRight
          size={14}
          aria-hidden="true"
          className={joinClasses('shrink-0 text-faint transition-transform', isOpen && 'rotate-90')}
        />
        <span className="w-16 shrink-0 text-right tabular-nums">{formatDuration(at)}</span>
        <span className="w-18 shrink-0 text-right text-faint tabular-nums">
          {gap !== null && `+${formatDuration(gap)}`}
        </span>
        <span
          className={joinClasses(
            'min-w-0 flex-1 truncate whitespace-pre',
            answerText ? '' : 'font-mono text-faint text-xs',
          )}
        >
          {toLine(answerText || text)}
        </span>
      </button>
      {isOpen && (
        <pre className="selectable max-h-80 overflow-y-auto whitespace-pre-wrap border-line border-t bg-sunken px-3 py-2 font-mono text-xs [overflow-wrap:anywhere]">
          {indent(text)}
        </pre>
      )}
    </>
  )
}

/** The start of the text. */
function toLine(text: string): string {
  return text.slice(0, 300).replaceAll('\n', '↵')
}

export function indent(text: string): string {
  const value = parse(text)
  return value === undefined ? text : JSON.stringify(value, null, 2)
}
