// Recovers from unhandled errors and crashed processes, while the gateway keeps running.
import { app, BrowserWindow, dialog, type WebContents } from 'electron'
import { withDeadline } from '#workspace/concurrency/timing'
import { toDialogLabel } from '../dialog-labels'
import { toRestartArguments } from '../electron-arguments'
import type { ErrorPolicy } from '../error-policy'
import { createEventLimit } from '../error-policy'
import type { Incidents } from '../incidents'
import type { LogEvent } from '../log'

interface RecoveryPorts {
  readonly incidents: Incidents
  readonly openLogFolder: () => Promise<void>
  /** Saves everything and quits without confirmation. */
  readonly quit: () => void
}

interface WindowPorts extends RecoveryPorts {
  /** The page was shown at least once. */
  readonly hasShown: () => boolean
  /** Replaces a page whose process ends before it shows anything. */
  readonly explainCrashes: (event: LogEvent) => void
}

interface ErrorPorts extends RecoveryPorts {
  readonly policy: ErrorPolicy
  /** Explains why the application cannot start, and quits. */
  readonly fail: (error: unknown) => Promise<void>
}

/** Also replaces Electron's own error dialog, which would block main and the gateway. */
export function recoverFromErrors({ incidents, policy, openLogFolder, quit, fail }: ErrorPorts): void {
  /** The policy's decision is being carried out; further errors are only logged. */
  let isDecided = false
  const handle = (event: LogEvent) => (error: unknown) => {
    const reaction = isDecided ? 'continue' : policy.react()
    incidents.report('error', event, error)
    if (reaction === 'continue') return
    isDecided = true
    if (reaction === 'fail') void fail(error)
    if (reaction === 'restart') restart(quit)
    if (reaction === 'warn')
      void showErrorDialog(repeatedErrors, { openLogFolder, quit, buttons: ['Continue'] })
  }
  process.on('uncaughtException', handle('Uncaught exception'))
  process.on('unhandledRejection', handle('Unhandled rejection'))
  // A closed terminal is not an error of the application.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

function restart(quit: () => void): void {
  app.relaunch({ args: toRestartArguments(process.argv.slice(1), Date.now()) })
  quit()
}

/** Chromium restarts these processes itself. */
export function reportChildProcesses({ report }: Incidents): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason === 'clean-exit') return
    const event = `The process ${type} ended: ${reason}, exit code ${exitCode}` as const
    report(type === 'GPU' ? 'graphics' : 'helper', event)
  })
}

const maxReloads = 3
const reloadPeriodMs = 60_000

/** Drafts are on disk, and answers in progress run in main: a reloaded page shows them again. */
export function recoverWindow(window: BrowserWindow, ports: WindowPorts): void {
  const mayReload = createEventLimit(maxReloads, reloadPeriodMs)
  const contents = window.webContents
  const reload = (event: LogEvent) => {
    if (window.isDestroyed()) return
    // Reported only when the reloaded page can show it.
    contents.once('did-finish-load', () => ports.incidents.reportIn(contents.id, 'window', event))
    contents.reload()
  }
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    const event = `The window's process ended: ${reason}, exit code ${exitCode}` as const
    // Not during the event, because the old process is still being torn down.
    if (mayReload()) setImmediate(reload, event)
    else if (!ports.hasShown()) setImmediate(ports.explainCrashes, event)
    else
      void showErrorDialog(repeatedCrashes, { ...ports, window, buttons: ['Reload'] }).then(() =>
        reload(event),
      )
  })
  window.on('unresponsive', () => {
    const closing = new AbortController()
    window.once('responsive', () => closing.abort())
    const { signal } = closing
    void isAnswering(contents).then(async (isAlive) => {
      if (isAlive || signal.aborted || window.isDestroyed()) return
      const choice = await dialog.showMessageBox(window, {
        ...unresponsive,
        buttons: ['Wait', 'Reload'],
        signal,
      })
      // Then handled like any other crash.
      if (choice.response === 1) contents.forcefullyCrashRenderer()
    })
  })
}

const answerMs = 2_000

/** The window is also reported if only the frame of a preview hangs, which the page offers to stop. */
async function isAnswering(contents: WebContents): Promise<boolean> {
  const answer = contents.executeJavaScript('true').catch(() => false)
  return await withDeadline(answer, answerMs, false)
}

const title = 'Gen Playground'
const repeatedErrors = {
  type: 'error' as const,
  title,
  message: 'Gen Playground keeps running into errors',
  detail: 'Restarting didn’t help. Your work so far is saved. Quit now, and check the log.',
}
const repeatedCrashes = {
  type: 'error' as const,
  title,
  message: 'The window keeps crashing',
  detail: 'Your work is saved, and the gateway is still running.',
}
const unresponsive = {
  type: 'warning' as const,
  title,
  message: 'The window isn’t responding',
  detail: 'Your work is saved. You can wait, or reload the window.',
  cancelId: 0,
}

interface Choice extends Pick<RecoveryPorts, 'openLogFolder' | 'quit'> {
  /** The button after which the returned promise resolves. */
  readonly buttons: readonly [string]
  /** The dialog's parent; by default, the window that has the focus. */
  readonly window?: BrowserWindow
}

/** Shows the dialog again after the folder was opened. Never blocks main. */
async function showErrorDialog(
  message: typeof repeatedErrors,
  { openLogFolder, quit, buttons: [proceed], window }: Choice,
): Promise<void> {
  const options = {
    ...message,
    buttons: [proceed, toDialogLabel('Open log folder'), 'Quit'],
    cancelId: 0,
    noLink: true,
  }
  for (;;) {
    const parent = window && !window.isDestroyed() ? window : BrowserWindow.getFocusedWindow()
    const { response } = await (parent
      ? dialog.showMessageBox(parent, options)
      : dialog.showMessageBox(options))
    if (response === 0) return
    if (response === 2) return quit()
    await openLogFolder()
  }
}
