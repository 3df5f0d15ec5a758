// Handles the events for this window: commands of the application menu, items to show, and changes of the zoom.
import { toast } from 'sonner'
import type { OpenItem, WindowEvent } from '#shared/desktop/windows-contract'
import { desktop } from '../api/desktop'
import { followFeed } from '../api/follow-feed'
import { toastOutcome } from '../api/toast-outcome'
import { gatewayTabs, openGatewayTab } from '../panels/gateway/gateway-tab'
import {
  focusJob,
  focusSearch,
  openConversation,
  openDrawing,
  openDrawingAtTurn,
  openPanel,
  openTurn,
} from '../state/navigation'
import { openSettings, sectionIds } from '../state/settings-view'
import { runCommand } from './run-command'

/** `onOpen`: the main process knows nothing of this page yet. Returns an unsubscribe function. */
export function followWindowEvents(onOpen: () => void): () => void {
  return followFeed({
    open: (signal) => desktop.windows.events(undefined, { signal }),
    onOpen,
    onItem: handle,
  })
}

function handle(event: WindowEvent) {
  if (event.type === 'command') void runCommand(event.command)
  else if (event.type === 'open') showItem(event.item)
  else showZoom(event.percent)
}

/** The newest value replaces the toast, which disappears soon. */
function showZoom(percent: number) {
  const reset = () => toastOutcome(desktop.application.runCommand({ command: 'window.resetZoom' }))
  toast(`Zoom: ${percent}%`, {
    id: 'zoom',
    duration: 2_000,
    action: percent === 100 ? null : { label: 'Reset', onClick: reset },
  })
}

function openPanelAt({ panel, tab }: OpenItem & { type: 'panel' }) {
  const found = panel === 'gateway' && gatewayTabs.find((each) => each === tab)
  if (found) openGatewayTab(found)
  else openPanel(panel)
}

function showItem(item: OpenItem) {
  switch (item.type) {
    case 'panel':
      return openPanelAt(item)
    case 'chat':
      if (item.conversationId === null || item.turnId === undefined)
        return openConversation(item.conversationId)
      return openTurn(item.conversationId, item.turnId)
    case 'session':
      if (item.conversationId === null || item.turnId === undefined) return openDrawing(item.conversationId)
      return openDrawingAtTurn(item.conversationId, item.turnId)
    case 'job':
      return focusJob(item.panel, item.jobId)
    case 'search':
      return focusSearch(item.panel)
    case 'settings':
      return openSettings(sectionIds.find((id) => id === item.section) ?? 'upstream', {
        focusedSetting: item.setting ?? null,
      })
  }
}
