// Writes files atomically: a file is complete under its name, or missing.
import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile, type FileHandle, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** `folder` holds the temporary file, and is on the same disk as `path`. */
export async function writeAtomically(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  const temporary = tempFilePath(folder)
  await removeAfter(temporary, async () => {
    await writeAndSync(temporary, bytes)
    await moveTempFile(temporary, path)
  })
}

/** For files of about a kilobyte that are written while nothing else may run: two writes never overlap. */
export function writeAtomicallySync(path: string, text: string): void {
  const temporary = `${path}.tmp`
  try {
    const file = openSync(temporary, 'w', 0o600)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (error) {
    // The error of the write matters more than one of the removal.
    ignoreErrors(() => rmSync(temporary, { force: true }))
    throw error
  }
  // Windows cannot open folders, and does not need it. Without it, only the new name could be lost in a power failure.
  ignoreErrors(() => {
    const folder = openSync(dirname(path), 'r')
    fsyncSync(folder)
    closeSync(folder)
  })
}

function ignoreErrors(work: () => void): void {
  try {
    work()
  } catch {
    // The caller continues without it.
  }
}

export type FileContent = string | Uint8Array | AsyncIterable<string | Uint8Array>

export type OpenFile = (path: string) => Promise<FileHandle>

interface SaveOptions {
  readonly open?: OpenFile | undefined
  /** Remembers the temporary file during `write` (`user-data/unfinished-files`). */
  readonly track?: (<Result>(temporary: string, write: () => Promise<Result>) => Promise<Result>) | undefined
}

/** For a path that the user has chosen: only a hidden file appears beside it while it is written. */
export async function saveFileAs(path: string, content: FileContent, options?: SaveOptions): Promise<void> {
  await saveBeside(path, content, { ...options, move: moveTempFile })
}

/** Returns false if the path exists, also under a name that its disk does not distinguish. */
export async function saveNewFile(
  path: string,
  content: FileContent,
  options?: SaveOptions,
): Promise<boolean> {
  return await saveBeside(path, content, { ...options, move: linkTempFile })
}

async function saveBeside<Result>(
  path: string,
  content: FileContent,
  {
    open = openNew,
    track = (_, write) => write(),
    move,
  }: SaveOptions & { move: (temporary: string, path: string) => Promise<Result> },
): Promise<Result> {
  // The length of file names is limited, so the temporary name does not extend the final one.
  const temporary = join(dirname(path), `.${randomUUID()}.part`)
  return await track(temporary, () =>
    removeAfter(temporary, async () => {
      await writeAndSync(temporary, content, open)
      return await move(temporary, path)
    }),
  )
}

/** Whether it has the name of the hidden file. */
export function isPartFile(name: string): boolean {
  return /^\.[0-9a-f-]{36}\.part$/.test(name)
}

async function removeAfter<Result>(temporary: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined)
  }
}

/** The path of a file until it is complete. */
export function tempFilePath(folder: string): string {
  return join(folder, `unfinished-${randomUUID()}`)
}

export async function writeAndSync(path: string, content: FileContent, open = openNew): Promise<void> {
  const handle = await open(path)
  try {
    if (typeof content === 'string' || content instanceof Uint8Array) await handle.writeFile(content)
    else for await (const chunk of content) await handle.writeFile(chunk)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function openNew(path: string): Promise<FileHandle> {
  return open(path, 'wx', 0o600)
}

interface Move {
  readonly temporary: string
  readonly path: string
}

export function moveTempFile(temporary: string, path: string): Promise<void> {
  return moveTempFiles([{ temporary, path }])
}

/** Waits once for each folder. */
export async function moveTempFiles(moves: readonly Move[]): Promise<void> {
  const folders = new Set(moves.map(({ path }) => dirname(path)))
  for (const folder of folders) await createFolder(folder)
  for (const { temporary, path } of moves)
    await rename(temporary, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EXDEV') throw error
      await copyTempFile(temporary, path)
    })
  await Promise.all([...folders].map(syncFolder))
}

/** A link never replaces a file. Where the disk has none, creating the file reserves its name. */
async function linkTempFile(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error
      await (await open(path, 'wx')).close()
      await moveTempFile(temporary, path)
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
  await syncFolder(dirname(path))
  return true
}

/** Creates parents too. The new folders survive a loss of power. */
export async function createFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const shortest = resolve(first).length
  for (let created = resolve(path); created.length >= shortest; created = dirname(created))
    await syncFolder(dirname(created))
}

/** For a folder that has moved to another disk since the temporary file was created. */
async function copyTempFile(temporary: string, path: string): Promise<void> {
  const copy = tempFilePath(join(dirname(path), '..'))
  try {
    await copyFile(temporary, copy)
    await syncFolder(copy)
    await rename(copy, path)
  } finally {
    await rm(copy, { force: true })
  }
}

/** Makes a new name durable. Windows has no such call and needs none. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

/** Includes the journal that SQLite keeps beside a copy in progress. */
export function isTempFile(name: string): boolean {
  return /^unfinished-[0-9a-f-]{36}(-journal)?$/.test(name)
}

/** Removes what a crash left half-written. Matches whole names, because a user's folder may hold similar ones. */
export async function removeTempFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter(isTempFile)
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })))
}
