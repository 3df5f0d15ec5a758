// Starts the application in Electron.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { app, session, shell } from 'electron'
import { damageError, isDatabaseDamaged } from '#workspace/database/connection'
import { findSnapshot, wasInterrupted } from '#workspace/database/daily-snapshots'
import { databaseIn } from '#workspace/database/database'
import { type Application, openApplication } from './application'
import { describeVersion, findPackageType, readBuildInfo, version } from './build-info'
import { findFolderProblem } from './data-folder'
import { callDatabaseThread, upgradeInThread } from './database-thread'
import { createDesktopRouter } from './desktop-api/desktop-router'
import { type Bridge, openBridge, openVectorsBridge } from './electron/bridge'
import { noCipher, openCipher } from './electron/cipher'
import { collectDroppedFiles } from './electron/dropped-files'
import { chooseCertificates, openFile, openFiles, openFolder, saveFile } from './electron/file-dialogs'
import { followTheme, followWindows } from './electron/follow-application'
import { bindSpelling, followSpelling } from './electron/follow-spelling'
import { bindUpdates, followUpdates, installUpdate } from './electron/follow-updates'
import { collectOpenedFiles } from './electron/opened-files'
import { dragFile, openLink, removeDraggedCopies, revealFile } from './electron/outside'
import { registerProtocols, serveMedia, servePages } from './electron/protocols'
import { confirmBeforeQuit } from './electron/quit-dialogs'
import { recoverFromErrors, recoverWindow, reportChildProcesses } from './electron/recovery'
import { hardenSession } from './electron/session-hardening'
import { createQuestion, explainMissingPage } from './electron/start-failures'
import { createStartPage } from './electron/start-page'
import { openSystemNetwork } from './electron/system-network'
import { openWindow, setMenu } from './electron/window'
import {
  type ElectronArguments,
  readElectronArguments,
  type StartMode,
  toModeArguments,
} from './electron-arguments'
import { createErrorPolicy } from './error-policy'
import { claimFolder } from './folder-lock'
import { startGatewayThread } from './gateway-host/gateway-thread'
import type { SystemNetwork } from './gateway-host/system-network'
import { createIncidents } from './incidents'
import { describeQuitWarning } from './job-messages'
import { openLog } from './log'
import { createLogThread } from './log-thread'
import { createReadsThread } from './reads-thread'
import { createSafeFolder, removeSafeFolder } from './safe-mode'
import { scheduleSnapshots } from './snapshot-schedule'
import { concernsDatabase, describeRestored, RestoreError } from './start-failure'
import { createVectorsThread } from './vectors-thread'

const outFolder = join(__dirname, '..')
const rendererFolder = join(outFolder, 'renderer')
const preload = join(__dirname, '../preload/preload.cjs')
const gatewayWorker = join(__dirname, 'gateway-worker.cjs')
const vectorsWorker = join(__dirname, 'vectors-worker.cjs')
const logWorker = join(__dirname, 'log-worker.cjs')
const readsWorker = join(__dirname, 'reads-worker.cjs')
const databaseWorker = join(__dirname, 'database-worker.cjs')

async function start(): Promise<void> {
  const switches = readElectronArguments(process.argv)
  if (switches.isVersionRequested) {
    process.stdout.write(`${describeVersion(readBuildInfo(outFolder))}\n`)
    app.exit(0)
    return
  }
  if (switches.userDataFolder) app.setPath('userData', switches.userDataFolder)
  const dataFolder = app.getPath('userData')
  // Comes first: without a writable folder the single-instance lock fails, too, with a misleading message.
  const problem = switches.isSafeMode ? undefined : findFolderProblem(dataFolder)
  // Chromium needs a writable folder even for the page that explains the problem.
  if (switches.isSafeMode || problem) openTemporaryFolder()
  registerProtocols()
  const requestSingleInstanceLock = () => app.requestSingleInstanceLock()
  const folder = app.getPath('userData')
  const claim = problem ? 'claimed' : await claimFolder({ folder, requestSingleInstanceLock })
  if (claim === 'silent') {
    process.stderr.write(
      `Another Gen Playground is using ${folder} and doesn’t respond. End that process, then try again.\n`,
    )
    app.exit(1)
    return
  }
  if (claim === 'shown') {
    process.stdout.write('Gen Playground is already running. Switching to its window.\n')
    app.quit()
    return
  }
  const context = createContext(dataFolder, switches)
  const opening = problem ? Promise.reject(problem) : app.whenReady().then(() => open(context))
  opening.catch(context.fail)
}

function openTemporaryFolder(): void {
  const folder = createSafeFolder()
  app.setPath('userData', folder)
  process.once('exit', () => removeSafeFolder(folder))
}

type Context = ReturnType<typeof createContext>

/** Opens the log and handles errors; comes before anything that can fail. */
function createContext(dataFolder: string, switches: ElectronArguments) {
  const folder = app.getPath('userData')
  const log = openLog({ folder: join(folder, 'logs'), codeFolder: __dirname })
  log.writeStart(version)
  if (switches.isSafeMode) log.write('Started in safe mode')
  for (const name of ['errors.log', 'errors.old.log']) rmSync(join(folder, name), { force: true })
  const incidents = createIncidents(log)
  const policy = createErrorPolicy({ restartedAt: switches.restartedAt })
  const openLogFolder = async () => void (await shell.openPath(log.folder))
  const startPage = createStartPage((address) => openWindow(folder, preload, address))
  const preparePages = createPages(openLogFolder)
  const ask = createQuestion({ dataFolder, log, openLogFolder, startPage })
  /** For a failure after which this process can't continue. */
  const fail = async (error: unknown) => {
    await app.whenReady()
    log.write('Couldn’t start', error)
    process.stderr.write(`Gen Playground couldn’t start: ${error instanceof Error ? error.message : error}\n`)
    await preparePages().catch(() => undefined)
    const decision = await ask(error, null)
    if (decision !== 'quit') relaunch(decision === 'start-safe-mode' ? 'safe-mode' : 'normal')
    app.exit(1)
  }
  const quitGuard = { quit: () => app.quit() }
  const recovery = { incidents, openLogFolder, quit: () => quitGuard.quit() }
  recoverFromErrors({ ...recovery, policy, fail })
  reportChildProcesses(incidents)
  if (switches.restartedAt !== undefined) incidents.report('restart', 'Restarted after repeated errors')
  const readOpenedFiles = collectOpenedFiles()
  return {
    ...recovery,
    ...switches,
    folder,
    log,
    policy,
    quitGuard,
    readOpenedFiles,
    startPage,
    preparePages,
    ask,
    fail,
  }
}

/** Prepares the menu and the pages once. */
function createPages(openLogFolder: () => Promise<void>): () => Promise<void> {
  let prepared: Promise<void> | undefined
  const prepare = async () => {
    setMenu(openLogFolder)
    await hardenSession(session.defaultSession)
    servePages(session.defaultSession, rendererFolder)
  }
  return () => {
    prepared ??= prepare()
    return prepared
  }
}

function relaunch(mode: StartMode): void {
  app.relaunch({ args: toModeArguments(process.argv.slice(1), mode) })
}

async function open(context: Context): Promise<void> {
  const { folder, incidents, quitGuard, startPage, log } = context
  await context.preparePages()
  const network = openSystemNetwork()
  const wasInterruptedBefore = wasInterrupted(databaseIn(folder))
  const application = await openOrAsk(context, network)
  if (!application) return
  followTheme(application)
  serveMedia(session.defaultSession, application.workspace)
  const vectors = createVectorsThread(vectorsWorker, folder, (error) =>
    incidents.report('helper', 'The thread that reads vectors ended', error),
  )
  openVectorsBridge(vectors.join)
  const restartAs = (mode: StartMode) => {
    relaunch(mode)
    quitGuard.quit()
  }
  const updates = followUpdates(application, {
    openRequests: network.openRequests,
    quit: () => quitGuard.quit(),
    log: log.write,
  })
  const spelling = followSpelling(application, {
    page: session.defaultSession,
    send: network.stack.send,
    log: log.write,
  })
  const bridge = openBridge(
    createDesktopRouter(application, {
      watchIncidents: incidents.watch,
      openLogFolder: context.openLogFolder,
      watchOpenedFiles: context.readOpenedFiles,
      restartAs,
      openLink,
      revealFolder: async (path) => void (await shell.openPath(path)),
      chooseCertificates,
      saveFile,
      openFile,
      openFiles,
      consumeDropped: collectDroppedFiles(),
      openFolder,
      revealFile,
      dragFile,
      resolveProxy: network.resolveProxy,
      build: () => ({
        ...readBuildInfo(outFolder),
        packageType: findPackageType(app.isPackaged),
        isSandboxed: !app.commandLine.hasSwitch('no-sandbox'),
        dataFolder: folder,
      }),
      updates: bindUpdates(updates),
      spelling: bindSpelling(spelling, application, session.defaultSession),
    }),
    () => void application.workspace.recordings.stopAll().catch(() => undefined),
  )
  const { saves, transfers } = application.workspace
  const confirmation = confirmBeforeQuit({
    warn: () =>
      describeQuitWarning({
        jobs: application.status().jobs,
        pending: saves.list().pending,
        transfers: transfers.count(),
      }),
    whenCopied: transfers.whenDone,
  })
  quitGuard.quit = confirmation.quit
  const openMainWindow = (window = openWindow(folder, preload)) => {
    confirmation.watch(window)
    const page = explainMissingPage(window, { ...context, restartAs })
    recoverWindow(window, { ...context, ...page })
  }
  openMainWindow(startPage.finish())
  context.policy.markStarted()
  followWindows(application, openMainWindow, incidents.show)
  const endSnapshots = context.isSafeMode ? () => {} : startSnapshots(context, wasInterruptedBefore)
  closeBeforeQuitting(bridge, async () => {
    endSnapshots()
    updates.close()
    spelling.close()
    await Promise.all([application.close(), vectors.close()])
    log.write('Stopped')
    await installUpdate(updates)
  })
  app.once('quit', removeDraggedCopies)
  await reportListening(application)
}

function startSnapshots({ folder, log, incidents }: Context, wasInterrupted: boolean): () => void {
  const file = databaseIn(folder)
  return scheduleSnapshots({
    wasInterrupted,
    check: (signal) => callDatabaseThread(databaseWorker, (calls) => calls.call('check', file), { signal }),
    save: (signal) =>
      callDatabaseThread(databaseWorker, (calls) => calls.call('saveDailySnapshot', file), { signal }),
    log,
    show: incidents.show,
  })
}

/** Opens the application, and asks what to do as long as it fails. Undefined if the process ends instead. */
async function openOrAsk(context: Context, network: SystemNetwork): Promise<Application | undefined> {
  const { folder, log, incidents, startPage } = context
  const file = databaseIn(folder)
  const failedSnapshots = new Set<string>()
  let canRestore = false
  let problem: Error | undefined = context.isRepair
    ? damageError(file, 'found while it was in use')
    : undefined
  for (;;) {
    try {
      if (problem) throw problem
      return await openInFolder(context, network)
    } catch (error) {
      problem = undefined
      log.write('Couldn’t start', error)
      process.stderr.write(
        `Gen Playground couldn’t start: ${error instanceof Error ? error.message : error}\n`,
      )
      canRestore ||= concernsDatabase(error)
      const snapshot = canRestore ? findSnapshot(file, failedSnapshots) : null
      const decision = await context.ask(error, snapshot)
      if (decision === 'quit' || decision === 'start-safe-mode') {
        if (decision === 'start-safe-mode') relaunch('safe-mode')
        app.exit(1)
        return undefined
      }
      if (decision === 'try-again' || !snapshot) continue
      startPage.show({ type: 'restoring' })
      try {
        const input = { file, snapshot: snapshot.path }
        const replaced = await callDatabaseThread(databaseWorker, (calls) => calls.call('restore', input))
        log.write('Restored a snapshot')
        incidents.show({ kind: 'restored', detail: describeRestored(snapshot, replaced) })
      } catch (failure) {
        if (isDatabaseDamaged(failure)) failedSnapshots.add(snapshot.path)
        problem = new RestoreError(failure)
      }
    }
  }
}

async function openInFolder(context: Context, network: SystemNetwork): Promise<Application> {
  const { folder, gatewayPort, incidents, log, startPage, isSafeMode } = context
  let isOpen = false
  let isDamaged = false
  const onDamaged = () => {
    // If it prevents the start, the page says so.
    if (isOpen && !isDamaged) incidents.report('damage', 'The database is damaged')
    isDamaged ||= isOpen
  }
  const application = await openApplication({
    folder,
    safeMode: isSafeMode,
    // The keyring is not touched, so keys last until safe mode ends.
    cipher: isSafeMode ? noCipher : await openCipher(),
    gatewayPort,
    demoPace: process.env.GEN_PLAYGROUND_DEMO_PACE ?? null,
    version,
    resolveProxy: network.resolveProxy,
    startGateway: (settings, events) =>
      startGatewayThread(gatewayWorker, settings, {
        ...events,
        onRestart: (reason, error) => {
          incidents.report('gateway', 'The gateway’s thread ended', error)
          events.onRestart(reason)
        },
        network,
      }),
    onCloseProblem: log.write,
    upgrade: (file) => upgradeInThread(databaseWorker, file, startPage.show),
    openLog: createLogThread(logWorker, (error) =>
      incidents.report('helper', 'The thread of the request log ended', error),
    ),
    openReads: createReadsThread(readsWorker, {
      onError: (error) => incidents.report('helper', 'The thread that reads the database ended', error),
      onDamaged,
    }),
    // When the window is open, the status line reports it.
    onLocked: (file) => {
      if (file !== null && !isOpen) startPage.show({ type: 'locked', file })
    },
    onDamaged,
  })
  isOpen = true
  return application
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

start().catch((error: unknown) => {
  // An invalid switch, before there is a window to report it.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  app.exit(2)
})
