// The whole application in its window: providers, subscriptions, the shell, overlays, announcements and toasts.
import { QueryClientProvider } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, TriangleAlert, Undo2 } from 'lucide-react'
import { type ComponentType, type CSSProperties, useEffect, useState } from 'react'
import { Toaster } from 'sonner'
import { queryClient } from '../api/query-client'
import { Button } from '../components/Button'
import { useCoveredHeight } from '../components/bottom-bar'
import { CopyButton } from '../components/CopyButton'
import { Dialog } from '../components/Dialog'
import { ErrorBoundary } from '../components/ErrorBoundary'
import { lazyComponent, preloadWhenIdle } from '../components/lazy-component'
import { MarkdownRenderer } from '../components/MarkdownText'
import { TooltipProvider } from '../components/Tooltip'
import { shortWindow, useMediaQuery } from '../components/use-media-query'
import { useChatImport } from '../panels/chat/import/import-state'
import { cancelOpenLink, openLink, splitAtHost, useLinkToOpen } from '../panels/chat/state/link-to-open'
import { toPaneWidth } from '../panes/SidePane'
import { useAnnouncement } from '../state/announcement'
import { openDrafts } from '../state/draft-store'
import { followKeymap } from '../state/keymap'
import { useNavigation } from '../state/navigation'
import { followWelcome } from '../state/welcome'
import { ownChat } from '../state/windows'
import { followCommandStates } from './menu-state'
import { openOverlay, useInspector, useOverlay } from './overlays'
import { idlePreloads, useHasInspector } from './panels'
import { loadPanelCommands, useCommandKeys } from './run-command'
import { PanelFailure, Shell } from './Shell'
import {
  continueAudioImport,
  importOpenedFiles,
  invalidateOnChange,
  serveLoudnessRequests,
  toastIncidents,
} from './subscriptions'

const ImportDialog = lazyComponent(
  async () => (await import('../panels/chat/import/ImportDialog')).ImportDialog,
)
const CommandPalette = lazyComponent(async () => (await import('./palette/CommandPalette')).CommandPalette)
const Markdown = lazyComponent(async () => (await import('../panels/chat/markdown/Markdown')).Markdown)
const ShortcutList = lazyComponent(async () => (await import('./ShortcutList')).ShortcutList)

export function App() {
  useEffect(invalidateOnChange, [])
  useEffect(toastIncidents, [])
  useEffect(() => void openDrafts(), [])
  useEffect(followWelcome, [])
  useEffect(ownChat === null ? serveMainWindow : preloadPalette, [])
  useEffect(followKeymap, [])
  useEffect(followCommandStates, [])
  useCommandKeys()
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <ErrorBoundary fallback={(failure) => <PanelFailure panel="Gen Playground" {...failure} />}>
          <MarkdownRenderer value={Markdown}>
            <Shell />
          </MarkdownRenderer>
          <Overlay name="palette" title="the command palette" Content={CommandPalette} />
          <Overlay name="shortcuts" title="the keyboard shortcuts" Content={ShortcutList} />
          <LinkDialog />
          <Import />
        </ErrorBoundary>
        <Announcer />
        <Toasts />
      </TooltipProvider>
    </QueryClientProvider>
  )
}

/** Work that only the main window does. Returns a function that ends it. */
function serveMainWindow(): () => void {
  const ends = [
    importOpenedFiles(),
    serveLoudnessRequests(),
    continueAudioImport(),
    preloadLater([...idlePreloads, { preload: loadPanelCommands }, CommandPalette]),
  ]
  return () => {
    for (const end of ends) end()
  }
}

function preloadPalette(): () => void {
  return preloadLater([{ preload: loadPanelCommands }, CommandPalette])
}

/** Lets the first view become usable before. */
const preloadDelayMs = 1_000

/** Then the first click on a panel opens it as quickly as the next ones. */
function preloadLater(components: Parameters<typeof preloadWhenIdle>[0]): () => void {
  let cancel: (() => void) | undefined
  const start = () => {
    cancel = preloadWhenIdle(components)
  }
  const timer = setTimeout(start, preloadDelayMs)
  return () => {
    clearTimeout(timer)
    cancel?.()
  }
}

interface OverlayProps {
  readonly name: 'palette' | 'shortcuts'
  /** In a sentence. */
  readonly title: string
  readonly Content: ComponentType
}

/** Not loaded before it is opened for the first time. */
function Overlay({ name, title, Content }: OverlayProps) {
  const isOpen = useOverlay(({ overlay }) => overlay === name)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <ErrorBoundary fallback={(failure) => <OverlayFailure title={title} {...failure} />}>
      <Content />
    </ErrorBoundary>
  )
}

/** Not loaded before something is imported. */
function Import() {
  const isImporting = useChatImport(({ phase }) => phase !== null)
  return isImporting && <ImportDialog />
}

interface OverlayFailureProps {
  readonly title: string
  readonly error: Error
  readonly retry: () => void
}

function OverlayFailure({ title, error, retry }: OverlayFailureProps) {
  const close = () => {
    openOverlay(null)
    retry()
  }
  return (
    <Dialog open onClose={close} title={`Couldn’t show ${title}`}>
      <p className="selectable whitespace-pre-wrap px-5 pb-5 [overflow-wrap:anywhere]">{error.message}</p>
    </Dialog>
  )
}

/** Announces finished work politely to screen readers. */
function Announcer() {
  const text = useAnnouncement((state) => state.text)
  return (
    <div role="status" aria-live="polite" aria-label="Announcements" className="sr-only">
      {text}
    </div>
  )
}

/** Custom properties for the toaster, whose defaults are black and white. */
const toasterStyle = {
  fontFamily: 'inherit',
  // Above a dialog, so that an undo stays reachable, and below menus, which are open only briefly.
  zIndex: 55,
  '--normal-bg': 'var(--raised)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--line-strong)',
  '--border-radius': '8px',
} as const

const toastIcons = {
  success: <CircleCheck size={16} className="text-ok" />,
  error: <CircleAlert size={16} className="text-danger" />,
  warning: <TriangleAlert size={16} className="text-warn" />,
  info: <Undo2 size={16} className="text-soft" />,
}

const statusLineHeight = 28
const gap = 12

/** At the bottom right, but above the panel's controls there, and beside the inspector. */
function Toasts() {
  const isShort = useMediaQuery(shortWindow)
  const isVeryWide = useMediaQuery('(width >= 1900px)')
  const covered = useCoveredHeight((state) => state.height)
  const { isOpen, isDrawer } = useInspector()
  const hasInspector = useHasInspector()
  const paneWidth = useNavigation(({ panes }) => panes.inspector?.width) ?? (isVeryWide ? 320 : 288)
  const inspectorWidth = hasInspector && isOpen && !isDrawer ? toPaneWidth(paneWidth) : '0px'
  const bottom = Math.max(statusLineHeight, covered) + gap
  useEffect(() => {
    // Once the last toast is gone, the toaster returns the focus, which closes a menu that was opened since.
    const release = ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest('button') : null
      if (button === document.activeElement && button?.closest('[data-sonner-toast]')) button.blur()
    }
    window.addEventListener('click', release)
    return () => window.removeEventListener('click', release)
  }, [])
  return (
    <Toaster
      position="bottom-right"
      offset={{ bottom, right: `calc(${inspectorWidth} + ${gap}px)` }}
      mobileOffset={{ bottom, left: gap, right: gap }}
      // More of them would cover everything.
      visibleToasts={isShort ? 1 : 3}
      theme="system"
      duration={8_000}
      closeButton
      icons={toastIcons}
      // CSSProperties does not know custom properties.
      style={toasterStyle as CSSProperties}
      toastOptions={{
        // A dialog disables pointer events elsewhere; an undo must stay reachable.
        style: { pointerEvents: 'auto', fontSize: 'var(--text-base)' },
        actionButtonStyle: {
          background: 'transparent',
          color: 'var(--accent)',
          fontSize: 'inherit',
        },
        cancelButtonStyle: {
          background: 'transparent',
          color: 'var(--accent)',
          fontSize: 'inherit',
        },
      }}
    />
  )
}

/** Shows a link's URL and asks before it opens in the browser. */
function LinkDialog() {
  const url = useLinkToOpen((state) => state.url)
  const [before, host, after] = splitAtHost(url ?? '')
  return (
    <Dialog
      open={url !== null}
      onClose={cancelOpenLink}
      title="Open this link?"
      description="It opens outside Gen Playground."
      actions={
        <>
          <Button onClick={cancelOpenLink}>Cancel</Button>
          <Button variant="primary" onClick={() => url && void openLink(url)}>
            Open link
          </Button>
        </>
      }
    >
      <div className="mx-5 mb-2 flex items-start gap-2 rounded-md bg-sunken py-1 pr-1 pl-3">
        <p className="selectable max-h-32 min-w-0 flex-1 overflow-y-auto py-0.5 font-mono text-sm text-soft leading-5 [overflow-wrap:anywhere]">
          {before}
          <strong className="inline-block max-w-full text-ink">{host}</strong>
          {after}
        </p>
        <CopyButton label="Copy link" text={url ?? ''} />
      </div>
    </Dialog>
  )
}
