// Whether the inspector is open: as the user left it, else by the room there is.
import { useSyncExternalStore } from 'react'
import { setInspectorOpen, useNavigation } from '../session/navigation'

/** From here on it stands beside the work; below, it lies over it. */
const roomy = window.matchMedia('(min-width: 1180px)')

export function useInspectorOpen(): boolean {
  const chosen = useNavigation((navigation) => navigation.inspectorOpen)
  const hasRoom = useSyncExternalStore(
    (tell) => {
      roomy.addEventListener('change', tell)
      return () => roomy.removeEventListener('change', tell)
    },
    () => roomy.matches,
  )
  return chosen ?? hasRoom
}

export function toggleInspector() {
  setInspectorOpen(!(useNavigation.getState().inspectorOpen ?? roomy.matches))
}
