// Asks the user how to continue when the application or its window can't start: on a page, or else in a dialog.
import { type BrowserWindow, dialog, shell } from 'electron'
import type { StartAction } from '#shared/schemas/application-status'
import type { SnapshotInfo } from '#workspace/database/daily-snapshots'
import { toDialogLabel } from '../dialog-labels'
import type { StartMode } from '../electron-arguments'
import type { Log, LogEvent } from '../log'
import { describeStartFailure, PageError } from '../start-failure'
import { appPageUrl, isPageUrl } from './app-urls'
import { type StartDecision, type StartPage, watchPage } from './start-page'

interface QuestionPorts {
  readonly dataFolder: string
  readonly log: Log
  readonly openLogFolder: () => Promise<void>
  readonly startPage: StartPage
}

type Ask = (error: unknown, snapshot: SnapshotInfo | null) => Promise<StartDecision>

export function createQuestion({ dataFolder, log, openLogFolder, startPage }: QuestionPorts): Ask {
  const act = (action: StartAction) =>
    action === 'show-data-folder' ? shell.openPath(dataFolder) : openLogFolder()
  return async (error, snapshot) => {
    const failure = describeStartFailure(error, { dataFolder, log: log.readTail(), snapshot })
    try {
      return await startPage.ask(failure, (action) => void act(action))
    } catch (pageError) {
      if (pageError instanceof PageError) log.write(pageError.event, pageError.cause)
      return askInDialog(`${failure.title}`, failure.reason, act)
    }
  }
}

const dialogActions: readonly [string, StartAction][] = [
  ['Try again', 'try-again'],
  ['Start without my data', 'start-safe-mode'],
  ['Show data folder', 'show-data-folder'],
  ['Open log folder', 'open-log-folder'],
  ['Quit', 'quit'],
]

/** Without it, the application would show a white window or end silently. */
async function askInDialog(
  message: string,
  detail: string,
  act: (action: StartAction) => Promise<unknown>,
): Promise<StartDecision> {
  for (;;) {
    const { response } = await dialog.showMessageBox({
      type: 'error',
      title: 'Gen Playground',
      message,
      detail,
      buttons: dialogActions.map(([label]) => toDialogLabel(label)),
      defaultId: 0,
      cancelId: dialogActions.length - 1,
      noLink: true,
    })
    const action = dialogActions[response]?.[1] ?? 'quit'
    if (action === 'try-again' || action === 'start-safe-mode' || action === 'quit') return action
    await act(action)
  }
}

interface PagePorts {
  /** The page of the window. */
  readonly url: string
  readonly ask: Ask
  readonly log: Log
  readonly startPage: StartPage
  readonly quit: () => void
  readonly restartAs: (mode: StartMode) => void
  /** Until then, the start explains failures itself. */
  readonly opened: Promise<void>
}

interface PageState {
  /** The page was shown in this window at least once. */
  readonly hasShown: () => boolean
  /** Explains that the window's process keeps ending before it shows anything. */
  readonly explainCrashes: (event: LogEvent) => void
}

/** Watches every load of the window's page, and replaces one that would stay white by the failure's page. */
export function explainMissingPage(window: BrowserWindow, ports: PagePorts): PageState {
  const { url, ask, log, startPage, quit, restartAs, opened } = ports
  let isShown = false
  let isQuestionOpen = false
  const explain = async (error: PageError) => {
    if (isQuestionOpen || window.isDestroyed()) return
    isQuestionOpen = true
    log.write(error.event, error.cause)
    startPage.use(window)
    const decision = await ask(error, null)
    isQuestionOpen = false
    // Closed: jobs may continue without a window.
    if (window.isDestroyed()) return
    if (decision === 'start-safe-mode') restartAs('safe-mode')
    else if (decision === 'quit') quit()
    else window.loadURL(isPageUrl(url) ? url : appPageUrl()).catch(() => undefined)
  }
  let loads = 0
  const settle = (error?: PageError) => {
    loads += 1
    const load = loads
    void opened.then(() => {
      // The window shows another page by now.
      if (load !== loads) return
      if (error) return void explain(error)
      if (!isShown && !isQuestionOpen) log.write('The window is open')
      isShown ||= !isQuestionOpen
    })
  }
  watchPage(window, settle)
  return {
    hasShown: () => isShown,
    explainCrashes: (event) => settle(new PageError(event)),
  }
}
