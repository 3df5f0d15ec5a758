// Removes from the old folder what the one in use has: the last step of a move, taken again after a crash.
import { realpath, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isSidecar, readShelves } from '../media-file'
import { removeThumbnails } from '../thumbnails'
import { readMark, removeMark } from './move-mark'

/** What else lies in the old folder is not ours and stays, and so does what cannot be removed. */
export async function finishMove(inUse: string): Promise<void> {
  const old = await readMark(inUse)
  if (old === undefined) return
  if (await isSameFolder(old, inUse)) return await removeMark(inUse)
  for (const names of await readShelves(old).catch(() => [])) {
    for (const name of names) if (await hasCopy(old, inUse, name)) await rm(pathOf(old, name))
    const [first] = names
    if (first) await rmdir(join(old, first.slice(0, 2))).catch(() => undefined)
  }
  await removeThumbnails(old)
  await rmdir(old).catch(() => undefined)
  await removeMark(inUse)
}

export function pathOf(folder: string, name: string): string {
  return join(folder, name.slice(0, 2), name)
}

/** A sidecar may have grown since. */
async function hasCopy(old: string, inUse: string, name: string): Promise<boolean> {
  const copy = await stat(pathOf(inUse, name)).catch(() => undefined)
  if (!copy || isSidecar(name)) return copy !== undefined
  return copy.size === (await stat(pathOf(old, name))).size
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => realpath(path).catch(() => path)))
  return first === second
}
