// Opens the main window and those of single chats, shows items in them, and zooms them.
import { join } from 'node:path'
import { app, BrowserWindow, nativeTheme, type Session, screen } from 'electron'
import type { OpenItem, WindowEvent } from '#shared/desktop/windows-contract'
import { createPageMailboxes, type PageId } from '../page-mailboxes'
import { appPageUrl, chatPageUrl } from './app-urls'
import { listenUntil } from './listen-until'
import type { PageSource } from './page-ports'
import { openTextMenus } from './text-menu'
import { positionBeside } from './window-bounds'
import type { Placement } from './window-memory'
import { changeZoom, createWindowMemory, type ZoomChange } from './window-memory'

interface WindowPorts extends PageSource {
  /** `window.json`. */
  readonly file: string
  /** The path of the preload script. */
  readonly preload: string
  /** Called with each new window, and the URL of its page. */
  readonly onOpened: (window: BrowserWindow, url: string) => void
}

export interface Windows extends Omit<WindowRegistry, 'add' | 'list'> {
  /** By default, with the application's page. */
  openMain(url?: string): BrowserWindow
  /** Opens a window that shows only this chat, or focuses the one that is open. */
  openChat(conversationId: string): void
  /** Opens the windows of chats that were open at the end of the last run, if these chats exist. */
  reopenChats(exists: (conversationId: string) => boolean): void
  /** Also after it has closed, while its last calls arrive. */
  isMain(page: PageId): boolean
  /** Focuses the window that had the focus last, or opens the main window. */
  focusLast(): void
  /** Opens it if it is closed. */
  focusMain(): void
  /** Shows it in the window of the chat, or else in the main window, which is opened if it is closed. */
  show(item: OpenItem): void
  showInMain(item: OpenItem): void
  /** Undefined is a window that has closed. */
  zoom(change: ZoomChange, window: BrowserWindow | undefined): void
  /** The application quits: the windows of chats that are open now open again at the next start. */
  retainChats(): void
}

const defaultChatSize = { width: 760, height: 820 }

export function createWindows({ file, preload, session, closed, onOpened }: WindowPorts): Windows {
  const { add: register, list, ...registry } = createWindowRegistry()
  const memory = createWindowMemory({
    file,
    screen: {
      getAllDisplays: () => screen.getAllDisplays(),
      on: (event, listener) => listenUntil(closed, screen, event, listener),
    },
    listOpen: list,
  })
  let mainPage: PageId | undefined

  function add(conversationId: string | null, url: string, placement: Partial<Placement> = {}) {
    const isMain = conversationId === null
    const window = openWindow({ session: session(), preload, url, placement, isMain, zoom: memory.zoom() })
    if (isMain) mainPage = window.webContents.id
    window.webContents.on('zoom-changed', (_event, direction) => zoom(direction, window))
    onOpened(window, url)
    register({ window, conversationId })
    memory.follow(window)
    return window
  }

  function openMain(url = appPageUrl()): BrowserWindow {
    return add(null, url, memory.readMain())
  }

  const findMain = () => registry.findWith(null) ?? openMain()

  function showIn(window: BrowserWindow, item: OpenItem): void {
    focusWindow(window)
    registry.send(window.webContents.id, { type: 'open', item })
  }

  function zoom(change: ZoomChange, window: BrowserWindow | undefined): void {
    if (!window) return
    const { webContents } = window
    const percent = changeZoom(webContents.getZoomFactor() * 100, change)
    // Chromium has one zoom for all pages of a site, so the other windows follow.
    webContents.setZoomFactor(percent / 100)
    memory.setZoom(percent)
    registry.send(webContents.id, { type: 'zoom', percent })
  }

  return {
    ...registry,
    openMain,
    openChat(conversationId) {
      const existing = registry.findWith(conversationId)
      const last = registry.findLast()
      const size = memory.chatSize() ?? defaultChatSize
      if (existing) focusWindow(existing)
      else
        add(conversationId, chatPageUrl(conversationId), {
          bounds: positionBeside(last?.getNormalBounds(), size, screen.getAllDisplays()),
        })
    },
    reopenChats(exists) {
      for (const { conversationId, placement } of memory.readChats())
        if (exists(conversationId)) add(conversationId, chatPageUrl(conversationId), placement)
    },
    isMain: (page) => page === mainPage,
    focusLast: () => focusWindow(registry.findLast() ?? openMain()),
    focusMain: () => focusWindow(findMain()),
    show(item) {
      const chat = item.type === 'chat' && item.conversationId
      showIn((chat && registry.findWith(chat)) || findMain(), item)
    },
    showInMain: (item) => showIn(findMain(), item),
    zoom,
    retainChats: memory.retainChats,
  }
}

function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
  // Otherwise another application may stay in front.
  if (process.platform === 'darwin') app.focus({ steal: true })
}

/** The page's background in the present theme, which the window shows until the page has rendered. */
export function pageBackground(): string {
  return nativeTheme.shouldUseDarkColors ? '#16171a' : '#ffffff'
}

interface WindowOptions {
  readonly session: Session
  readonly preload: string
  readonly url: string
  /** Without bounds, it has its usual size in the middle of the display. */
  readonly placement: Partial<Placement>
  /** The window of a chat can be smaller. */
  readonly isMain: boolean
  /** In percent. */
  readonly zoom: number
}

function openWindow({ session, preload, url, placement, isMain, zoom }: WindowOptions): BrowserWindow {
  const { bounds = { width: 1280, height: 820 }, maximized, fullScreen } = placement
  const window = new BrowserWindow({
    ...bounds,
    ...(isMain ? { minWidth: 720, minHeight: 480 } : { minWidth: 380, minHeight: 360 }),
    show: false,
    title: 'Gen Playground',
    icon: join(__dirname, '../../resources/icons/256x256.png'),
    autoHideMenuBar: true,
    backgroundColor: pageBackground(),
    webPreferences: {
      session,
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      // Checks only what the session allows (`spell-checker`).
      spellcheck: true,
    },
  })
  if (maximized) window.maximize()
  if (fullScreen) window.setFullScreen(true)
  openTextMenus(window)
  window.once('ready-to-show', () => window.show())
  // The zoom belongs to the site of the page, so there must be one.
  window.webContents.once('did-navigate', () => window.webContents.setZoomFactor(zoom / 100))
  // Fails if another state of the start page replaces this one while it loads.
  window.loadURL(url).catch(() => undefined)
  return window
}

interface OpenWindow {
  readonly window: BrowserWindow
  /** Null is the main window. */
  readonly conversationId: string | null
}

type WindowRegistry = ReturnType<typeof createWindowRegistry>

function createWindowRegistry() {
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
