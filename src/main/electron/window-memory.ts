// Keeps `window.json` up to date while windows open, move and close, and moves them when displays change.
import { type BrowserWindow, screen } from 'electron'
import type { PanelId } from '#shared/desktop/panel-ids'
import { describeDisplays } from './window-bounds'
import type { OpenWindow } from './window-registry'
import {
  findArrangement,
  findMainWindow,
  fitPlacement,
  type MainWindow,
  type Placement,
  readWindowState,
  withChats,
  withMainWindow,
  writeWindowState,
} from './window-state'

/** Milliseconds. A window that is dragged moves many times. */
const pauseMs = 1_000

type Displays = ReturnType<typeof screen.getAllDisplays>

/** `listOpen`: the one that had the focus last is the last one. */
export function createWindowMemory(file: string, listOpen: () => readonly OpenWindow[]) {
  let state = readWindowState(file)
  let written = ''
  let panel: PanelId | undefined
  let isQuitting = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let displays: string | undefined

  function saveNow(): void {
    clearTimeout(timer)
    timer = undefined
    const windows = listOpen().filter(({ window }) => !window.isDestroyed())
    for (const { window, conversationId } of windows) {
      if (conversationId !== null) continue
      const change = { displays: screen.getAllDisplays(), main: readPlacement(window), panel }
      state = withMainWindow(state, change)
    }
    if (!isQuitting) {
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

  function followDisplays(): void {
    const all = screen.getAllDisplays()
    const key = describeDisplays(all)
    const isOther = key !== displays
    displays = key
    const known = isOther ? findArrangement(state, all)?.main : undefined
    for (const { window, conversationId } of listOpen()) {
      const current = readPlacement(window)
      // As it was with these displays, for example before one of them was unplugged.
      moveWindow(window, current, fitPlacement((conversationId === null && known) || current, all))
    }
    saveLater()
  }

  return {
    zoom: () => state.zoom,
    setZoom(zoom: number) {
      state = { ...state, zoom }
      saveLater()
    },
    setPanel(open: PanelId) {
      panel = open
      saveLater()
    },
    chatSize: () => state.chatSize,
    readMain: (all: Displays): MainWindow => findMainWindow(state, all),
    readChats: (all: Displays) =>
      state.chats.map((chat) => ({ ...chat, placement: fitPlacement(chat.placement, all) })),
    follow(window: BrowserWindow) {
      if (displays === undefined) {
        displays = describeDisplays(screen.getAllDisplays())
        screen.on('display-added', followDisplays)
        screen.on('display-removed', followDisplays)
        screen.on('display-metrics-changed', followDisplays)
      }
      // Its type has no common signature of these events.
      for (const event of windowEvents) window.on(event as 'resize', saveLater)
      window.on('close', saveNow)
      window.once('closed', saveNow)
    },
    saveNow,
    /** From now on, windows that close stay in the list of those that open at the next start. */
    retainChats() {
      if (isQuitting) return
      saveNow()
      isQuitting = true
    },
  }
}

const windowEvents = [
  'resize',
  'move',
  'focus',
  'maximize',
  'unmaximize',
  'enter-full-screen',
  'leave-full-screen',
] as const

function readPlacement(window: BrowserWindow): Placement {
  return {
    bounds: window.getNormalBounds(),
    maximized: window.isMaximized(),
    fullScreen: window.isFullScreen(),
  }
}

function moveWindow(
  window: BrowserWindow,
  { bounds, maximized, fullScreen }: Placement,
  to: Placement,
): void {
  const isSame = (Object.keys(bounds) as (keyof typeof bounds)[]).every(
    (name) => bounds[name] === to.bounds[name],
  )
  // The system moves windows in these states itself; their bounds are for the time after.
  if (!isSame && !maximized && !fullScreen) window.setBounds(to.bounds)
}
