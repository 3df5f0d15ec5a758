// What can be done with the files of a media folder once they are there, and with their sidecars.
import { rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { checkHash, findFile, isOurs, type MediaFile, sidecarPath } from './media-file'
import { removeThumbnail } from './thumbnails'
import { writeWhole } from './whole-file'

export async function openFile(folder: string, hash: string): Promise<MediaFile> {
  const file = await findFile(folder, hash)
  if (file) return file
  throw new ApiError('NOT_FOUND', `There is no media file ${hash} in ${folder}.`)
}

/** Indented: people read it too. */
export async function writeSidecar(folder: string, hash: string, content: unknown): Promise<void> {
  checkHash(hash)
  const text = `${JSON.stringify(content, null, 2)}\n`
  await writeWhole(folder, sidecarPath(folder, hash), Buffer.from(text))
}

/** Undefined where there is none, or where it is no JSON. */
export async function readSidecar(folder: string, hash: string): Promise<unknown> {
  checkHash(hash)
  const text = await readFile(sidecarPath(folder, hash), 'utf8').catch((error: NodeJS.ErrnoException) => {
    // One that is there and cannot be read must not be taken for none, and written anew.
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    return undefined
  })
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * With its sidecar and its thumbnail. Returns its bytes: none if there is no file, or if it is needed. The answer of
 * `isNeeded` holds until the file is gone, because nothing else runs in between.
 */
export async function removeFile(folder: string, hash: string, isNeeded: () => boolean): Promise<number> {
  const file = await findFile(folder, hash)
  const parent = dirname(sidecarPath(folder, hash))
  const names = await readdir(parent).catch(() => [])
  const own = names.filter((name) => name.startsWith(`${hash}.`) && isOurs(name))
  if (isNeeded()) return 0
  for (const name of own) rmSync(join(parent, name), { force: true })
  await removeThumbnail(folder, hash)
  return file?.length ?? 0
}
