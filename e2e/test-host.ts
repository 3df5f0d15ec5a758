// The main process of page tests: one Electron in which each test opens the application in a data folder, a window and a
// session of its own, composed like the real one. What concerns the whole process is left to tests that start it.
import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  nativeTheme,
  type Session,
  screen,
  session,
  shell,
} from 'electron'
import { appScheme, mediaScheme } from '../src/main/electron/app-urls'
import { type OpenDesktop, openDesktop } from '../src/main/electron/open-desktop'
import { registerProtocols } from '../src/main/electron/page-protocol'
import { hardenPages } from '../src/main/electron/session-hardening'
import { createStartContext } from '../src/main/electron/start-context'
import { readElectronArguments } from '../src/main/electron-arguments'

interface OpenOptions {
  /** Absolute path of the data folder. */
  readonly folder: string
  /** The name of the session, in which `localStorage` lasts until the host ends. */
  readonly partition: string
  /** Switches of the command line. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export interface TestHost {
  /** Opens the application with its main window, and returns the gateway's URL. Only one can be open. */
  open(options: OpenOptions): Promise<string>
  /** Closes it like quitting does. Returns what is left of it: listeners, handles, windows, open files. */
  close(): Promise<string[]>
  /** Errors that nothing has handled since the last call. */
  takeErrors(): string[]
}

interface Opened {
  readonly desktop: OpenDesktop
  readonly folder: string
  readonly env: readonly string[]
  readonly pages: Session
  readonly before: ReadonlyMap<string, number>
}

const closeTimeoutMs = 10_000
const errors: string[] = []
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error: unknown) =>
    errors.push(error instanceof Error ? `${error.stack}` : String(error)),
  )

// Opened when they are first used.
const { stdout, stderr } = process
stdout.write('')
stderr.write('')

let opened: Opened | undefined

const host: TestHost = {
  async open({ folder, partition, args, env }) {
    if (opened) throw new Error('The application is open already.')
    const before = countResources()
    Object.assign(process.env, env)
    const pages = session.fromPartition(`persist:${partition}`)
    app.setPath('userData', folder)
    const context = createStartContext({
      dataFolder: folder,
      switches: readElectronArguments(args),
      session: () => pages,
    })
    const prepared = context.preparePages()
    context.startWindow.open()
    await prepared
    const desktop = await openDesktop(context, async function* () {})
    if (!desktop) throw new Error('The application did not open.')
    opened = { desktop, folder, env: Object.keys(env), pages, before }
    return (await desktop.application.listening()).url
  },
  async close() {
    if (!opened) return []
    const { desktop, folder, env, pages, before } = opened
    opened = undefined
    desktop.quitGuard.closeWindows()
    const windows = BrowserWindow.getAllWindows()
    const closing = windows.map(
      (window) => new Promise<void>((resolve) => window.once('closed', () => resolve())),
    )
    for (const window of windows) window.close()
    await Promise.all(closing)
    await desktop.close()
    for (const scheme of [appScheme, mediaScheme]) pages.protocol.unhandle(scheme)
    for (const name of env) delete process.env[name]
    restoreModules()
    return await listLeft(folder, before)
  },
  takeErrors: () => errors.splice(0),
}

/** Tests replace functions of Electron, such as dialogs. */
const patchable: readonly object[] = [
  app,
  BrowserWindow,
  BrowserWindow.prototype,
  clipboard,
  dialog,
  Menu,
  Menu.prototype,
  Notification,
  Notification.prototype,
  nativeImage,
  shell,
]
const originals = patchable.map((module) => new Map(Object.entries(Object.getOwnPropertyDescriptors(module))))

function restoreModules(): void {
  patchable.forEach((module, at) => {
    const original = originals[at]
    for (const name of Object.keys(Object.getOwnPropertyDescriptors(module)))
      if (!original?.has(name)) Reflect.deleteProperty(module, name)
    for (const [name, descriptor] of original ?? [])
      if (descriptor.configurable) Object.defineProperty(module, name, descriptor)
  })
}

/** Counts by kind: resources that keep Node's event loop alive, and listeners of process-wide events. */
function countResources(): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (kind: string, count = 1) => counts.set(kind, (counts.get(kind) ?? 0) + count)
  for (const kind of process.getActiveResourcesInfo()) add(kind)
  const emitters = { app, process, ipcMain, screen, nativeTheme }
  for (const [name, emitter] of Object.entries(emitters))
    for (const event of emitter.eventNames())
      add(`listener of ${name} ${String(event)}`, emitter.listenerCount(event))
  return counts
}

/** Waits for what is being closed, and returns what stays. */
async function listLeft(folder: string, before: ReadonlyMap<string, number>): Promise<string[]> {
  const deadline = Date.now() + closeTimeoutMs
  for (;;) {
    // Closed databases and ports are released by the garbage collector.
    collectGarbage()
    const counts = [...countResources()].filter(([kind, count]) => count > (before.get(kind) ?? 0))
    const left = [
      ...counts.map(([kind, count]) => `${count - (before.get(kind) ?? 0)} ${kind}`),
      ...listOpenFiles(folder),
    ]
    if (left.length === 0 || Date.now() > deadline) return left
    await pause(20)
  }
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Linux only. */
function listOpenFiles(folder: string): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${name}`)
      return path.startsWith(folder) ? [`open file ${path}`] : []
    } catch {
      return []
    }
  })
}

// Chromium's own files are not those of a test.
app.setPath('sessionData', app.commandLine.getSwitchValue('user-data-dir'))
registerProtocols()
hardenPages()
Menu.setApplicationMenu(null)
app.on('window-all-closed', () => {})
Object.assign(globalThis, { testHost: app.whenReady().then(() => host) })
