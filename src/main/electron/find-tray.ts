// Whether the desktop has a tray. On Linux, many have none, and Electron does not report it.
import { execFile } from 'node:child_process'

const watcher = 'org.kde.StatusNotifierWatcher'
const path = '/StatusNotifierWatcher'
const property = 'IsStatusNotifierHostRegistered'
const getProperty = 'org.freedesktop.DBus.Properties.Get'

/** Programs that read the property of the session bus. Most desktops have at least one of them. */
const readers: readonly (readonly [program: string, ...args: string[]])[] = [
  ['busctl', '--user', '--timeout=2', 'get-property', watcher, path, watcher, property],
  [
    'gdbus',
    'call',
    '--session',
    '--timeout=2',
    '--dest',
    watcher,
    '--object-path',
    path,
    '--method',
    getProperty,
    watcher,
    property,
  ],
  [
    'dbus-send',
    '--session',
    '--print-reply',
    '--reply-timeout=2000',
    `--dest=${watcher}`,
    path,
    getProperty,
    `string:${watcher}`,
    `string:${property}`,
  ],
]

/** On Linux, whether a program shows StatusNotifier icons now, which is what Electron's icon needs. */
export async function findTray(): Promise<boolean> {
  if (process.platform !== 'linux') return true
  // Without this variable, some readers would start a bus of their own.
  if (!process.env.DBUS_SESSION_BUS_ADDRESS) return false
  for (const [program, ...args] of readers) {
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
