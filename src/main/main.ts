// Starts the application in Electron: claims the data folder and opens the window, which loads its page while the rest
// of the application is loaded and opened.
import { join } from 'node:path'
import { app, Menu, session } from 'electron'
import { describeVersion, readBuildInfo } from './build-info'
import { enableCompileCache } from './compile-cache'
import { createSafeFolder, findFolderProblem, removeSafeFolder } from './data-folder'
import { collectOpenedFiles, type ReadOpenedFiles } from './electron/opened-files'
import { registerProtocols } from './electron/page-protocol'
import { hardenPages } from './electron/session-hardening'
import { createStartContext, type StartContext } from './electron/start-context'
import { readElectronArguments } from './electron-arguments'
import { claimFolder } from './folder-lock'

async function start(): Promise<void> {
  const switches = readElectronArguments(process.argv)
  if (switches.isVersionRequested) {
    process.stdout.write(`${describeVersion(readBuildInfo(join(__dirname, '..')))}\n`)
    app.exit(0)
    return
  }
  if (switches.userDataFolder) app.setPath('userData', switches.userDataFolder)
  const dataFolder = app.getPath('userData')
  // Comes first: without a writable folder the single-instance lock fails, too, with a misleading message.
  const problem = switches.isSafeMode ? undefined : findFolderProblem(dataFolder)
  // Chromium needs a writable folder even for the page that explains the problem.
  if (switches.isSafeMode || problem) openTemporaryFolder()
  // The ID of the installed shortcut, without which Windows shows no notifications.
  if (process.platform === 'win32') app.setAppUserModelId('app.genplayground')
  registerProtocols()
  hardenPages()
  // Otherwise Electron would build a menu of its own first.
  Menu.setApplicationMenu(null)
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
  const context = createStartContext({ dataFolder, switches, session: () => session.defaultSession })
  context.recoverProcess()
  const readOpenedFiles = collectOpenedFiles()
  const opening = problem
    ? Promise.reject(problem)
    : app.whenReady().then(() => open(context, readOpenedFiles))
  opening.catch(context.fail)
}

function openTemporaryFolder(): void {
  const folder = createSafeFolder()
  app.setPath('userData', folder)
  process.once('exit', () => removeSafeFolder(folder))
}

async function open(context: StartContext, readOpenedFiles: ReadOpenedFiles): Promise<void> {
  const prepared = context.preparePages()
  context.startWindow.open()
  enableCompileCache(join(context.folder, 'Compile Cache'))
  // Loading the rest blocks this process, which serves the page. Later, the page's own scripts take as long.
  await context.whenPageServed()
  const { runApplication } = await import('./electron/run-application')
  await prepared
  await runApplication(context, readOpenedFiles)
}

start().catch((error: unknown) => {
  // An invalid switch, before there is a window to report it.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  app.exit(2)
})
