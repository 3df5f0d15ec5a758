// The whole face: what everything in it needs, around the shell.
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followChanges } from '../desktop/follow-changes'
import { followIncidents } from '../desktop/follow-incidents'
import { queryClient } from '../desktop/query-client'
import { Boundary } from '../kit/Boundary'
import { TooltipProvider } from '../kit/Tooltip'
import { keepDrafts } from '../session/kept-drafts'
import { answerLoudness } from '../session/loudness-wanted'
import { Announcer } from './Announcer'
import { CommandPalette } from './CommandPalette'
import { LinkDialog } from './LinkDialog'
import { PanelFailure } from './PanelFailure'
import { Shell } from './Shell'
import { ShortcutList } from './ShortcutList'
import { Toasts } from './Toasts'
import { useShortcuts } from './use-shortcuts'

export function App() {
  useEffect(followChanges, [])
  useEffect(followIncidents, [])
  useEffect(keepDrafts, [])
  useEffect(answerLoudness, [])
  useShortcuts()
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <Boundary fallback={(failure) => <PanelFailure panel="Gen Playground" {...failure} />}>
          <Shell />
          <CommandPalette />
          <ShortcutList />
          <LinkDialog />
        </Boundary>
        <Announcer />
        <Toasts />
      </TooltipProvider>
    </QueryClientProvider>
  )
}
