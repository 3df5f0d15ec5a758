// The last step of a move, which removes files from the old folder, and what a start does after a crash during a move.

import { readFile, realpath, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { removeTempFiles, writeAtomically } from '../../atomic-write'
import { parseJson } from '../../parse-json'
import { hashFile, isSidecar, listHashFolders } from '../media-file'
import { removeThumbnails } from '../store-file'

/**
 * Removes only files with a verified copy: verified by the move itself or, after a crash, by comparing bytes. Other files
 * stay in the old folder, and so do files that cannot be removed.
 */
export async function finishMove(
  inUse: string,
  isVerified?: (name: string) => Promise<boolean>,
): Promise<void> {
  const old = await readMark(inUse)
  if (old === undefined) return
  if (await isSameFolder(old, inUse)) return await removeMark(inUse)
  for (const names of await listHashFolders(old).catch(() => [])) {
    for (const name of names)
      if ((await isVerified?.(name)) || (await hasCopy(old, inUse, name))) await rm(pathOf(old, name))
    const [first] = names
    if (first) await rmdir(join(old, first.slice(0, 2))).catch(() => undefined)
  }
  await removeThumbnails(old)
  await removeStartedMove(old)
  // During the move itself, files may still be received into the old folder.
  if (!isVerified) await removeTempFiles(old).catch(() => undefined)
  await rmdir(old).catch(() => undefined)
  await removeMark(inUse)
}

/**
 * Removes the copies of a move that a crash has interrupted before its switch. If the target had files before, they look
 * like copies, so all of them stay.
 */
export async function undoStartedMove(inUse: string): Promise<void> {
  const started = StartedMove.safeParse(await readJson(startedPath(inUse))).data
  if (!started) return
  const { movingTo: target, wasEmpty, created } = started
  // Even without the mark: the crash may have been while it was written.
  await removeTempFiles(target).catch(() => undefined)
  if ((await readMark(target)) === inUse) {
    if (wasEmpty) await removeCopies(target, inUse)
    await removeMark(target)
  }
  if (created !== undefined) await removeCreated(target, created)
  await removeStartedMove(inUse)
}

async function removeCopies(target: string, inUse: string): Promise<void> {
  for (const names of await listHashFolders(target)) {
    for (const name of names) if (await hasCopy(target, inUse, name)) await rm(pathOf(target, name))
    const [first] = names
    if (first) await rmdir(join(target, first.slice(0, 2))).catch(() => undefined)
  }
}

/** Removes empty folders from `target` up to `created`. */
export async function removeCreated(target: string, created: string): Promise<void> {
  for (let path = target; path.length >= created.length; path = dirname(path)) {
    await rmdir(path).catch(() => undefined)
    if (path === dirname(path)) return
  }
}

export function pathOf(folder: string, name: string): string {
  return join(folder, name.slice(0, 2), name)
}

async function hasCopy(old: string, inUse: string, name: string): Promise<boolean> {
  const [from, to] = [pathOf(old, name), pathOf(inUse, name)]
  const copy = await hashFile(to).catch(() => undefined)
  if (copy === undefined) return false
  // A sidecar may have been written again since; it is complete if it can be parsed.
  return copy === (await hashFile(from)) || (isSidecar(name) && (await readJson(to)) !== undefined)
}

/** Returns undefined if the file cannot be read, too. */
async function readJson(path: string): Promise<unknown> {
  return parseJson(await readFile(path, 'utf8').catch(() => ''))
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => realpath(path).catch(() => path)))
  return first === second
}

const StartedMove = z.object({
  movingTo: z.string(),
  /** Whether the target had no media files. */
  wasEmpty: z.boolean(),
  /** The topmost folder that was created for the target. */
  created: z.string().optional(),
})

/** Ignores a folder that cannot be written to: then a crash leaves copies in the target. */
export async function writeStartedMove(folder: string, started: z.infer<typeof StartedMove>): Promise<void> {
  await writeAtomically(folder, startedPath(folder), Buffer.from(JSON.stringify(started))).catch(
    () => undefined,
  )
}

export async function removeStartedMove(folder: string): Promise<void> {
  await rm(startedPath(folder), { force: true }).catch(() => undefined)
}

function startedPath(folder: string): string {
  return join(folder, 'moving-to.json')
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
