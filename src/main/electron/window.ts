// The application's window: page, size, start page, and color before the page has rendered.
import { join } from 'node:path'
import { BrowserWindow, nativeTheme, type Rectangle, screen } from 'electron'
import { appPageUrl } from './app-urls'
import { openTextMenus } from './text-menu'
import { readWindowState, writeWindowState } from './window-state'

/** The page's background in the present theme, which the window shows until the page has rendered. */
export function pageBackground(): string {
  return nativeTheme.shouldUseDarkColors ? '#16171a' : '#ffffff'
}

export function openWindow(folder: string, preload: string, url = appPageUrl()): BrowserWindow {
  const file = join(folder, 'window.json')
  const state = readWindowState(file)
  const window = new BrowserWindow({
    ...(state && isOnScreen(state.bounds) ? state.bounds : { width: 1280, height: 820 }),
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Gen Playground',
    icon: join(__dirname, '../../resources/icons/256x256.png'),
    autoHideMenuBar: true,
    backgroundColor: pageBackground(),
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      // Checks only what the session allows (`spell-checker`).
      spellcheck: true,
    },
  })
  if (state?.maximized) window.maximize()
  openTextMenus(window)
  window.once('ready-to-show', () => window.show())
  window.on('close', () =>
    writeWindowState(file, { bounds: window.getNormalBounds(), maximized: window.isMaximized() }),
  )
  // Fails if another state of the start page replaces this one while it loads.
  window.loadURL(url).catch(() => undefined)
  return window
}

/** Prevents a window on a disconnected screen. */
function isOnScreen(bounds: Rectangle): boolean {
  const { workArea } = screen.getDisplayMatching(bounds)
  return (
    bounds.x < workArea.x + workArea.width - 100 &&
    bounds.x + bounds.width > workArea.x + 100 &&
    bounds.y >= workArea.y - 20 &&
    bounds.y < workArea.y + workArea.height - 100
  )
}
