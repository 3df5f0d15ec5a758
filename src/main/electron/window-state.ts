// The position and size of the window in `window.json`, which the next start restores.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { tryParseJson } from '#shared/wire/parse-json'
import { writeAtomicallySync } from '#workspace/atomic-write'

const position = z.number().int().min(-100_000).max(100_000)
const length = z.number().int().min(100).max(30_000)

const WindowState = z.object({
  bounds: z.object({ x: position, y: position, width: length, height: length }),
  maximized: z.boolean(),
})
type WindowState = z.infer<typeof WindowState>

/** Undefined if the file is missing or damaged: then the window has its usual size, and closing it replaces the file. */
export function readWindowState(file: string): WindowState | undefined {
  try {
    return WindowState.safeParse(tryParseJson(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}

export function writeWindowState(file: string, state: WindowState): void {
  try {
    writeAtomicallySync(file, JSON.stringify(state))
  } catch {
    // The window must close even if its position cannot be saved.
  }
}
