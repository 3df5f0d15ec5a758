// Keeps `window.json` up to date while windows open, move and close, and moves them when displays change.
import type { BrowserWindow } from 'electron'
import { type DisplayArea, fitToDisplays } from './window-bounds'
import { type Placement, readWindowState, withChats, writeWindowState } from './window-state'

/** Milliseconds. A window that is dragged moves many times. */
const pauseMs = 1_000

/** The part of a `BrowserWindow` that matters here. */
export type TrackedWindow = Pick<
  BrowserWindow,
  'on' | 'once' | 'isDestroyed' | 'isMaximized' | 'isFullScreen' | 'getNormalBounds' | 'setBounds'
>

interface MemoryPorts {
  /** `window.json`. */
  readonly file: string
  readonly screen: {
    getAllDisplays(): DisplayArea[]
    on(event: 'display-added', listener: () => void): unknown
  }
  /** The one that had the focus last is the last one; null is the main window. */
  readonly listOpen: () => readonly {
    readonly window: TrackedWindow
    readonly conversationId: string | null
  }[]
}

export function createWindowMemory({ file, screen, listOpen }: MemoryPorts) {
  let state = readWindowState(file)
  let written = ''
  /** Before the windows of the last run are open again, and while windows close because of a quit, theirs is the list. */
  let savesChats = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let followsDisplays = false

  function saveNow(): void {
    clearTimeout(timer)
    timer = undefined
    const windows = listOpen().filter(({ window }) => !window.isDestroyed())
    const main = windows.find(({ conversationId }) => conversationId === null)
    if (main) state = { ...state, main: readPlacement(main.window) }
    if (savesChats) {
      const chats = windows.flatMap(({ window, conversationId }) =>
        conversationId === null ? [] : [{ conversationId, placement: readPlacement(window) }],
      )
      state = withChats(state, chats)
    }
    const text = JSON.stringify(state)
    if (text === written) return
    written = text
    writeWindowState(file, state)
  }

  /** After a pause: when a display is unplugged, the system may move its windows before Electron knows why. */
  function saveLater(): void {
    timer ??= setTimeout(saveNow, pauseMs)
  }

  const keepVisible = (placement: Placement): Placement => ({
    ...placement,
    bounds: fitToDisplays(placement.bounds, screen.getAllDisplays()),
  })

  function moveOntoDisplays(): void {
    for (const { window } of listOpen())
      moveWindow(window, readPlacement(window), keepVisible(readPlacement(window)))
    saveLater()
  }

  return {
    zoom: () => state.zoom,
    setZoom(zoom: number) {
      state = { ...state, zoom }
      saveLater()
    },
    chatSize: () => state.chatSize,
    /** Undefined before the first start. */
    readMain: (): Placement | undefined => (state.main ? keepVisible(state.main) : undefined),
    /** The windows that were open at the end of the last run, which the caller opens now. */
    readChats() {
      savesChats = true
      return state.chats.map((chat) => ({ ...chat, placement: keepVisible(chat.placement) }))
    },
    follow(window: TrackedWindow) {
      // Its type has no common signature of these events.
      if (!followsDisplays)
        for (const event of displayEvents) screen.on(event as 'display-added', moveOntoDisplays)
      followsDisplays = true
      for (const event of windowEvents) window.on(event as 'resize', saveLater)
      window.on('close', saveNow)
      window.once('closed', saveNow)
    },
    /** From now on, windows that close stay in the list of those that open at the next start. */
    retainChats() {
      if (savesChats) saveNow()
      savesChats = false
    },
  }
}

const displayEvents = ['display-added', 'display-removed', 'display-metrics-changed'] as const

const windowEvents = [
  'resize',
  'move',
  'focus',
  'maximize',
  'unmaximize',
  'enter-full-screen',
  'leave-full-screen',
] as const

function readPlacement(window: TrackedWindow): Placement {
  return {
    bounds: window.getNormalBounds(),
    maximized: window.isMaximized(),
    fullScreen: window.isFullScreen(),
  }
}

function moveWindow(
  window: TrackedWindow,
  { bounds, maximized, fullScreen }: Placement,
  to: Placement,
): void {
  const isSame = (Object.keys(bounds) as (keyof typeof bounds)[]).every(
    (name) => bounds[name] === to.bounds[name],
  )
  // The system moves windows in these states itself; their bounds are for the time after.
  if (!isSame && !maximized && !fullScreen) window.setBounds(to.bounds)
}
