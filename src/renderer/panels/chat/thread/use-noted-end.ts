// Notes whether the end of the thread, where answers grow, is in sight or near it.
import { type RefObject, useEffect } from 'react'
import { setEndInView } from '../../../state/live-chat'

/** Of the view's height, below it: whoever scrolls down finds what has grown. */
const margin = '50%'

export function useNotedEnd(
  conversationId: string,
  scroller: RefObject<HTMLElement | null>,
  end: RefObject<HTMLElement | null>,
) {
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(
      (entries) => setEndInView(conversationId, entries.at(-1)?.isIntersecting ?? true),
      { root: scroller.current, rootMargin: `${margin} 0px` },
    )
    observer.observe(end.current)
    return () => {
      observer.disconnect()
      setEndInView(conversationId, true)
    }
  }, [conversationId, scroller, end])
}
