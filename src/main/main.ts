// Starts the application in Electron.
import { join } from 'node:path'
import { app, BrowserWindow, dialog, nativeTheme, session, shell } from 'electron'
import { type Application, openApplication } from './application'
import { describeVersion, findPackageType, readBuildInfo, version } from './build-info'
import { findFolderProblem } from './data-folder'
import type { DesktopHost } from './desktop-api/desktop-host'
import { createDesktopRouter } from './desktop-api/desktop-router'
import { toDialogLabel } from './dialog-labels'
import { type Bridge, openBridge, openVectorsBridge } from './electron/bridge'
import { openCipher } from './electron/cipher'
import { chooseCertificates, openFile, openFolder, saveFile } from './electron/file-dialogs'
import { showNotification } from './electron/notifications'
import { collectOpenedFiles } from './electron/opened-files'
import { dragFile, openLink, removeDraggedCopies, revealFile } from './electron/outside'
import { registerProtocols, serveMedia, servePages } from './electron/protocols'
import { confirmBeforeQuit } from './electron/quit-dialogs'
import { recoverFromErrors, recoverWindow, reportChildProcesses } from './electron/recovery'
import { hardenSession } from './electron/session-hardening'
import { openSystemNetwork } from './electron/system-network'
import { createStartPage, openWindow, setMenu } from './electron/window'
import { readElectronArguments } from './electron-arguments'
import { createIncidents, openErrorLog } from './error-log'
import { createErrorPolicy } from './error-policy'
import { startGatewayThread } from './gateway-host/gateway-thread'
import {
  describeEndedTranscription,
  describeEndedVideo,
  describeQuitWarning,
  describeUpdateBlocker,
  type JobNotification,
} from './job-messages'
import { type UpdatePorts, Updates } from './updates/updates'
import { upgradeInThread } from './upgrade-thread'
import { createVectorsThread } from './vectors-thread'

const outFolder = join(__dirname, '..')
const rendererFolder = join(outFolder, 'renderer')
const preload = join(__dirname, '../preload/preload.cjs')
const gatewayWorker = join(__dirname, 'gateway-worker.cjs')
const vectorsWorker = join(__dirname, 'vectors-worker.cjs')
const upgradeWorker = join(__dirname, 'upgrade-worker.cjs')

function start(): void {
  const { userDataFolder, gatewayPort, restartedAt, isVersionRequested } = readElectronArguments(process.argv)
  if (isVersionRequested) {
    process.stdout.write(`${describeVersion(readBuildInfo(outFolder))}\n`)
    app.exit(0)
    return
  }
  if (userDataFolder) app.setPath('userData', userDataFolder)
  // Comes first: without a writable folder the single-instance lock fails, too, with a misleading message.
  const problem = findFolderProblem(app.getPath('userData'))
  if (problem) {
    app.whenReady().then(() => explainAndQuit(problem), explainAndQuit)
    return
  }
  if (!app.requestSingleInstanceLock()) {
    process.stdout.write('Gen Playground is already running. Switching to its window.\n')
    app.quit()
    return
  }
  registerProtocols()
  const readOpenedFiles = collectOpenedFiles()
  const safety = openSafety(app.getPath('userData'), restartedAt)
  app
    .whenReady()
    .then(() => open({ gatewayPort, readOpenedFiles }, safety).catch(explainAndQuit), explainAndQuit)
}

/** Opens the log and handles errors; comes before anything that can fail. */
function openSafety(folder: string, restartedAt: number | undefined) {
  const log = openErrorLog(join(folder, 'errors.log'))
  const incidents = createIncidents(log)
  const policy = createErrorPolicy({ restartedAt })
  const openLog = async () => {
    // Empty if the system has an editor for it.
    if ((await shell.openPath(log.file)) !== '') shell.showItemInFolder(log.file)
  }
  const quitGuard = { quit: () => app.quit() }
  const fail = (error: unknown) => app.whenReady().then(() => explainAndQuit(error))
  const recovery = { incidents, openLog, quit: () => quitGuard.quit() }
  recoverFromErrors({ ...recovery, policy, fail })
  reportChildProcesses(incidents)
  if (restartedAt !== undefined) incidents.report('restart', 'Restarted after repeated errors')
  return { ...recovery, log, policy, quitGuard }
}

interface StartOptions {
  readonly gatewayPort: number | undefined
  readonly readOpenedFiles: DesktopHost['watchOpenedFiles']
}

async function open(
  { gatewayPort, readOpenedFiles }: StartOptions,
  safety: ReturnType<typeof openSafety>,
): Promise<void> {
  const { log, incidents } = safety
  const folder = app.getPath('userData')
  setMenu()
  await hardenSession(session.defaultSession)
  servePages(session.defaultSession, rendererFolder)
  const startPage = createStartPage((address) => openWindow(folder, preload, address))
  const network = openSystemNetwork()
  let isOpen = false
  const application = await openApplication({
    folder,
    cipher: await openCipher(),
    gatewayPort,
    demoPace: process.env.GEN_PLAYGROUND_DEMO_PACE ?? null,
    version,
    resolveProxy: network.resolveProxy,
    startGateway: (settings, events) =>
      startGatewayThread(gatewayWorker, settings, {
        ...events,
        onRestart: (reason, error) => {
          incidents.report('gateway', reason, error)
          events.onRestart(reason)
        },
        network,
      }),
    onCloseProblem: log.write,
    upgrade: (file) => upgradeInThread(upgradeWorker, file, startPage.show),
    // When the window is open, the status line reports it.
    onLocked: (file) => {
      if (file !== null && !isOpen) startPage.show({ type: 'locked', file })
    },
  })
  isOpen = true
  log.redact(application.secrets)
  followTheme(application)
  serveMedia(session.defaultSession, application.workspace)
  const vectors = createVectorsThread(vectorsWorker, folder, (error) =>
    incidents.report('helper', 'The thread that reads vectors ended', error),
  )
  openVectorsBridge(vectors.join)
  const updates = followUpdates(application, {
    openRequests: network.openRequests,
    quit: () => safety.quitGuard.quit(),
    log: log.write,
  })
  const bridge = openBridge(
    createDesktopRouter(application, {
      watchIncidents: incidents.watch,
      openLog: safety.openLog,
      watchOpenedFiles: readOpenedFiles,
      openLink,
      revealFolder: async (path) => void (await shell.openPath(path)),
      chooseCertificates,
      saveFile,
      openFile,
      openFolder,
      revealFile,
      dragFile,
      resolveProxy: network.resolveProxy,
      build: () => ({
        ...readBuildInfo(outFolder),
        packageType: findPackageType(app.isPackaged),
        dataFolder: folder,
      }),
      updates: bindUpdates(updates),
    }),
    () => void application.workspace.recordings.stopAll().catch(() => undefined),
  )
  const quitGuard = confirmBeforeQuit(() =>
    describeQuitWarning(application.status().jobs, application.workspace.saves.list().pending),
  )
  safety.quitGuard.quit = quitGuard.quit
  const openMainWindow = (window = openWindow(folder, preload)) => {
    quitGuard.watch(window)
    recoverWindow(window, safety)
  }
  openMainWindow(startPage.finish())
  safety.policy.markStarted()
  followWindows(application, openMainWindow)
  closeBeforeQuitting(bridge, async () => {
    updates.close()
    await Promise.all([application.close(), vectors.close()])
    await installUpdate(updates)
  })
  app.once('quit', removeDraggedCopies)
  await reportListening(application)
}

function followTheme({ workspace }: Application): void {
  const apply = () => {
    nativeTheme.themeSource = workspace.settings.read().theme
  }
  apply()
  workspace.changes.subscribe((topic) => {
    if (topic === 'settings') apply()
  })
}

function followUpdates(
  application: Application,
  ports: Pick<UpdatePorts, 'openRequests' | 'quit' | 'log'>,
): Updates {
  const { workspace, status } = application
  const updates = new Updates({
    ...ports,
    version,
    folder: join(status().dataFolder, 'updates'),
    packageType: () => findPackageType(app.isPackaged),
    settings: () => workspace.settings.read().updates,
    findBlocker: () =>
      describeUpdateBlocker({
        status: status(),
        recordings: workspace.recordings.countOpen(),
        pending: workspace.saves.list().pending,
      }),
    onChange: () => workspace.changes.emit('updates'),
  })
  workspace.changes.subscribe((topic) => {
    if (topic === 'settings') updates.follow()
  })
  return updates
}

function bindUpdates(updates: Updates): DesktopHost['updates'] {
  return {
    read: () => updates.read(),
    check: () => updates.check(),
    download: () => updates.download(),
    cancelDownload: () => updates.cancelDownload(),
    install: () => updates.install(),
  }
}

/** Starting the application again is ignored meanwhile: its files are being replaced, then it opens again. */
async function installUpdate(updates: Updates): Promise<void> {
  app.removeAllListeners('second-instance').removeAllListeners('activate')
  if (!(await updates.installRequested())) return
  const { APPIMAGE: execPath } = process.env
  app.relaunch({ args: process.argv.slice(1), ...(execPath ? { execPath } : {}) })
}

/** Jobs continue without a window. The application quits when there are neither jobs nor windows. */
function followWindows(application: Application, openAgain: () => void): void {
  const quitWhenIdle = () => {
    const idle = application.status().running === 0 && BrowserWindow.getAllWindows().length === 0
    if (idle && process.platform !== 'darwin') app.quit()
  }
  app.on('window-all-closed', quitWhenIdle)
  application.workspace.changes.subscribe(quitWhenIdle)
  const showWindow = () => {
    const [window] = BrowserWindow.getAllWindows()
    if (!window) openAgain()
    else if (window.isMinimized()) window.restore()
    window?.focus()
  }
  app.on('activate', showWindow)
  app.on('second-instance', showWindow)
  notifyOfEndedJobs(application, showWindow)
}

function notifyOfEndedJobs({ workspace }: Application, showWindow: () => void): void {
  const notify = (ended: JobNotification | undefined) => {
    if (ended) showNotification(ended, showWindow)
  }
  workspace.videos.onEnded(({ job }) => notify(describeEndedVideo(job)))
  workspace.transcriptions.onEnded(({ job }) => notify(describeEndedTranscription(job)))
}

/** Waits for the last calls of closing pages, such as saving a draft, then closes the application. */
function closeBeforeQuitting(bridge: Bridge, close: () => Promise<void>): void {
  let closed = false
  app.on('will-quit', (event) => {
    if (closed) return
    event.preventDefault()
    closed = true
    void bridge
      .settle()
      .then(close, close)
      .finally(() => app.quit())
  })
}

async function reportListening(application: Application): Promise<void> {
  try {
    const { url, notice } = await application.listening()
    if (notice) process.stdout.write(`${notice}\n`)
    process.stdout.write(`Gateway: ${url}\n`)
  } catch (error) {
    process.stdout.write(`Gateway: not running. ${error instanceof Error ? error.message : String(error)}\n`)
  }
  const { kind, label } = application.status().upstream
  process.stdout.write(`Upstream: ${kind === 'demo' ? kind : `${kind} ${label}`}\n`)
}

/** Without this dialog the application would end silently. */
async function explainAndQuit(error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`Gen Playground couldn’t start: ${message}\n`)
  const folder = app.getPath('userData')
  const { response } = await dialog.showMessageBox({
    type: 'error',
    title: 'Gen Playground',
    message: 'Gen Playground couldn’t start',
    detail: `${message}\n\nYour data is unchanged in ${folder}.`,
    buttons: ['Try again', 'Show data folder', 'Quit'].map((label) => toDialogLabel(label)),
    defaultId: 0,
    cancelId: 2,
  })
  if (response === 0) app.relaunch()
  if (response === 1) await shell.openPath(folder)
  app.exit(1)
}

try {
  start()
} catch (error) {
  // An invalid switch, before there is a window to report it.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  app.exit(2)
}
