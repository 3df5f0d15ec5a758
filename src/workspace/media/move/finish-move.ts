// Removes files from the old folder that the new one has: the last step of a move, repeated after a crash.

import { readFile, realpath, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeAtomically } from '../../atomic-write'
import { parseJson } from '../../parse-json'
import { hashFromDisk, isSidecar, listHashFolders } from '../media-file'
import { removeThumbnails } from '../thumbnails'

/**
 * Removes only files with a verified copy: verified by the move itself or, after a crash, by comparing bytes. Other files
 * stay in the old folder, and so do files that cannot be removed.
 */
export async function finishMove(
  inUse: string,
  isVerified: (name: string) => Promise<boolean> = async () => false,
): Promise<void> {
  const old = await readMark(inUse)
  if (old === undefined) return
  if (await isSameFolder(old, inUse)) return await removeMark(inUse)
  for (const names of await listHashFolders(old).catch(() => [])) {
    for (const name of names)
      if ((await isVerified(name)) || (await hasCopy(old, inUse, name))) await rm(pathOf(old, name))
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

async function hasCopy(old: string, inUse: string, name: string): Promise<boolean> {
  const [from, to] = [pathOf(old, name), pathOf(inUse, name)]
  const copy = await hashFromDisk(to).catch(() => undefined)
  if (copy === undefined) return false
  // A sidecar may have been written again since; it is complete if it can be parsed.
  return copy === (await hashFromDisk(from)) || (isSidecar(name) && (await readJson(to)) !== undefined)
}

/** Returns undefined if the file cannot be read, too. */
async function readJson(path: string): Promise<unknown> {
  return parseJson(await readFile(path, 'utf8').catch(() => ''))
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => realpath(path).catch(() => path)))
  return first === second
}

const Mark = z.object({ movedFrom: z.string() })

export async function writeMark(folder: string, movedFrom: string): Promise<void> {
  await writeAtomically(folder, markPath(folder), Buffer.from(JSON.stringify({ movedFrom })))
}

export async function readMark(folder: string): Promise<string | undefined> {
  return Mark.safeParse(await readJson(markPath(folder))).data?.movedFrom
}

export async function removeMark(folder: string): Promise<void> {
  await rm(markPath(folder), { force: true })
}

function markPath(folder: string): string {
  return join(folder, 'moved-from.json')
}
