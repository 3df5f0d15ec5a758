// Shows the application's work outside its windows: notifications, the taskbar's progress and badge, and the tray.
import { BrowserWindow, Notification } from 'electron'
import { describeBudget, formatBudget } from '#shared/prices/cost'
import type { Application } from '../application'
import { isAnnounced, watchFinishedWork } from '../finished-work'
import type { Incidents } from '../incidents'
import type { JobNotification } from '../job-messages'
import { followRunningWork } from '../work-progress'
import { createTaskbar } from './taskbar'
import { createTrayIcon, type TrayIcon } from './tray'
import type { Windows } from './windows'

export function integrateDesktop(
  { workspace }: Pick<Application, 'workspace'>,
  { show, focusLast }: Pick<Windows, 'show' | 'focusLast'>,
  { incidents, closed }: { readonly incidents: Pick<Incidents, 'show'>; readonly closed: AbortSignal },
): TrayIcon & { readonly close: () => void } {
  const settings = () => workspace.settings.read().notifications
  const tray = createTrayIcon({ isOn: () => settings().tray, focusLast, show })
  followTray(workspace, tray)
  const taskbar = createTaskbar(closed)
  watchFinishedWork(workspace, (work) => {
    if (!isInBackground() || !isAnnounced(work, settings())) return
    const { message, item } = work
    taskbar.addUnseen(work)
    showNotification({ message, isAudible: settings().isAudible, onClick: () => show(item) })
  })
  const stop = followRunningWork(workspace, (running) => {
    taskbar.showRunning(running)
    tray.showRunning(running)
  })
  // Requests of scripts are billed while the window is hidden, closed, or shows something else.
  workspace.exchanges.onBudgetWarning((status) => {
    const message = describeBudget(status)
    incidents.show({ kind: 'budget', detail: `${message.title}: ${formatBudget(status)}.` })
    const showUsage = () => show({ type: 'panel', panel: 'gateway', tab: 'usage' })
    showNotification({ message, isAudible: settings().isAudible, onClick: showUsage })
    process.stderr.write(`Warning: ${message.title}. ${message.body}\n`)
  })
  const close = () => {
    // Its work is read from the database, which closes next.
    stop()
    tray.remove()
  }
  return { ...tray, close }
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

interface NotificationOptions {
  readonly message: JobNotification
  readonly isAudible: boolean
  readonly onClick: () => void
}

/** Referenced until they close, because a garbage-collected notification loses its click handler. */
const shown = new Set<Notification>()

/** No window of the app has the focus. */
function isInBackground(): boolean {
  return BrowserWindow.getFocusedWindow() === null
}

/** Does nothing if a window has the focus, because the page shows the same. */
function showNotification({ message, isAudible, onClick }: NotificationOptions): void {
  if (!isInBackground() || !Notification.isSupported()) return
  const { title, body } = message
  const notification = new Notification({ title, body, silent: !isAudible })
  const release = () => shown.delete(notification)
  shown.add(notification)
  notification.on('close', release)
  notification.on('failed', release)
  notification.on('click', () => {
    release()
    onClick()
  })
  notification.show()
}
