// The application's overlays and inspector.
import { useEffect } from 'react'
import { create } from 'zustand'
import { useMediaQuery } from '../components/use-media-query'
import type { PaletteStep } from '../state/command-handlers'
import { setInspectorOpen, useNavigation } from '../state/navigation'

/** The inspector is an overlay in windows without space for it beside the work. */
type Overlay = 'palette' | 'shortcuts' | 'inspector' | null

interface OverlayState {
  readonly overlay: Overlay
  /** The step that the palette opens with; null for all commands. */
  readonly step: PaletteStep | null
}

export const useOverlay = create<OverlayState>()(() => ({ overlay: null, step: null }))

export function openOverlay(overlay: Overlay) {
  useOverlay.setState({ overlay, step: null })
}

/** For a command with an argument that was chosen elsewhere. */
export function openPaletteAt(step: PaletteStep) {
  useOverlay.setState({ overlay: 'palette', step })
}

/** From this width on the inspector is beside the work; below, it is a drawer. */
const wideWindow = '(width >= 1180px)'

interface InspectorState {
  readonly isOpen: boolean
  readonly isDrawer: boolean
}

/** Beside the work, it is open unless the user has closed it. A drawer opens only on request. */
export function useInspector(): InspectorState {
  const isOpenBeside = useNavigation((navigation) => navigation.inspectorOpen ?? true)
  const isOpenAsDrawer = useOverlay(({ overlay }) => overlay === 'inspector')
  const isDrawer = !useMediaQuery(wideWindow)
  useEffect(() => {
    // Otherwise it would open again when the window becomes narrower later.
    if (!isDrawer && useOverlay.getState().overlay === 'inspector') openOverlay(null)
  }, [isDrawer])
  return { isDrawer, isOpen: isDrawer ? isOpenAsDrawer : isOpenBeside }
}

export function isInspectorOpen(): boolean {
  if (!window.matchMedia(wideWindow).matches) return useOverlay.getState().overlay === 'inspector'
  return useNavigation.getState().inspectorOpen ?? true
}

export function toggleInspector() {
  if (window.matchMedia(wideWindow).matches) setInspectorOpen(!isInspectorOpen())
  else openOverlay(isInspectorOpen() ? null : 'inspector')
}
