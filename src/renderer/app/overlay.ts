// Which of the application's own overlays is open.
import { create } from 'zustand'

export type Overlay = 'palette' | 'shortcuts' | null

export const useOverlay = create<{ overlay: Overlay }>()(() => ({ overlay: null }))

export function openOverlay(overlay: Overlay) {
  useOverlay.setState({ overlay })
}
