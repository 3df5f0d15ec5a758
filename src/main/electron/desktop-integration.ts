// Shows the application's work outside its windows: notifications, the taskbar's progress and badge, and the tray.

import { app } from 'electron'
import type { OpenItem } from '#shared/desktop/windows-contract'
import { describeBudget, formatBudget } from '#shared/prices/format-cost'
import type { Application } from '../application'
import { isAnnounced, watchFinishedWork } from '../finished-work'
import type { Incidents } from '../incidents'
import { followRunningWork } from '../work-progress'
import { isInBackground, showNotification } from './notifications'
import { createTaskbar } from './taskbar'
import { createTrayIcon, type TrayIcon } from './tray'

interface IntegrationPorts {
  /** Opens a window, or gives the focus to one. */
  readonly showWindow: () => void
  /** Shows the item in the window for it. */
  readonly show: (item: OpenItem) => void
  readonly showIncident: Incidents['show']
}

export function integrateDesktop(
  { workspace }: Pick<Application, 'workspace'>,
  { showWindow, show, showIncident }: IntegrationPorts,
): TrayIcon {
  /** For every click outside the windows. */
  const open = (item: OpenItem) => {
    showWindow()
    show(item)
  }
  const settings = () => workspace.settings.read().notifications
  const tray = createTrayIcon({ isOn: () => settings().tray, showWindow, open })
  followTray(workspace, tray)
  const taskbar = createTaskbar()
  watchFinishedWork(workspace, (work) => {
    if (!isInBackground() || !isAnnounced(work, settings())) return
    const { message, item } = work
    taskbar.addUnseen(work)
    showNotification({ message, isAudible: settings().isAudible, onClick: () => open(item) })
  })
  const stop = followRunningWork(workspace, (running) => {
    taskbar.showRunning(running)
    tray.showRunning(running)
  })
  // The database closes next.
  app.once('will-quit', stop)
  // Requests of scripts are billed while the window is hidden, closed, or shows something else.
  workspace.exchanges.onBudgetWarning((status) => {
    const { title, body } = describeBudget(status)
    showIncident({ kind: 'budget', detail: `${title}: ${formatBudget(status)}.` })
    const message = { title, body }
    showNotification({ message, isAudible: settings().isAudible, onClick: () => open({ type: 'usage' }) })
    process.stderr.write(`Warning: ${title}. ${body}\n`)
  })
  return tray
}

/** Shows or removes the icon when its setting changes. */
function followTray({ settings, changes }: Application['workspace'], tray: TrayIcon): void {
  const isOn = () => settings.read().notifications.tray
  let wasOn = isOn()
  if (wasOn) void tray.update()
  changes.subscribe((topic) => {
    if (topic !== 'settings' || isOn() === wasOn) return
    wasOn = isOn()
    void tray.update()
  })
}
