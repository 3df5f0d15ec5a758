// Confirms quitting, or closing the last window, while jobs are running or files are being copied.
import { app, BrowserWindow, dialog } from 'electron'
import { toDialogLabel } from '../dialog-labels'
import type { QuitWarning } from '../job-messages'
import type { Windows } from './windows'

interface QuitPorts {
  /** Returns undefined if nothing is in progress, so that no confirmation is needed. */
  readonly warn: () => QuitWarning | undefined
  /** Calls back once no file is being copied. Returns a function that stops waiting. */
  readonly whenCopied: (callback: () => void) => () => void
  /** The application keeps running without a window, so that closing the last one ends nothing. */
  readonly staysInTray: () => boolean
  readonly windows: Pick<Windows, 'findLast' | 'isMain' | 'retainChats'>
}

/** Windows are destroyed after this time, because a page that hangs never closes its window. */
const windowTimeoutMs = 3_000

export interface QuitGuard {
  /** Quits without confirmation. */
  quit(): void
  /** Asks whether to quit. Returns true if nothing is in progress, so that quitting goes on. */
  confirm(): boolean
  /** Windows that close from now on are not confirmed, and those that hang are destroyed. */
  closeWindows(): void
  /** Confirms closing this window if it is the last one, or if its page copies files. */
  watch(window: BrowserWindow): void
}

export function createQuitGuard({ warn, whenCopied, staysInTray, windows }: QuitPorts): QuitGuard {
  let isConfirmed = false
  let isOpen = false
  let stopWaiting = () => {}

  async function ask(warning: QuitWarning, buttons: readonly string[]): Promise<string | undefined> {
    if (isOpen) return undefined
    isOpen = true
    const options = {
      type: 'question' as const,
      title: 'Gen Playground',
      message: warning.message,
      detail: warning.detail,
      buttons: [...buttons, 'Cancel'].map((label) => toDialogLabel(label)),
      defaultId: 0,
      cancelId: buttons.length,
    }
    const window = windows.findLast()
    const shown = window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)
    const { response } = await shown.finally(() => {
      isOpen = false
    })
    // Each decision replaces an earlier one to wait.
    stopWaiting()
    return buttons[response]
  }

  const quit = (): void => {
    isConfirmed = true
    app.quit()
  }

  return {
    quit,
    confirm() {
      const warning = isConfirmed ? undefined : warn()
      if (!warning) return true
      void ask(warning, warning.canWait ? ['Quit when done', 'Quit'] : ['Quit']).then((button) => {
        if (button === 'Quit') quit()
        if (button === 'Quit when done') stopWaiting = whenCopied(quit)
      })
      return false
    },
    closeWindows() {
      isConfirmed = true
      windows.retainChats()
      setTimeout(destroyWindows, windowTimeoutMs, BrowserWindow.getAllWindows()).unref()
    },
    watch(window) {
      let continuesInBackground = false
      const page = window.webContents.id
      window.on('close', (event) => {
        if (isConfirmed || continuesInBackground) return
        const warning = warn()
        const isLast = BrowserWindow.getAllWindows().length === 1
        // The main page copies files, however many other windows are open.
        const endsWork = isLast || (warning?.canWait && windows.isMain(page))
        // Everything else continues in the tray.
        if (!warning || !endsWork || (staysInTray() && !warning.canWait)) return
        event.preventDefault()
        if (warning.canWait) {
          // The page copies files, so the window stays open until then.
          void ask(warning, ['Close when done', 'Quit']).then((button) => {
            if (button === 'Quit') quit()
            if (button === 'Close when done') stopWaiting = whenCopied(() => closeIfOpen(window))
          })
          return
        }
        const message = { ...warning, detail: `${backgroundDetail}\n\n${warning.detail}` }
        void ask(message, ['Continue in background', 'Quit']).then((button) => {
          if (button === 'Quit') quit()
          if (button !== 'Continue in background') return
          continuesInBackground = true
          window.close()
        })
      })
    },
  }
}

function closeIfOpen(window: BrowserWindow): void {
  if (!window.isDestroyed()) window.close()
}

function destroyWindows(windows: readonly BrowserWindow[]): void {
  for (const window of windows) if (!window.isDestroyed()) window.destroy()
}

const backgroundDetail =
  'In the background, jobs continue without a window and Gen Playground quits when they finish. Reopen it to see the results.'
