// Follows the running application: its theme, its keys, and its windows.
import { app, BrowserWindow, nativeTheme } from 'electron'
import type { Application } from '../application'
import type { ApplicationMenu } from './menu'
import type { TrayIcon } from './tray'
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

/**
 * Jobs continue without a window. The application quits when there are neither jobs nor windows, unless its icon is in
 * the tray.
 */
export function followWindows({ workspace }: Application, windows: Windows, tray: TrayIcon): void {
  // Every change calls it, so it counts the work, which reads the database, only without windows.
  const quitWhenIdle = () => {
    if (process.platform === 'darwin' || BrowserWindow.getAllWindows().length > 0 || tray.isShown()) return
    if (workspace.countRunning() === 0) app.quit()
  }
  app.on('window-all-closed', () => {
    quitWhenIdle()
    // If the tray has gone meanwhile, nothing would show that the application runs.
    if (tray.isShown()) void tray.update().then(quitWhenIdle)
  })
  workspace.changes.subscribe(quitWhenIdle)
  app.on('activate', windows.focusLast)
  // The main window imports the files that it may name.
  app.on('second-instance', windows.focusMain)
}
