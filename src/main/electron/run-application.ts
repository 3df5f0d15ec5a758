// Runs the application until the process quits. Loaded while the window's page loads.
import { app, BrowserWindow } from 'electron'
import type { Application } from '../application'
import { saveCompileCache } from '../compile-cache'
import type { Log } from '../log'
import { installUpdate } from './follow-updates'
import { type OpenDesktop, openDesktop } from './open-desktop'
import type { ReadOpenedFiles } from './opened-files'
import type { StartContext } from './start-context'
import type { Windows } from './windows'

export async function runApplication(context: StartContext, readOpenedFiles: ReadOpenedFiles): Promise<void> {
  const desktop = await openDesktop(context, readOpenedFiles)
  if (!desktop) return
  followWindows(desktop, context.windows)
  closeBeforeQuitting(desktop, context.log.write)
  await reportListening(desktop.application)
}

/**
 * Jobs continue without a window. The application quits when there are neither jobs nor windows, unless its icon is in
 * the tray.
 */
function followWindows({ application: { workspace }, tray }: OpenDesktop, windows: Windows): void {
  // Every change calls it, so it counts the work, which reads the database, only without windows.
  const quitWhenIdle = () => {
    if (process.platform === 'darwin' || BrowserWindow.getAllWindows().length > 0 || tray.isShown()) return
    if (workspace.countRunning() === 0) app.quit()
  }
  app.on('window-all-closed', () => {
    quitWhenIdle()
    // If the tray has gone meanwhile, nothing would show that the application runs.
    if (tray.isShown()) void tray.update().then(quitWhenIdle)
  })
  workspace.changes.subscribe(quitWhenIdle)
  app.on('activate', windows.focusLast)
  // The main window imports the files that it may name.
  app.on('second-instance', windows.focusMain)
}

function closeBeforeQuitting({ quitGuard, updates, close }: OpenDesktop, log: Log['write']): void {
  app.on('before-quit', (event) => {
    if (quitGuard.confirm()) quitGuard.closeWindows()
    else event.preventDefault()
  })
  let closed = false
  const finish = async () => {
    await close()
    saveCompileCache()
    await installUpdate(updates, log)
  }
  app.on('will-quit', (event) => {
    if (closed) return
    event.preventDefault()
    closed = true
    void finish().finally(() => app.quit())
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
