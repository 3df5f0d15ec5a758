// Follows the running application: its theme and its keys.
import { BrowserWindow, nativeTheme } from 'electron'
import type { Application } from '../application'
import type { ApplicationMenu } from './menu'
import { pageBackground } from './window'

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
