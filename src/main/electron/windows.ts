// Opens the main window and those of single chats, shows items in them, and zooms them.
import { app, type BrowserWindow, screen } from 'electron'
import type { OpenItem } from '#shared/desktop/windows-contract'
import type { PageId } from '../page-mailboxes'
import { appPageUrl, chatPageUrl } from './app-urls'
import { listenUntil } from './listen-until'
import type { PageSource } from './page-ports'
import { openWindow } from './window'
import { positionBeside } from './window-bounds'
import { createWindowMemory } from './window-memory'
import { createWindowRegistry, type WindowRegistry } from './window-registry'
import type { Placement } from './window-state'
import { changeZoom, type ZoomChange } from './zoom'

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
