// Hands an answer's sources to the marks within its text.
import { createContext, type ReactNode, useContext } from 'react'
import type { Source } from './read-sources'

const Context = createContext<readonly Source[]>([])

export function CitedSources({ sources, children }: { sources: readonly Source[]; children: ReactNode }) {
  return <Context value={sources}>{children}</Context>
}

export function useCitedSources(): readonly Source[] {
  return useContext(Context)
}
