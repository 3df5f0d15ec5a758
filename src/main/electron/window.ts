// The application's window: its page, its size as it was left, and its colour before the page has drawn.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BrowserWindow, nativeTheme, type Rectangle, screen } from 'electron'
import { z } from 'zod'
import { pageAddress } from './addresses'

const WindowState = z.object({
  bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  maximized: z.boolean(),
})

/** The page's own background in both themes; a window shows it before the page has drawn. */
const backgrounds = { dark: '#16171a', light: '#ffffff' }

export function openWindow(folder: string, preload: string, address = pageAddress()): BrowserWindow {
  const file = join(folder, 'window.json')
  const state = readState(file)
  const window = new BrowserWindow({
    ...(state && isOnScreen(state.bounds) ? state.bounds : { width: 1280, height: 820 }),
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Gen Playground',
    icon: join(__dirname, '../../resources/icon.png'),
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      spellcheck: false,
    },
  })
  if (state?.maximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => writeState(file, window))
  // One state of the start page may replace another while it loads.
  window.loadURL(address).catch(() => undefined)
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
    // A window that forgets its place is no reason to keep it from closing.
  }
}

/** A screen that was unplugged must not hide the window. */
function isOnScreen(bounds: Rectangle): boolean {
  const { workArea } = screen.getDisplayMatching(bounds)
  return (
    bounds.x < workArea.x + workArea.width - 100 &&
    bounds.x + bounds.width > workArea.x + 100 &&
    bounds.y >= workArea.y - 20 &&
    bounds.y < workArea.y + workArea.height - 100
  )
}
