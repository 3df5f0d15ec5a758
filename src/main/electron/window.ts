// Opens a window: page, size, and color before the page has rendered.
import { join } from 'node:path'
import { BrowserWindow, nativeTheme, type Session } from 'electron'
import { openTextMenus } from './text-menu'
import type { Placement } from './window-state'

/** The page's background in the present theme, which the window shows until the page has rendered. */
export function pageBackground(): string {
  return nativeTheme.shouldUseDarkColors ? '#16171a' : '#ffffff'
}

interface WindowOptions {
  readonly session: Session
  readonly preload: string
  readonly url: string
  /** Without bounds, it has its usual size in the middle of the display. */
  readonly placement: Partial<Placement>
  /** The window of a chat can be smaller. */
  readonly isMain: boolean
  /** In percent. */
  readonly zoom: number
}

export function openWindow({ session, preload, url, placement, isMain, zoom }: WindowOptions): BrowserWindow {
  const { bounds = { width: 1280, height: 820 }, maximized, fullScreen } = placement
  const window = new BrowserWindow({
    ...bounds,
    ...(isMain ? { minWidth: 720, minHeight: 480 } : { minWidth: 380, minHeight: 360 }),
    show: false,
    title: 'Gen Playground',
    icon: join(__dirname, '../../resources/icons/256x256.png'),
    autoHideMenuBar: true,
    backgroundColor: pageBackground(),
    webPreferences: {
      session,
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      // Checks only what the session allows (`spell-checker`).
      spellcheck: true,
    },
  })
  if (maximized) window.maximize()
  if (fullScreen) window.setFullScreen(true)
  openTextMenus(window)
  window.once('ready-to-show', () => window.show())
  // The zoom belongs to the site of the page, so there must be one.
  window.webContents.once('did-navigate', () => window.webContents.setZoomFactor(zoom / 100))
  // Fails if another state of the start page replaces this one while it loads.
  window.loadURL(url).catch(() => undefined)
  return window
}
