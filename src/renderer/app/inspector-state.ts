// Whether the inspector is open: as the user left it, else by the room there is.
import { useEffect } from 'react'
import { narrowWindow, useMediaQuery } from '../components/use-media-query'
import { setInspectorOpen, useNavigation } from '../state/navigation'

/** From here on it stands beside the work; below, it lies over it. */
const roomy = '(width >= 1180px)'

export function useInspectorOpen(): boolean {
  const chosen = useNavigation((navigation) => navigation.inspectorOpen)
  const hasRoom = useMediaQuery(roomy)
  const isNarrow = useMediaQuery(narrowWindow)
  useEffect(() => {
    // Here it would lie over so much of the work that it must be called for.
    if (isNarrow && useNavigation.getState().inspectorOpen) setInspectorOpen(null)
  }, [isNarrow])
  return chosen ?? hasRoom
}

export function toggleInspector() {
  setInspectorOpen(!(useNavigation.getState().inspectorOpen ?? window.matchMedia(roomy).matches))
}
