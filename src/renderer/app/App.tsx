// The whole face: what everything in it needs, around the shell.
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followChanges } from '../api/follow-changes'
import { followIncidents } from '../api/follow-incidents'
import { queryClient } from '../api/query-client'
import { Boundary } from '../components/Boundary'
import { TooltipProvider } from '../components/Tooltip'
import { openDrafts } from '../state/drafts'
import { Announcer } from './Announcer'
import { CommandPalette } from './CommandPalette'
import { LinkDialog } from './LinkDialog'
import { answerLoudness } from './loudness-wanted'
import { PanelFailure } from './PanelFailure'
import { Shell } from './Shell'
import { ShortcutList } from './ShortcutList'
import { Toasts } from './Toasts'
import { useShortcuts } from './use-shortcuts'

export function App() {
  useEffect(followChanges, [])
  useEffect(followIncidents, [])
  useEffect(() => void openDrafts(), [])
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
