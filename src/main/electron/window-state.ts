// The state of the windows in `window.json`, which the next start restores.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { tryParseJson } from '#shared/wire/parse-json'
import { writeAtomicallySync } from '#workspace/atomic-write'
import { clampZoom, defaultZoom } from './zoom'

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
