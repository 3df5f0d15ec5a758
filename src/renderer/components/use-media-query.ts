// Media queries, and the window sizes at which the layout changes; those that only styles need are in `app.css`.
import { useSyncExternalStore } from 'react'

/** Below this width there is space for one column beside the rail. */
export const narrowWindow = '(width < 720px)'
/** Below this height space is scarce, as in a normal window at 200% zoom. */
export const shortWindow = '(height < 480px)'

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
  )
}
