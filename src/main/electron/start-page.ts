// The window during the start: the application's page, or what the start waits for, or why it failed.
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserWindow } from 'electron'
import {
  type StartAction,
  type StartFailure,
  type StartState,
  startActions,
} from '#shared/schemas/application-status'
import type { LogEvent } from '../log'
import { PageError } from '../start-failure'
import { appPageUrl, isPageUrl } from './app-urls'

export interface StartPage {
  /** Opens the window with the application's page, which loads while the application opens. */
  open(): void
  show(state: StartState): void
  /**
   * Shows a failure, and resolves with the user’s decision. `act` handles what leaves the page open.
   * Rejects if the page can't be shown.
   */
  ask(failure: StartFailure, act: (action: StartAction) => void): Promise<StartDecision>
  /** Shows its pages in this window from now on. */
  use(window: BrowserWindow): void
  /** Loads the application's page if the window shows another one. Returns false if the window is closed. */
  finish(): boolean
}

export type StartDecision = Extract<StartAction, 'try-again' | 'start-safe-mode' | 'restore' | 'quit'>

export function createStartPage(openWindow: (url: string) => BrowserWindow): StartPage {
  let window: BrowserWindow | undefined
  let shown = ''
  const load = (page: string, state: StartState | StartFailure): BrowserWindow | undefined => {
    const url = new URL(page, appPageUrl())
    url.hash = encodeURIComponent(JSON.stringify(state))
    // Loading the same URL would reload the page.
    if (url.href === shown && window) return window
    shown = url.href
    if (!window) window = openWindow(url.href)
    // A later state changes only the URL's fragment.
    else if (!window.isDestroyed()) window.loadURL(url.href).catch(() => undefined)
    return window
  }
  return {
    open() {
      shown = appPageUrl()
      window = openWindow(shown)
    },
    show: (state) => void load('starting.html', state),
    async ask(failure, act) {
      shown = ''
      if (window?.isDestroyed()) window = undefined
      const opened = load('start-failure.html', failure)
      if (!opened) throw new Error('There is no window.')
      const decision = readAction(opened, act)
      await waitForPage(opened)
      return decision
    },
    use(other) {
      window = other
      shown = ''
    },
    finish() {
      if (!window || window.isDestroyed()) return false
      if (!isPageUrl(shown)) window.loadURL(appPageUrl()).catch(() => undefined)
      return true
    },
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

/** Chromium's code for a load that another one replaced. */
const aborted = -3

/** Resolves once the page that is being loaded shows something. Rejects with a `PageError` if it can't. */
function waitForPage(window: BrowserWindow): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = watchPage(window, (error) => {
      stop()
      if (error) reject(error)
      else resolve()
    })
  })
}

/** Calls back after each load of a page, with an error if it shows nothing. Returns a function that ends this. */
export function watchPage(window: BrowserWindow, onLoaded: (error?: PageError) => void): () => void {
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
