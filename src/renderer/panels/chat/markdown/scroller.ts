// What scrolls an answer, handed down to its parts: looking for it would have the styles of all around them computed.
import { createContext, type RefObject } from 'react'

export interface Scrolling {
  readonly element: RefObject<HTMLElement | null>
  /** Pixels by which the view is about to follow what has grown below it; 0 where it stays. */
  readonly ahead: () => number
  /** Goes along with what has changed its height above the view: nobody has scrolled. */
  readonly shift: (by: number) => void
}

/** Null where nothing scrolls: there all is drawn at once. */
export const Scroller = createContext<Scrolling | null>(null)
