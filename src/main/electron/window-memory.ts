// Keeps `window.json` up to date while windows open, move and close, and moves them when displays change.
import { readFileSync } from 'node:fs'
import type { BrowserWindow } from 'electron'
import { z } from 'zod'
import { tryParseJson } from '#shared/wire/json-objects'
import { writeAtomicallySync } from '#workspace/atomic-write'
import { type DisplayArea, fitToDisplays } from './window-bounds'

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

/** In percent. */
export const zoomSteps = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200] as const
const defaultZoom = 100

const position = z.number().int().min(-100_000).max(100_000)
const length = z.number().int().min(100).max(30_000)
const bounds = z.object({ x: position, y: position, width: length, height: length })

const Placement = z.object({
  /** While it is neither maximized nor in full screen. */
  bounds,
  maximized: z.boolean(),
  fullScreen: z.boolean(),
})
export type Placement = z.infer<typeof Placement>

const maxChats = 50

const WindowState = z.object({
  /** Null before the first start. */
  main: Placement.nullable(),
  /** The windows of chats that are open. */
  chats: z.array(z.object({ conversationId: z.string(), placement: Placement })).max(maxChats),
  /** The size for the next window of a chat: that of the last one. */
  chatSize: z.object({ width: length, height: length }).nullable(),
  /** In percent. */
  zoom: z.number().transform(clampZoom),
})
export type WindowState = z.infer<typeof WindowState>

const initial: WindowState = { main: null, chats: [], chatSize: null, zoom: defaultZoom }

/** If the file is missing or damaged, windows have their usual size, and the next change replaces the file. */
export function readWindowState(file: string): WindowState {
  try {
    return WindowState.safeParse(tryParseJson(readFileSync(file, 'utf8'))).data ?? initial
  } catch {
    return initial
  }
}

export function writeWindowState(file: string, state: WindowState): void {
  try {
    writeAtomicallySync(file, JSON.stringify(state))
  } catch {
    // A window must close even if its position cannot be saved.
  }
}

/** Open windows only; the last one that had the focus is the last one. */
export function withChats(state: WindowState, chats: WindowState['chats']): WindowState {
  const last = chats.at(-1)?.placement.bounds
  return {
    ...state,
    chats: chats.slice(-maxChats),
    chatSize: last ? { width: last.width, height: last.height } : state.chatSize,
  }
}

export type ZoomChange = 'in' | 'out' | 'reset'

/** `percent` need not be a step. */
export function changeZoom(percent: number, change: ZoomChange): number {
  const current = Math.round(percent)
  if (change === 'reset') return defaultZoom
  const next =
    change === 'in'
      ? zoomSteps.find((step) => step > current)
      : [...zoomSteps].reverse().find((step) => step < current)
  return next ?? clampZoom(current)
}

export function clampZoom(percent: number): number {
  return Math.max(Math.min(...zoomSteps), Math.min(Math.max(...zoomSteps), Math.round(percent)))
}
