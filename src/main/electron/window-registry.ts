// The open windows, in the order in which they had the focus, and the events for their pages.
import type { BrowserWindow } from 'electron'
import type { WindowEvent } from '#shared/desktop/windows-contract'
import { createPageMailboxes, type PageId } from '../page-mailboxes'

export interface OpenWindow {
  readonly window: BrowserWindow
  /** Null is the main window. */
  readonly conversationId: string | null
}

export type WindowRegistry = ReturnType<typeof createWindowRegistry>

export function createWindowRegistry() {
  /** The window that had the focus last is the last one. */
  const open = new Map<PageId, OpenWindow>()
  const focusListeners = new Set<() => void>()
  const openedListeners = new Set<(window: BrowserWindow) => void>()
  const goneListeners = new Set<(page: PageId) => void>()
  const events = createPageMailboxes<WindowEvent>({
    onEnd: (page) => {
      for (const listener of goneListeners) listener(page)
    },
  })
  const notifyFocus = () => {
    for (const listener of focusListeners) listener()
  }

  return {
    add(entry: OpenWindow): void {
      const { window } = entry
      // Not available any longer when it has closed.
      const { id } = window.webContents
      open.set(id, entry)
      window.on('focus', () => {
        open.delete(id)
        open.set(id, entry)
        notifyFocus()
      })
      window.once('closed', () => {
        open.delete(id)
        events.delete(id)
        notifyFocus()
      })
      for (const listener of openedListeners) listener(window)
    },
    /** The one that had the focus last is the last one. */
    list: (): readonly OpenWindow[] => [...open.values()],
    /** The window that had the focus last; undefined if none is open. */
    findLast: () => [...open.values()].at(-1)?.window,
    find: (page: PageId) => open.get(page)?.window,
    /** Null is the main window. */
    findWith: (conversationId: string | null) =>
      [...open.values()].find((each) => each.conversationId === conversationId)?.window,
    /** The page of the window among these that had the focus last. */
    choosePage: (pages: readonly PageId[]) => [...open.keys()].reverse().find((page) => pages.includes(page)),
    send: (page: PageId, event: WindowEvent) => events.put(event, page),
    /** Yields the events for this page. */
    watch: events.read,
    /** Calls back with each open window, and those that open later. */
    forEach(listener: (window: BrowserWindow) => void): void {
      openedListeners.add(listener)
      for (const { window } of open.values()) listener(window)
    },
    /** Calls back when another window is the last one to have had the focus. */
    onFocus: (listener: () => void) => void focusListeners.add(listener),
    /** Calls back when a page is gone, or shows the application no longer. */
    onPageGone: (listener: (page: PageId) => void) => void goneListeners.add(listener),
  }
}
