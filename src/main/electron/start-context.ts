// The parts of the start that come before the application is open: log, handling of errors, window, and its pages.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { app, type Session, shell } from 'electron'
import { createDeferred, withDeadline } from '#workspace/concurrency/timing'
import { version } from '../build-info'
import { type ElectronArguments, type StartMode, toModeArguments } from '../electron-arguments'
import { createErrorPolicy } from '../error-policy'
import { createIncidents } from '../incidents'
import { openLog } from '../log'
import { type ApplicationMenu, createMenu } from './menu'
import { collectPorts, type PageSource } from './page-ports'
import { type HandleRequest, type PageOptions, servePages } from './page-protocol'
import { recoverFromErrors, recoverWindow, reportChildProcesses } from './recovery'
import { hardenSession } from './session-hardening'
import { StartWindow } from './start-window'
import { createWindows } from './windows'

const rendererFolder = join(__dirname, '../renderer')
const preload = join(__dirname, '../preload/preload.cjs')

/** With hot reload, for example, another process serves the page. */
const maxPageWaitMs = 500

export type StartContext = ReturnType<typeof createStartContext>

interface StartOptions {
  readonly dataFolder: string
  readonly switches: ElectronArguments
  /** The session of the application's pages, which exists once Electron is ready. */
  readonly session: () => Session
}

/** Opens the log; comes before anything that can fail. */
export function createStartContext({ dataFolder, switches, session }: StartOptions) {
  const closing = new AbortController()
  const pageSource: PageSource = { session, closed: closing.signal }
  const folder = app.getPath('userData')
  const log = openLog({ folder: join(folder, 'logs'), codeFolder: __dirname })
  log.writeStart(version)
  if (switches.isSafeMode) log.write('Started in safe mode')
  for (const name of ['errors.log', 'errors.old.log']) rmSync(join(folder, name), { force: true })
  const windows = createWindows({
    file: join(folder, 'window.json'),
    preload,
    ...pageSource,
    onOpened: (window, url) => recoverWindow(window, { ...recovery, ...startWindow.watch(window, url) }),
  })
  const incidents = createIncidents(log, windows.choosePage)
  const policy = createErrorPolicy({ restartedAt: switches.restartedAt })
  const openLogFolder = async () => void (await shell.openPath(log.folder))
  const menu = createMenu({ windows, openLogFolder })
  const quitGuard = { quit: () => app.quit() }
  const recovery = { incidents, openLogFolder, quit: () => quitGuard.quit() }
  const restartAs = (mode: StartMode) => {
    relaunch(mode)
    quitGuard.quit()
  }
  const [opened, resolveOpened] = createDeferred()
  const [served, resolveServed] = createDeferred()
  const [media, serveMedia] = createDeferred<HandleRequest>()
  const ports = { dataFolder, log, openLogFolder, quit: recovery.quit, restartAs, opened }
  const startWindow = new StartWindow({ ...ports, openWindow: windows.openMain })
  const preparePages = createPages(menu, session, { media, onScriptServed: resolveServed })
  /** For a failure after which this process can't continue. */
  const fail = async (error: unknown) => {
    await app.whenReady()
    log.write('Couldn’t start', error)
    process.stderr.write(`Gen Playground couldn’t start: ${error instanceof Error ? error.message : error}\n`)
    await preparePages().catch(() => undefined)
    const decision = await startWindow.ask(error, null)
    if (decision !== 'quit') relaunch(decision === 'start-safe-mode' ? 'safe-mode' : 'normal')
    app.exit(1)
  }
  if (switches.restartedAt !== undefined) incidents.report('restart', 'Restarted after repeated errors')
  return {
    ...switches,
    folder,
    log,
    incidents,
    openLogFolder,
    menu,
    windows,
    quitGuard,
    restartAs,
    pageSource,
    /** Removes the listeners of process-wide events. */
    close: () => closing.abort(),
    servePorts: collectPorts(pageSource),
    startWindow,
    preparePages,
    serveMedia,
    /** Resolves when the page has its first script. */
    whenPageServed: () => withDeadline(served, maxPageWaitMs, undefined),
    fail,
    /** Handles the errors of this process and of Chromium's other ones. */
    recoverProcess: () => {
      recoverFromErrors({ ...recovery, policy, fail })
      reportChildProcesses(incidents)
    },
    /** From now on, the application can continue after an error, and failures of the page are explained. */
    markOpen: () => {
      policy.markStarted()
      resolveOpened()
    },
  }
}

/** Prepares the menu and the pages once. No page is served before its session is restricted. */
function createPages(
  menu: ApplicationMenu,
  readSession: () => Session,
  options: Pick<PageOptions, 'media' | 'onScriptServed'>,
): () => Promise<void> {
  let hardened: Promise<void> | undefined
  return () => {
    if (hardened !== undefined) return hardened
    menu.show()
    const session = readSession()
    hardened = hardenSession(session)
    servePages(session, { ...options, folder: rendererFolder, ready: hardened })
    return hardened
  }
}

export function relaunch(mode: StartMode): void {
  app.relaunch({ args: toModeArguments(process.argv.slice(1), mode) })
}
