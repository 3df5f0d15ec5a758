// The page that the window shows while the data cannot be used yet: copied, updated, or locked by another program.
import type { BrowserWindow } from 'electron'
import type { StartState } from '#shared/start-state'
import { pageAddress } from './addresses'

export interface StartPage {
  show(state: StartState): void
  /** The window that was opened for it, with the application's own page now. Undefined if none was needed, or it was closed. */
  leave(): BrowserWindow | undefined
}

export function createStartPage(openWindow: (address: string) => BrowserWindow): StartPage {
  let window: BrowserWindow | undefined
  let shown = ''
  return {
    show(state) {
      const address = new URL('starting.html', pageAddress())
      address.hash = encodeURIComponent(JSON.stringify(state))
      // The same address again would load the page again.
      if (address.href === shown) return
      shown = address.href
      if (!window) window = openWindow(address.href)
      // A later state is another fragment of the same page.
      else if (!window.isDestroyed()) window.loadURL(address.href).catch(() => undefined)
    },
    leave() {
      if (!window || window.isDestroyed()) return undefined
      window.loadURL(pageAddress()).catch(() => undefined)
      return window
    },
  }
}
