// Follows the running application: its theme, its windows, and the jobs that end.
import { app, BrowserWindow, nativeTheme } from 'electron'
import { describeBudget, formatBudget } from '#shared/prices/format-cost'
import type { Application } from '../application'
import type { Incidents } from '../incidents'
import { describeEndedTranscription, describeEndedVideo, type JobNotification } from '../job-messages'
import type { ApplicationMenu } from './menu'
import { showNotification } from './notifications'
import { pageBackground } from './window'
import type { Windows } from './windows'

export function followTheme({ workspace }: Application): void {
  const apply = () => {
    nativeTheme.themeSource = workspace.settings.read().theme
    // The window is older than the settings.
    for (const window of BrowserWindow.getAllWindows()) window.setBackgroundColor(pageBackground())
  }
  apply()
  workspace.changes.subscribe((topic) => {
    if (topic === 'settings') apply()
  })
}

/** The menu shows the user's keys. */
export function followKeymap({ workspace }: Application, menu: ApplicationMenu): void {
  let shown = '{}'
  const apply = () => {
    const { keymap } = workspace.settings.read()
    const text = JSON.stringify(keymap)
    // Most changes of settings are others.
    if (text === shown) return
    shown = text
    menu.setKeymap(keymap)
  }
  apply()
  workspace.changes.subscribe((topic) => {
    if (topic === 'settings') apply()
  })
}

/** Jobs continue without a window. The application quits when there are neither jobs nor windows. */
export function followWindows(
  application: Application,
  windows: Windows,
  showIncident: Incidents['show'],
): void {
  // Every change calls it, so it counts the work, which reads the database, only without windows.
  const quitWhenIdle = () => {
    if (process.platform === 'darwin' || BrowserWindow.getAllWindows().length > 0) return
    if (application.workspace.countRunning() === 0) app.quit()
  }
  app.on('window-all-closed', quitWhenIdle)
  application.workspace.changes.subscribe(quitWhenIdle)
  app.on('activate', windows.focusLast)
  // The main window imports the files that it may name.
  app.on('second-instance', windows.focusMain)
  notifyOfEndedJobs(application, windows.focusMain)
  // Requests of scripts are billed while the window is hidden, closed, or shows something else.
  application.workspace.exchanges.onBudgetWarning((status) => {
    const { title, body } = describeBudget(status)
    showIncident({ kind: 'budget', detail: `${title}: ${formatBudget(status)}.` })
    showNotification({ title, body }, windows.focusMain)
    process.stderr.write(`Warning: ${title}. ${body}\n`)
  })
}

function notifyOfEndedJobs({ workspace }: Application, showWindow: () => void): void {
  const notify = (ended: JobNotification | undefined) => {
    if (ended) showNotification(ended, showWindow)
  }
  workspace.videos.onEnded(({ job }) => notify(describeEndedVideo(job)))
  workspace.transcriptions.onEnded(({ job }) => notify(describeEndedTranscription(job)))
}
