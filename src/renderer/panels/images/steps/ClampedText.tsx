// Text of two lines, expandable.
import { useLayoutEffect, useRef, useState } from 'react'
import { joinClasses } from '../../../components/join-classes'
import { MarkdownText } from '../../../components/MarkdownText'

interface ClampedTextProps {
  readonly className?: string
  readonly isMarkdown?: boolean
  readonly children: string
}

export function ClampedText({ className = '', isMarkdown, children }: ClampedTextProps) {
  const element = useRef<HTMLSpanElement>(null)
  const [isExpanded, setExpanded] = useState(false)
  const [isClipped, setClipped] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer text may be clipped in a box of the same size.
  useLayoutEffect(() => {
    const { current } = element
    if (!current || isExpanded) return
    const observer = new ResizeObserver(() => setClipped(current.scrollHeight > current.clientHeight + 1))
    observer.observe(current)
    return () => observer.disconnect()
  }, [isExpanded, children])
  return (
    <span className={joinClasses('flex items-end gap-1', className)}>
      <span
        ref={element}
        dir="auto"
        className={joinClasses(
          'selectable min-w-0 flex-1 self-start [overflow-wrap:anywhere]',
          !isMarkdown && 'whitespace-pre-line',
          isExpanded ? 'block' : 'line-clamp-2',
        )}
      >
        {isMarkdown ? <MarkdownText text={children} /> : children}
      </span>
      {(isClipped || isExpanded) && (
        <button
          type="button"
          aria-expanded={isExpanded}
          aria-label={isExpanded ? 'Show less text' : 'Show more text'}
          className="shrink-0 rounded-sm px-0.5 text-accent text-xs leading-4 hover:underline"
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? 'Show less' : 'Show more'}
        </button>
      )}
    </span>
  )
}
