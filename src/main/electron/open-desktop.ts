// Opens the application in its windows, and closes both. What concerns the whole process is in `run-application`.
import { join } from 'node:path'
import { app, BrowserWindow, nativeTheme, shell } from 'electron'
import type { BuildInfo } from '#shared/schemas/updates'
import { damageError, isDatabaseDamaged } from '#workspace/database/connection'
import { findSnapshot, wasInterrupted } from '#workspace/database/daily-snapshots'
import { databaseIn } from '#workspace/database/database'
import { type Application, openApplication } from '../application'
import { type Backups, createBackups } from '../backup-schedule'
import { findPackageType, readBuildInfo, version } from '../build-info'
import { type CallDataThread, callDatabaseThread, upgradeInThread } from '../database-thread'
import type { DesktopHost } from '../desktop-api/desktop-host'
import { createDesktopRouter } from '../desktop-api/desktop-router'
import { eraseIfRequested } from '../erase-data'
import { startGatewayThread } from '../gateway-host/gateway-thread'
import type { SystemNetwork } from '../gateway-host/system-network'
import { describeQuitWarning } from '../job-messages'
import { scheduleSnapshots } from '../snapshot-schedule'
import { concernsDatabase, describeRestored, RestoreError } from '../start-failure'
import type { Updates } from '../updates/updates'
import { createVectorsThread } from '../vectors-thread'
import { createImportReaderThread, createLogThread, createReadsThread } from '../workspace-threads'
import { noCipher, openCipher } from './cipher'
import { integrateDesktop } from './desktop-integration'
import { chooseCertificates, createFileDialogs } from './file-dialogs'
import { bindUpdates, followUpdates } from './follow-updates'
import { createMediaHandler } from './media-protocol'
import type { ApplicationMenu } from './menu'
import type { ReadOpenedFiles } from './opened-files'
import { collectDroppedFiles } from './opened-files'
import { openBridge } from './page-ports'
import { createQuitGuard, type QuitGuard } from './quit-dialogs'
import { SpellChecker } from './spell-checker'
import { relaunch, type StartContext } from './start-context'
import { openSystemNetwork } from './system-network'
import type { TrayIcon } from './tray'
import type { Windows } from './windows'
import { pageBackground } from './windows'

/** Only after an action of the user. */
const loadOutside = () => import('./outside')

const outFolder = join(__dirname, '..')
const gatewayWorker = join(__dirname, 'gateway-worker.cjs')
const vectorsWorker = join(__dirname, 'vectors-worker.cjs')
const logWorker = join(__dirname, 'log-worker.cjs')
const readsWorker = join(__dirname, 'reads-worker.cjs')
const importsWorker = join(__dirname, 'imports-worker.cjs')
const databaseWorker = join(__dirname, 'database-worker.cjs')

export interface OpenDesktop {
  readonly application: Application
  readonly tray: TrayIcon
  readonly quitGuard: QuitGuard
  readonly updates: Updates
  /** Saves the user's data. The windows must be closed; resolves even if a part hangs. */
  readonly close: () => Promise<void>
}

/** Undefined if it could not open, and the user ends the process instead. */
export async function openDesktop(
  context: StartContext,
  readOpenedFiles: ReadOpenedFiles,
): Promise<OpenDesktop | undefined> {
  const { folder, incidents, startWindow, windows, log, pageSource, restartAs } = context
  const network = openSystemNetwork()
  const wasInterruptedBefore = wasInterrupted(databaseIn(folder))
  const application = await openOrAsk(context, network)
  if (!application) return undefined
  followTheme(application)
  followKeymap(application, context.menu)
  const media = createMediaHandler(application.workspace)
  context.serveMedia(media.handle)
  const vectors = serveVectors(context)
  const updates = followUpdates(application, network, {
    quit: () => context.quitGuard.quit(),
    log: log.write,
  })
  const callDataThread: CallDataThread = (work, events) => callDatabaseThread(databaseWorker, work, events)
  const backups = openBackups(application, callDataThread)
  const tray = integrateDesktop(application, windows, { incidents, closed: pageSource.closed })
  const dialogs = createFileDialogs()
  const bridge = openBridge(
    context.servePorts.desktop,
    createDesktopRouter(application, {
      watchIncidents: incidents.watch,
      openLogFolder: context.openLogFolder,
      menu: context.menu,
      windows,
      watchOpenedFiles: readOpenedFiles,
      hasTray: tray.update,
      restartAs,
      ...outsideActions,
      chooseCertificates,
      ...dialogs,
      consumeDropped: collectDroppedFiles(pageSource),
      resolveProxy: network.resolveProxy,
      localServers: process.env.GEN_PLAYGROUND_LOCAL_SERVERS,
      build: () => describeBuild(folder),
      callDataThread,
      backups,
      updates: bindUpdates(updates),
      spelling: new SpellChecker(application.workspace, {
        page: pageSource.session(),
        openFile: dialogs.openFile,
        ...network,
      }),
    }),
    (page) => {
      // The page of a chat records nothing.
      if (windows.isMain(page)) void application.workspace.recordings.stopAll().catch(() => undefined)
    },
  )
  const quitGuard = openQuitGuard(application, windows, tray)
  context.quitGuard.quit = quitGuard.quit
  windows.forEach(quitGuard.watch)
  if (!startWindow.finish()) windows.openMain()
  context.markOpen()
  windows.reopenChats(application.workspace.conversations.exists)
  const endSnapshots = context.isSafeMode ? () => {} : startSnapshots(context, wasInterruptedBefore)
  if (!context.isSafeMode) backups.start()
  const close = async () => {
    // The last calls of closing pages, such as saving a draft.
    await bridge.settle().catch(() => undefined)
    tray.close()
    media.close()
    endSnapshots()
    backups.close()
    updates.close()
    const removeDragged = async () => (await loadOutside()).removeDraggedCopies()
    await Promise.all([application.close(), vectors.close(), removeDragged()])
    context.close()
    log.write('Stopped')
  }
  return { application, tray, quitGuard, updates, close }
}

function serveVectors({ folder, incidents, servePorts }: StartContext) {
  const vectors = createVectorsThread(vectorsWorker, folder, (error) =>
    incidents.report('helper', 'The thread that reads vectors ended', error),
  )
  servePorts.vectors((port) => {
    vectors.join(port)
    port.start()
  })
  return vectors
}

const outsideActions: Pick<DesktopHost, 'openLink' | 'revealFolder' | 'revealFile' | 'dragFile'> = {
  openLink: async (url) => (await loadOutside()).openLink(url),
  revealFolder: async (path) => void (await shell.openPath(path)),
  revealFile: (path) => shell.showItemInFolder(path),
  dragFile: async (...drag) => (await loadOutside()).dragFile(...drag),
}

function describeBuild(folder: string): BuildInfo {
  return {
    ...readBuildInfo(outFolder),
    packageType: findPackageType(app.isPackaged),
    isSandboxed: !app.commandLine.hasSwitch('no-sandbox'),
    dataFolder: folder,
  }
}

function openQuitGuard({ status, workspace }: Application, windows: Windows, tray: TrayIcon): QuitGuard {
  const { saves, transfers } = workspace
  const warn = () =>
    describeQuitWarning({
      jobs: status().jobs,
      pending: saves.list().pending,
      transfers: transfers.count(),
    })
  return createQuitGuard({ warn, whenCopied: transfers.whenDone, staysInTray: tray.isShown, windows })
}

function openBackups({ workspace, status }: Application, callDataThread: CallDataThread): Backups {
  const { dataFolder: folder } = status()
  return createBackups({
    folder,
    settings: () => workspace.settings.read().backup,
    save: ({ folder: target, maxCount }, { signal, report }) => {
      const mediaFolder = workspace.media.folder().path
      const options = { folder, mediaFolder, target, maxCount, appVersion: version, now: Date.now() }
      return callDataThread((thread) => thread.saveBackup(options, signal), { onProgress: report })
    },
    onChange: () => workspace.changes.emit('status'),
  })
}

function startSnapshots({ folder, log, incidents }: StartContext, wasInterrupted: boolean): () => void {
  const file = databaseIn(folder)
  return scheduleSnapshots({
    wasInterrupted,
    check: (signal) => callDatabaseThread(databaseWorker, (thread) => thread.check(file), { signal }),
    save: (signal) =>
      callDatabaseThread(databaseWorker, (thread) => thread.saveDailySnapshot(file), { signal }),
    log,
    show: incidents.show,
  })
}

/** Opens the application, and asks what to do as long as it fails. Undefined if the process ends instead. */
async function openOrAsk(context: StartContext, network: SystemNetwork): Promise<Application | undefined> {
  const { folder, log, incidents, startWindow } = context
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
      const decision = await startWindow.ask(error, snapshot)
      if (decision === 'quit' || decision === 'start-safe-mode') {
        if (decision === 'start-safe-mode') relaunch('safe-mode')
        app.exit(1)
        return undefined
      }
      if (decision === 'try-again' || !snapshot) continue
      startWindow.show({ type: 'restoring' })
      try {
        const input = { file, snapshot: snapshot.path }
        const replaced = await callDatabaseThread(databaseWorker, (thread) => thread.restore(input))
        log.write('Restored a snapshot')
        incidents.show({ kind: 'restored', detail: describeRestored(snapshot, replaced) })
      } catch (failure) {
        if (isDatabaseDamaged(failure)) failedSnapshots.add(snapshot.path)
        problem = new RestoreError(failure)
      }
    }
  }
}

async function openInFolder(context: StartContext, network: SystemNetwork): Promise<Application> {
  const { folder, gatewayPort, incidents, log, startWindow, isSafeMode } = context
  await eraseIfRequested(folder)
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
    showsWelcome: !isSafeMode && process.env.GEN_PLAYGROUND_WELCOME !== 'off',
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
    upgrade: (file) => upgradeInThread(databaseWorker, file, startWindow.show),
    openLog: createLogThread(logWorker, (error) =>
      incidents.report('helper', 'The thread of the request log ended', error),
    ),
    openReads: createReadsThread(readsWorker, {
      onError: (error) => incidents.report('helper', 'The thread that reads the database ended', error),
      onDamaged,
    }),
    openImportReader: () =>
      createImportReaderThread(importsWorker, (error) =>
        incidents.report('helper', 'The thread that reads imported files ended', error),
      ),
    // When the window is open, the status line reports it.
    onLocked: (file) => {
      if (file !== null && !isOpen) startWindow.show({ type: 'locked', file })
    },
    onDamaged,
  })
  isOpen = true
  return application
}

function followTheme({ workspace }: Application): void {
  const apply = () => {
    nativeTheme.themeSource = workspace.settings.read().theme
    // The window is older than the settings.
    for (const window of BrowserWindow.getAllWindows()) window.setBackgroundColor(pageBackground())
  }
  apply()
  workspace.changes.subscribe((topic) => {
    if (topic === 'settings') apply()
  })
}

/** The menu shows the user's keys. */
function followKeymap({ workspace }: Application, menu: ApplicationMenu): void {
  let shown = '{}'
  const apply = () => {
    const { keymap } = workspace.settings.read()
    const text = JSON.stringify(keymap)
    // Most changes of settings are others.
    if (text === shown) return
    shown = text
    menu.setKeymap(keymap)
  }
  apply()
  workspace.changes.subscribe((topic) => {
    if (topic === 'settings') apply()
  })
}
