// The window while it doesn't show the application's page: what the start waits for, or why the application or its page
// is missing, with the user's decision.
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserWindow, dialog, shell } from 'electron'
import { type StartAction, type StartState, startActions } from '#shared/schemas/application-status'
import type { SnapshotInfo } from '#workspace/database/daily-snapshots'
import { toDialogLabel } from '../dialog-labels'
import type { StartMode } from '../electron-arguments'
import type { Log, LogEvent } from '../log'
import { describeStartFailure, PageError } from '../start-failure'
import { appPageUrl, isPageUrl } from './app-urls'

type StartDecision = Extract<StartAction, 'try-again' | 'start-safe-mode' | 'restore' | 'quit'>

interface StartWindowPorts {
  readonly openWindow: (url: string) => BrowserWindow
  readonly dataFolder: string
  readonly log: Log
  readonly openLogFolder: () => Promise<void>
  readonly quit: () => void
  readonly restartAs: (mode: StartMode) => void
  /** Resolves once the application is open. Until then, the start explains failures itself. */
  readonly opened: Promise<void>
}

export interface PageState {
  /** The application's page was shown in this window at least once. */
  readonly hasShown: () => boolean
  /** Explains that the window's process keeps ending before it shows anything. */
  readonly explainCrashes: (event: LogEvent) => void
}

export class StartWindow {
  readonly #ports: StartWindowPorts
  #window: BrowserWindow | undefined
  #shown = ''

  constructor(ports: StartWindowPorts) {
    this.#ports = ports
  }

  /** Opens the window with the application's page, which loads while the application opens. */
  open(): void {
    this.#shown = appPageUrl()
    this.#window = this.#ports.openWindow(this.#shown)
  }

  /** Shows what the start waits for. */
  readonly show = (state: StartState): BrowserWindow => {
    const url = new URL('start.html', appPageUrl())
    // A later state changes only the URL's fragment, but a failure is a page of its own, whose load is watched.
    if (state.type === 'failed') url.search = 'failed'
    url.hash = encodeURIComponent(JSON.stringify(state))
    // Loading the same URL would reload the page.
    if (url.href === this.#shown && this.#window) return this.#window
    this.#shown = url.href
    if (!this.#window) this.#window = this.#ports.openWindow(url.href)
    else if (!this.#window.isDestroyed()) this.#window.loadURL(url.href).catch(() => undefined)
    return this.#window
  }

  /** Explains a failure, on a page or else in a dialog, and resolves with the user’s decision. */
  readonly ask = async (error: unknown, snapshot: SnapshotInfo | null): Promise<StartDecision> => {
    const { dataFolder, log, openLogFolder } = this.#ports
    const failure = describeStartFailure(error, { dataFolder, log: log.readTail(), snapshot })
    const act = (action: StartAction) =>
      action === 'show-data-folder' ? shell.openPath(dataFolder) : openLogFolder()
    this.#shown = ''
    if (this.#window?.isDestroyed()) this.#window = undefined
    try {
      const window = this.show({ type: 'failed', failure })
      const decision = readAction(window, (action) => void act(action))
      await waitForPage(window)
      return await decision
    } catch (pageError) {
      if (pageError instanceof PageError) log.write(pageError.event, pageError.cause)
      return await askInDialog(failure.title, failure.reason, act)
    }
  }

  /** Loads the application's page if the window shows another one. Returns false if the window is closed. */
  finish(): boolean {
    if (!this.#window || this.#window.isDestroyed()) return false
    if (!isPageUrl(this.#shown)) this.#window.loadURL(appPageUrl()).catch(() => undefined)
    return true
  }

  /** Watches every load of a window's page, and explains why it would stay white. `url`: the page of the window. */
  watch(window: BrowserWindow, url: string): PageState {
    const { log, quit, restartAs, opened } = this.#ports
    let isShown = false
    let isQuestionOpen = false
    let loads = 0
    const explain = async (error: PageError) => {
      if (isQuestionOpen || window.isDestroyed()) return
      isQuestionOpen = true
      log.write(error.event, error.cause)
      this.#window = window
      const decision = await this.ask(error, null)
      isQuestionOpen = false
      // Closed: jobs may continue without a window.
      if (window.isDestroyed()) return
      if (decision === 'start-safe-mode') restartAs('safe-mode')
      else if (decision === 'quit') quit()
      else window.loadURL(isPageUrl(url) ? url : appPageUrl()).catch(() => undefined)
    }
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
    watchLoads(window, settle)
    return { hasShown: () => isShown, explainCrashes: (event) => settle(new PageError(event)) }
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

/** The page needs no preload script, which may be what failed: it navigates to a URL that names the action. */
function readAction(window: BrowserWindow, act: (action: StartAction) => void): Promise<StartDecision> {
  const contents = window.webContents
  return new Promise((resolve) => {
    const finish = (decision: StartDecision) => {
      if (!window.isDestroyed()) contents.off('will-navigate', onNavigate)
      window.off('closed', onClosed)
      resolve(decision)
    }
    const onClosed = () => finish('quit')
    const onNavigate = (event: { preventDefault(): void }, url: string) => {
      const action = startActions.find((name) => url === new URL(`start-action/${name}`, appPageUrl()).href)
      if (!action) return
      event.preventDefault()
      if (action === 'show-data-folder' || action === 'open-log-folder') act(action)
      else finish(action)
    }
    contents.on('will-navigate', onNavigate)
    window.once('closed', onClosed)
  })
}

/** Resolves once the page that is being loaded shows something. Rejects with a `PageError` if it can't. */
function waitForPage(window: BrowserWindow): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = watchLoads(window, (error) => {
      stop()
      if (error) reject(error)
      else resolve()
    })
  })
}

/** Chromium's code for a load that another one replaced. */
const aborted = -3

/** Calls back after each load of a page, with an error if it shows nothing. Returns a function that ends this. */
function watchLoads(window: BrowserWindow, onLoaded: (error?: PageError) => void): () => void {
  const contents = window.webContents
  let load = 0
  const fail = (event: LogEvent, cause?: unknown) => {
    load += 1
    onLoaded(new PageError(event, cause))
  }
  const onPreloadError = (_event: unknown, _path: string, error: Error) => {
    // The other pages do not need it.
    if (isPageUrl(contents.getURL())) fail('The preload script failed', error)
  }
  const onFailed = (_event: unknown, code: number, _text: string, _url: string, isMainFrame: boolean) => {
    if (isMainFrame && code !== aborted) fail(`The page failed to load: ${code}`)
  }
  const onNavigated = (_event: unknown, _url: string, status: number) => {
    load += 1
    if (status >= 400) fail(`The page failed to load: ${status}`)
  }
  const onFinished = () => {
    const current = load
    void showsSomething(window, () => current !== load).then(
      (isShown) => {
        if (current !== load) return
        if (isShown) onLoaded()
        else fail('The page loaded, but showed nothing')
      },
      // The page is gone, and with it the question.
      () => undefined,
    )
  }
  contents.on('preload-error', onPreloadError)
  contents.on('did-fail-load', onFailed)
  contents.on('did-navigate', onNavigated)
  contents.on('did-finish-load', onFinished)
  return () => {
    load += 1
    if (window.isDestroyed()) return
    contents.off('preload-error', onPreloadError)
    contents.off('did-fail-load', onFailed)
    contents.off('did-navigate', onNavigated)
    contents.off('did-finish-load', onFinished)
  }
}

const attempts = 50
const attemptDelayMs = 100
/** React renders after the page has loaded. */
const hasContent = `document.getElementById('root')?.firstElementChild != null || 'shown' in document.documentElement.dataset`

/** Each attempt waits until the page can respond, so a slow machine has as much time as it needs. */
async function showsSomething(window: BrowserWindow, isReplaced: () => boolean): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (isReplaced()) return false
    if (await window.webContents.executeJavaScript(hasContent)) return true
    await pause(attemptDelayMs)
  }
  return false
}
