// The windows: which are open, which one shows an item, and the events for their pages.
import { app, type BrowserWindow } from 'electron'
import type { OpenItem, WindowEvent } from '#shared/desktop/windows-contract'
import { createPageMailboxes, type PageId } from '../page-mailboxes'

export interface Windows {
  /** Remembers the window until it closes. */
  add(window: BrowserWindow): void
  /** The window that had the focus last; undefined if none is open. */
  findLast(): BrowserWindow | undefined
  find(page: PageId): BrowserWindow | undefined
  /** The page of the focused window, or else of the one that had the focus last. Undefined if none of these is it. */
  choosePage(pages: readonly PageId[]): PageId | undefined
  /** Opens or focuses the window that shows the item, and has its page show it. */
  show(item: OpenItem): void
  send(page: PageId, event: WindowEvent): void
  /** Yields the events for this page. */
  watch(page: PageId, signal?: AbortSignal): AsyncIterable<WindowEvent>
  /** Calls back when another window is the last one to have had the focus. */
  onFocus(listener: () => void): void
  /** Calls back when the page of a window is gone, or shows no application. */
  onPageGone(listener: (page: PageId) => void): void
}

/** `openMain`: opens the main window, which has been closed. */
export function createWindows(openMain: () => BrowserWindow): Windows {
  /** The window that had the focus last is the last one. */
  const open = new Map<PageId, BrowserWindow>()
  const focusListeners = new Set<() => void>()
  const goneListeners = new Set<(page: PageId) => void>()
  const notifyFocus = () => {
    for (const listener of focusListeners) listener()
  }
  const events = createPageMailboxes<WindowEvent>({
    onEnd: (page) => {
      for (const listener of goneListeners) listener(page)
    },
  })
  const findLast = () => [...open.values()].at(-1)

  return {
    add(window) {
      // Not available any longer when it has closed.
      const { id } = window.webContents
      open.set(id, window)
      window.on('focus', () => {
        open.delete(id)
        open.set(id, window)
        notifyFocus()
      })
      window.once('closed', () => {
        open.delete(id)
        events.forget(id)
        notifyFocus()
      })
    },
    findLast,
    find: (page) => open.get(page),
    choosePage: (pages) => [...open.keys()].reverse().find((page) => pages.includes(page)),
    show(item) {
      const window = findLast() ?? openMain()
      focusWindow(window)
      events.put({ type: 'open', item }, window.webContents.id)
    },
    send: (page, event) => events.put(event, page),
    watch: events.read,
    onFocus: (listener) => void focusListeners.add(listener),
    onPageGone: (listener) => void goneListeners.add(listener),
  }
}

export function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
  // Otherwise another application may stay in front.
  if (process.platform === 'darwin') app.focus({ steal: true })
}
