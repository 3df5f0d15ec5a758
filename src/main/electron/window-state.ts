// The state of the windows in `window.json`, which the next start restores.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type PanelId, panelIds } from '#shared/desktop/panel-ids'
import { tryParseJson } from '#shared/wire/parse-json'
import { writeAtomicallySync } from '#workspace/atomic-write'
import { type DisplayArea, describeDisplays, fitToDisplays } from './window-bounds'
import { clampZoom, defaultZoom } from './zoom'

const position = z.number().int().min(-100_000).max(100_000)
const length = z.number().int().min(100).max(30_000)
const bounds = z.object({ x: position, y: position, width: length, height: length })

const Placement = z.object({
  /** While it is neither maximized nor in full screen. */
  bounds,
  maximized: z.boolean(),
  fullScreen: z.boolean().default(false),
})
export type Placement = z.infer<typeof Placement>

const Arrangement = z.object({
  /** From `describeDisplays`. */
  displays: z.string(),
  main: Placement,
  panel: z.enum(panelIds).nullable(),
})

const maxArrangements = 16
const maxChats = 50

const WindowState = z.object({
  /** The one that was used last is the last one. */
  arrangements: z.array(Arrangement).max(maxArrangements),
  /** The windows of chats that are open. */
  chats: z.array(z.object({ conversationId: z.string(), placement: Placement })).max(maxChats),
  /** The size for the next window of a chat: that of the last one. */
  chatSize: z.object({ width: length, height: length }).nullable(),
  /** In percent. */
  zoom: z.number().transform(clampZoom),
})
export type WindowState = z.infer<typeof WindowState>

const initial: WindowState = { arrangements: [], chats: [], chatSize: null, zoom: defaultZoom }

/** As earlier versions wrote it: one position. */
const EarlierState = Placement.transform(
  (main): WindowState => ({ ...initial, arrangements: [{ displays: '', main, panel: null }] }),
)

/** If the file is missing or damaged, windows have their usual size, and the next change replaces the file. */
export function readWindowState(file: string): WindowState {
  try {
    const stored = tryParseJson(readFileSync(file, 'utf8'))
    return WindowState.or(EarlierState).safeParse(stored).data ?? initial
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

export interface MainWindow {
  /** Undefined before the first start. */
  readonly placement: Placement | undefined
  readonly panel: PanelId | null
}

/** As it was with these displays, or else as it was last, where it can be reached. */
export function findMainWindow(state: WindowState, displays: readonly DisplayArea[]): MainWindow {
  const found = findArrangement(state, displays) ?? state.arrangements.at(-1)
  return { placement: found && fitPlacement(found.main, displays), panel: found?.panel ?? null }
}

/** Undefined if the main window was never open with these displays. */
export function findArrangement({ arrangements }: WindowState, displays: readonly DisplayArea[]) {
  const key = describeDisplays(displays)
  return arrangements.find((each) => each.displays === key)
}

export function fitPlacement(placement: Placement, displays: readonly DisplayArea[]): Placement {
  return { ...placement, bounds: fitToDisplays(placement.bounds, displays) }
}

interface MainChange {
  readonly displays: readonly DisplayArea[]
  readonly main: Placement
  /** Unchanged if undefined. */
  readonly panel?: PanelId | undefined
}

export function withMainWindow(state: WindowState, { displays, main, panel }: MainChange): WindowState {
  const key = describeDisplays(displays)
  const before = findMainWindow(state, displays)
  const others = state.arrangements.filter((each) => each.displays !== key)
  const arrangement = { displays: key, main, panel: panel ?? before.panel }
  return { ...state, arrangements: [...others, arrangement].slice(-maxArrangements) }
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
