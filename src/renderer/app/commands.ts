// The application's overlays and inspector, and the shortcuts, which the keyboard, their list and the palette share.
import { useEffect } from 'react'
import { create } from 'zustand'
import { isMac } from '../components/Kbd'
import { useMediaQuery } from '../components/use-media-query'
import { stopOpenAnswer } from '../state/chat-actions'
import {
  openNew,
  openPanel,
  type PanelId,
  panelIds,
  setInspectorOpen,
  toggleListPane,
  useNavigation,
} from '../state/navigation'

/** The inspector is an overlay in windows without space for it beside the work. */
type Overlay = 'palette' | 'shortcuts' | 'inspector' | null

export const useOverlay = create<{ overlay: Overlay }>()(() => ({ overlay: null }))

export function openOverlay(overlay: Overlay) {
  useOverlay.setState({ overlay })
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

export function toggleInspector() {
  if (window.matchMedia(wideWindow).matches)
    setInspectorOpen(!(useNavigation.getState().inspectorOpen ?? true))
  else openOverlay(useOverlay.getState().overlay === 'inspector' ? null : 'inspector')
}

interface Shortcut {
  /** As shown; `mod` is Command on a Mac, Control elsewhere. */
  readonly keys: string
  readonly name: string
  readonly run: () => void
}

export const shortcuts = {
  palette: { keys: 'mod+k', name: 'Command palette', run: () => openOverlay('palette') },
  newChat: { keys: 'mod+n', name: 'New chat (in Images: new session)', run: openNew },
  inspector: { keys: 'mod+i', name: 'Toggle inspector', run: toggleInspector },
  list: { keys: 'mod+b', name: 'Toggle list', run: toggleListPane },
  stop: { keys: 'escape', name: 'Stop generating', run: () => void stopOpenAnswer() },
  shortcuts: { keys: 'mod+/', name: 'Keyboard shortcuts', run: () => openOverlay('shortcuts') },
} as const satisfies Readonly<Record<string, Shortcut>>

export function toPanelKeys(panel: PanelId): string {
  return `mod+${panelIds.indexOf(panel) + 1}`
}

const allShortcuts: readonly Shortcut[] = [
  ...Object.values(shortcuts),
  ...panelIds.map((panel) => ({ keys: toPanelKeys(panel), name: panel, run: () => openPanel(panel) })),
]

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'isComposing'
>

export function findShortcut(press: KeyPress, onMac: boolean): Shortcut | undefined {
  const { key, ctrlKey, metaKey } = press
  if (press.isComposing || press.shiftKey || press.altKey) return undefined
  if (key === 'Escape') return shortcuts.stop
  const hasMod = onMac ? metaKey && !ctrlKey : ctrlKey && !metaKey
  return hasMod ? allShortcuts.find(({ keys }) => keys === `mod+${key.toLowerCase()}`) : undefined
}

export function useShortcuts() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = findShortcut(event, isMac)
      const isStop = shortcut === shortcuts.stop
      if (!shortcut || (isStop && isInOverlay(event.target))) return
      if (!isStop) event.preventDefault()
      shortcut.run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** There Escape closes. `defaultPrevented` cannot decide, because a tooltip prevents the default as well. */
function isInOverlay(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('[role="dialog"], [role="listbox"], [role="menu"]') !== null
  )
}
