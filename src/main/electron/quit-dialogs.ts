// Asks before jobs under way are left: by quitting, which they outlive on the disk, or by closing the last window.
import { app, BrowserWindow, dialog } from 'electron'
import { toDialogLabel } from '../dialog-labels'
import type { QuitWarning } from '../job-messages'

/** Undefined if nothing is in progress, so that no confirmation is needed. */
type Warn = () => QuitWarning | undefined

/** A page that hangs never confirms that its window may close. */
const windowTimeoutMs = 3_000

export interface QuitGuard {
  /** Quits without asking. */
  quit(): void
  /** Asks before this window is closed, where it is the last one. */
  watch(window: BrowserWindow): void
}

export function confirmBeforeQuit(warn: Warn): QuitGuard {
  let agreed = false
  let asking = false

  async function ask(warning: QuitWarning, buttons: readonly string[]): Promise<string | undefined> {
    if (asking) return undefined
    asking = true
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
      asking = false
    })
    return buttons[response]
  }

  const quit = (): void => {
    agreed = true
    app.quit()
  }

  app.on('before-quit', (event) => {
    const warning = agreed ? undefined : warn()
    if (!warning) {
      agreed = true
      setTimeout(destroyWindows, windowTimeoutMs).unref()
      return
    }
    event.preventDefault()
    void ask(warning, ['Quit']).then((chosen) => {
      if (chosen === 'Quit') quit()
    })
  })
  return {
    quit,
    watch(window) {
      let left = false
      window.on('close', (event) => {
        const isLast = BrowserWindow.getAllWindows().length === 1
        const warning = agreed || left || !isLast ? undefined : warn()
        if (!warning) return
        event.preventDefault()
        const message = { ...warning, detail: `${backgroundDetail}\n\n${warning.detail}` }
        void ask(message, ['Continue in background', 'Quit']).then((chosen) => {
          if (chosen === 'Quit') quit()
          if (chosen !== 'Continue in background') return
          left = true
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
