// The whole application in its window: providers, subscriptions, the shell, overlays, announcements and toasts.
import { QueryClientProvider } from '@tanstack/react-query'
import { type CSSProperties, useEffect } from 'react'
import { Toaster } from 'sonner'
import { queryClient } from '../api/query-client'
import { ErrorBoundary } from '../components/ErrorBoundary'
import { TooltipProvider } from '../components/Tooltip'
import { shortWindow, useMediaQuery } from '../components/use-media-query'
import { useAnnouncement } from '../state/announcement'
import { openDrafts } from '../state/drafts'
import { CommandPalette } from './CommandPalette'
import { useShortcuts } from './commands'
import { LinkDialog } from './LinkDialog'
import { PanelFailure, Shell } from './Shell'
import { ShortcutList } from './ShortcutList'
import { invalidateOnChange, serveLoudnessRequests, toastIncidents } from './subscriptions'

export function App() {
  useEffect(invalidateOnChange, [])
  useEffect(toastIncidents, [])
  useEffect(() => void openDrafts(), [])
  useEffect(serveLoudnessRequests, [])
  useShortcuts()
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <ErrorBoundary fallback={(failure) => <PanelFailure panel="Gen Playground" {...failure} />}>
          <Shell />
          <CommandPalette />
          <ShortcutList />
          <LinkDialog />
        </ErrorBoundary>
        <Announcer />
        <Toasts />
      </TooltipProvider>
    </QueryClientProvider>
  )
}

/** Announces politely to screen readers what has just finished. */
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

function Toasts() {
  const isShort = useMediaQuery(shortWindow)
  return (
    <Toaster
      position="top-center"
      // Below the header and its tabs, which stay reachable.
      offset={96}
      mobileOffset={{ top: 52, left: 12, right: 12 }}
      // More of them would cover everything.
      visibleToasts={isShort ? 1 : 3}
      theme="system"
      duration={8_000}
      // CSSProperties does not know custom properties.
      style={toasterStyle as CSSProperties}
      toastOptions={{
        // A dialog disables pointer events elsewhere; an undo must stay reachable.
        style: { pointerEvents: 'auto' },
        actionButtonStyle: {
          background: 'transparent',
          color: 'var(--accent)',
          fontSize: 13,
        },
      }}
    />
  )
}
