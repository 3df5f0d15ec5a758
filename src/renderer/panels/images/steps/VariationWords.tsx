// What the model said beside its picture: two lines of it, and all of it on demand.
import { useLayoutEffect, useRef, useState } from 'react'
import { joinClasses } from '../../../components/join-classes'

export function VariationWords({ text }: { text: string }) {
  const words = useRef<HTMLParagraphElement>(null)
  const [isWhole, setWhole] = useState(false)
  const [isCut, setCut] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer text may be cut in a place of the same size.
  useLayoutEffect(() => {
    const element = words.current
    if (!element || isWhole) return
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWhole, text])
  return (
    <div className="flex min-h-8 items-end gap-1 text-soft text-sm">
      <p
        ref={words}
        className={joinClasses(
          'selectable min-w-0 flex-1 self-start whitespace-pre-line [overflow-wrap:anywhere]',
          !isWhole && 'line-clamp-2',
        )}
      >
        {text}
      </p>
      {(isCut || isWhole) && (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-label={isWhole ? 'Less of the words' : 'More of the words'}
          className="shrink-0 rounded-sm px-0.5 text-accent text-xs leading-4 hover:underline"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Less' : 'More'}
        </button>
      )}
    </div>
  )
}
