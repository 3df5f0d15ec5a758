// Writes files that are complete under their names, or not there at all.
import { randomUUID } from 'node:crypto'
import { copyFile, type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** `folder` holds it until it is complete, and is on the same disk as `path`. */
export async function writeAtomically(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  const temporary = tempFilePath(folder)
  await replaceFile(path, temporary, () => writeAndSync(temporary, bytes))
}

export type FileContent = string | Uint8Array | AsyncIterable<string | Uint8Array>

export type OpenFile = (path: string) => Promise<FileHandle>

/** For a file that the user has named: in its folder nothing else appears, except for a hidden file while it is written. */
export async function saveFileAs(
  path: string,
  content: FileContent,
  open: OpenFile = openNew,
): Promise<void> {
  // Names have a limit of their own, so the long one is not made longer.
  const temporary = join(dirname(path), `.${randomUUID()}.part`)
  await replaceFile(path, temporary, () => writeAndSync(temporary, content, open))
}

async function replaceFile(path: string, temporary: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
    await moveIntoPlace(temporary, path)
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined)
  }
}

/** A name for a file while it arrives. */
export function tempFilePath(folder: string): string {
  return join(folder, `unfinished-${randomUUID()}`)
}

export async function writeAndSync(path: string, content: FileContent, open = openNew): Promise<void> {
  const handle = await open(path)
  try {
    if (typeof content === 'string' || content instanceof Uint8Array) await handle.writeFile(content)
    else for await (const piece of content) await handle.writeFile(piece)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function openNew(path: string): Promise<FileHandle> {
  return open(path, 'wx', 0o600)
}

export async function moveIntoPlace(temporary: string, path: string): Promise<void> {
  await createFolder(dirname(path))
  await rename(temporary, path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error
    await copyInPlace(temporary, path)
  })
  await syncFolder(dirname(path))
}

/** With its parents. The names of those that are new survive a loss of power. */
export async function createFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const shortest = resolve(first).length
  for (let created = resolve(path); created.length >= shortest; created = dirname(created))
    await syncFolder(dirname(created))
}

/** If the folder has moved to another disk while the file arrived. */
async function copyInPlace(temporary: string, path: string): Promise<void> {
  const beside = tempFilePath(join(dirname(path), '..'))
  try {
    await copyFile(temporary, beside)
    await syncFolder(beside)
    await rename(beside, path)
  } finally {
    await rm(beside, { force: true })
  }
}

/** Makes a new name durable; Windows has no such call and needs none. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

export function isTempFile(name: string): boolean {
  return /^unfinished-[0-9a-f-]{36}$/.test(name)
}

/** What a crash has left half-written; a user's folder may hold other things of that beginning. */
export async function removeTempFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter(isTempFile)
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })))
}
