// The application's window with its menu: page, size, start page, and color before the page has rendered.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  BrowserWindow,
  Menu,
  type MenuItemConstructorOptions,
  nativeTheme,
  type Rectangle,
  screen,
} from 'electron'
import { z } from 'zod'
import { toDialogLabel } from '../dialog-labels'
import { appPageUrl } from './app-urls'
import { openTextMenus } from './text-menu'

const WindowState = z.object({
  bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  maximized: z.boolean(),
})

/** The page's background in both themes, which the window shows until the page has rendered. */
const backgrounds = { dark: '#16171a', light: '#ffffff' }

export function openWindow(folder: string, preload: string, url = appPageUrl()): BrowserWindow {
  const file = join(folder, 'window.json')
  const state = readState(file)
  const window = new BrowserWindow({
    ...(state && isOnScreen(state.bounds) ? state.bounds : { width: 1280, height: 820 }),
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Gen Playground',
    icon: join(__dirname, '../../resources/icons/256x256.png'),
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light,
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
  window.on('close', () => writeState(file, window))
  // Fails if another state of the start page replaces this one while it loads.
  window.loadURL(url).catch(() => undefined)
  return window
}

function readState(file: string): z.infer<typeof WindowState> | undefined {
  try {
    return WindowState.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

function writeState(file: string, window: BrowserWindow): void {
  const state = { bounds: window.getNormalBounds(), maximized: window.isMaximized() }
  try {
    writeFileSync(file, JSON.stringify(state))
  } catch {
    // The window must close even if its position cannot be saved.
  }
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

export function setMenu(openLogFolder: () => Promise<void>): void {
  const applicationMenu: MenuItemConstructorOptions[] =
    process.platform === 'darwin' ? [{ role: 'appMenu' }] : []
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...applicationMenu,
      { role: 'fileMenu' },
      { role: 'editMenu' },
      {
        label: 'View',
        submenu: [
          { role: 'reload' },
          { role: 'toggleDevTools' },
          { type: 'separator' },
          { role: 'resetZoom' },
          { role: 'zoomIn' },
          { role: 'zoomOut' },
          { type: 'separator' },
          { role: 'togglefullscreen' },
        ],
      },
      { role: 'windowMenu' },
      {
        role: 'help',
        submenu: [{ label: toDialogLabel('Open log folder'), click: () => void openLogFolder() }],
      },
    ]),
  )
}
