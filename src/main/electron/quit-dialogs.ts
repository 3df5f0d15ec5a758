// Confirms quitting, or closing the last window, while jobs are running.
import { app, BrowserWindow, dialog } from 'electron'
import { toDialogLabel } from '../dialog-labels'
import type { QuitWarning } from '../job-messages'

/** Returns undefined if nothing is in progress, so that no confirmation is needed. */
type Warn = () => QuitWarning | undefined

/** Windows are destroyed after this time, because a page that hangs never closes its window. */
const windowTimeoutMs = 3_000

export interface QuitGuard {
  /** Quits without confirmation. */
  quit(): void
  /** Confirms closing this window if it is the last one. */
  watch(window: BrowserWindow): void
}

export function confirmBeforeQuit(warn: Warn): QuitGuard {
  let isConfirmed = false
  let isOpen = false

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
    const [window] = BrowserWindow.getAllWindows()
    const shown = window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)
    const { response } = await shown.finally(() => {
      isOpen = false
    })
    return buttons[response]
  }

  const quit = (): void => {
    isConfirmed = true
    app.quit()
  }

  app.on('before-quit', (event) => {
    const warning = isConfirmed ? undefined : warn()
    if (!warning) {
      isConfirmed = true
      setTimeout(destroyWindows, windowTimeoutMs).unref()
      return
    }
    event.preventDefault()
    void ask(warning, ['Quit']).then((button) => {
      if (button === 'Quit') quit()
    })
  })
  return {
    quit,
    watch(window) {
      let continuesInBackground = false
      window.on('close', (event) => {
        const isLast = BrowserWindow.getAllWindows().length === 1
        const warning = isConfirmed || continuesInBackground || !isLast ? undefined : warn()
        if (!warning) return
        event.preventDefault()
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

function destroyWindows(): void {
  for (const window of BrowserWindow.getAllWindows()) window.destroy()
}

const backgroundDetail =
  'In the background, jobs continue without a window and Gen Playground quits when they finish. Reopen it to see the results.'
