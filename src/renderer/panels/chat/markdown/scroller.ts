// What scrolls an answer, handed down to its parts: looking for it would have the styles of all around them computed.
import { createContext, type RefObject } from 'react'

/** Null where nothing scrolls: there all is drawn at once. */
export const Scroller = createContext<RefObject<HTMLElement | null> | null>(null)
