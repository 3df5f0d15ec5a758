// The icon in the tray, if the user wants it and the desktop has a tray: it keeps the app running without a window.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { app, Menu, type MenuItemConstructorOptions, nativeImage, Tray } from 'electron'
import type { RunningWork } from '#workspace/running-work'
import { describeRunning } from '../work-progress'
import type { Windows } from './windows'

interface TrayPorts extends Pick<Windows, 'show' | 'focusLast'> {
  readonly isOn: () => boolean
}

export interface TrayIcon {
  readonly isShown: () => boolean
  showRunning(running: readonly RunningWork[]): void
  remove(): void
  /** Shows or removes the icon, as the settings and the desktop have it now. Resolves to whether the desktop has a tray. */
  update(): Promise<boolean>
}

const iconFile = join(__dirname, '../../resources/icons/32x32.png')
const separator: MenuItemConstructorOptions = { type: 'separator' }
const maxItems = 8

export function createTrayIcon({ isOn, focusLast, show: showItem }: TrayPorts): TrayIcon {
  let tray: Tray | undefined
  let running: readonly RunningWork[] = []
  let shownLabels = ''

  const applyMenu = () => {
    if (!tray) return
    const labels = running.map(describeRunning)
    const text = labels.join('\n')
    // Replacing an open menu closes it.
    if (text === shownLabels) return
    shownLabels = text
    tray.setToolTip(running.length > 0 ? `Gen Playground: ${running.length} running` : 'Gen Playground')
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Open Gen Playground', click: focusLast },
        { label: 'New chat', click: () => showItem({ type: 'chat', conversationId: null }) },
        separator,
        ...listWork(labels),
        separator,
        // Asks first if work is running.
        { label: 'Quit', click: () => app.quit() },
      ]),
    )
  }
  const listWork = (labels: readonly string[]): MenuItemConstructorOptions[] => {
    if (running.length === 0) return [{ label: 'Nothing running', enabled: false }]
    const items = running.slice(0, maxItems).map(({ item }, at) => ({
      // A single & would mark an access key.
      label: (labels[at] ?? '').replaceAll('&', '&&'),
      click: () => showItem(item),
    }))
    const others = running.length - items.length
    return others > 0 ? [...items, { label: `${others} more`, enabled: false }] : items
  }
  const show = () => {
    if (tray) return
    const icon = nativeImage.createFromPath(iconFile)
    tray = new Tray(process.platform === 'darwin' ? icon.resize({ width: 18, height: 18 }) : icon)
    tray.on('click', focusLast)
    shownLabels = 'none'
    applyMenu()
  }
  const remove = () => {
    tray?.destroy()
    tray = undefined
  }
  return {
    remove,
    isShown: () => tray !== undefined,
    showRunning(list) {
      running = list
      applyMenu()
    },
    async update() {
      const isAvailable = await findTray()
      if (isAvailable && isOn()) show()
      else remove()
      return isAvailable
    },
  }
}

const watcher = 'org.kde.StatusNotifierWatcher'
const path = '/StatusNotifierWatcher'
const property = 'IsStatusNotifierHostRegistered'
const getProperty = 'org.freedesktop.DBus.Properties.Get'

/** Commands that read the property of the session bus. Most desktops have at least one of them. */
const readers = [
  `busctl --user --timeout=2 get-property ${watcher} ${path} ${watcher} ${property}`,
  `gdbus call --session --timeout=2 --dest ${watcher} --object-path ${path} --method ${getProperty} ${watcher} ${property}`,
  `dbus-send --session --print-reply --reply-timeout=2000 --dest=${watcher} ${path} ${getProperty} string:${watcher} string:${property}`,
]

/** On Linux, whether a program shows StatusNotifier icons now, which is what Electron's icon needs. */
async function findTray(): Promise<boolean> {
  if (process.platform !== 'linux') return true
  // Without this variable, some readers would start a bus of their own.
  if (!process.env.DBUS_SESSION_BUS_ADDRESS) return false
  for (const command of readers) {
    const [program = '', ...args] = command.split(' ')
    const output = await read(program, args)
    if (output !== undefined) return /\btrue\b/.test(output)
  }
  return false
}

/** Undefined if the program is not installed; empty if it fails, as it does without the watcher. */
function read(program: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 3_000 }, (error, output) => {
      resolve(error && 'code' in error && error.code === 'ENOENT' ? undefined : error ? '' : output)
    })
  })
}
