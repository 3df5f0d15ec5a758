// The application menu and this window: reports which commands can run and which are on, and handles events.

import { toast } from 'sonner'
import { type CommandId, commandIds, commands } from '#shared/commands/commands'
import type { OpenItem, WindowEvent } from '#shared/desktop/windows-contract'
import { desktop } from '../api/desktop'
import { followFeed } from '../api/follow-feed'
import { queryClient } from '../api/query-client'
import { toastOutcome } from '../api/toast-outcome'
import { gatewayTabs, openGatewayTab } from '../panels/gateway/gateway-tab'
import { onHandlersChange } from '../state/command-handlers'
import {
  focusJob,
  focusSearch,
  openConversation,
  openDrawing,
  openDrawingAtTurn,
  openPanel,
  openTurn,
  useNavigation,
} from '../state/navigation'
import { openSettings, sectionIds } from '../state/settings-view'
import { useOverlay } from './overlays'
import { findHandler, isEnabled, runCommand } from './run-command'

interface CommandState {
  readonly enabled: boolean
  readonly checked: boolean
}
type CommandStates = Partial<Record<CommandId, CommandState>>

/** Milliseconds. Changes come in bursts, and a menu is opened seldom. */
const pauseMs = 150

/** Returns a function that ends it. */
export function followCommandStates(): () => void {
  let reported: CommandStates = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const report = () => {
    timer = undefined
    const states = readStates()
    const changed = findChanges(reported, states)
    reported = states
    // Without a menu, for example while the window closes, there is nothing to show.
    if (Object.keys(changed).length > 0)
      desktop.application.reportCommands(changed).catch(() => {
        reported = {}
      })
  }
  const schedule = () => {
    timer ??= setTimeout(report, pauseMs)
  }
  const ends = [
    useNavigation.subscribe(schedule),
    useOverlay.subscribe(schedule),
    onHandlersChange(schedule),
    queryClient.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated') schedule()
    }),
    followWindowEvents(() => {
      reported = {}
      schedule()
    }),
  ]
  return () => {
    clearTimeout(timer)
    for (const end of ends) end()
  }
}

function readStates(): CommandStates {
  const shown = commandIds.filter((id) => commands[id].menu && commands[id].runs !== 'main')
  return Object.fromEntries(
    shown.map((id) => [id, { enabled: isEnabled(id), checked: findHandler(id)?.isChecked?.() ?? false }]),
  )
}

function findChanges(before: CommandStates, after: CommandStates): CommandStates {
  const ids = commandIds.filter((id) => {
    const [old, now] = [before[id], after[id]]
    return now && (old?.enabled !== now.enabled || old.checked !== now.checked)
  })
  return Object.fromEntries(ids.map((id) => [id, after[id]]))
}

/** `onOpen`: the main process knows nothing of this page yet. Returns an unsubscribe function. */
function followWindowEvents(onOpen: () => void): () => void {
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
