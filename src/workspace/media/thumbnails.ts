// Thumbnails of stored images: a cache beside them, which may be deleted at any time.
import { readdir, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { writeAtomically } from '../atomic-write'
import { measurePicture } from './measure-media'
import { checkHash } from './media-file'
import { readMediaType } from './media-type'

const thumbnailFolder = 'thumbnails'
const maxThumbnailBytes = 262_144

export interface ThumbnailFile {
  readonly path: string
  readonly length: number
}

/** Throws unless the bytes are a WebP picture of 256 KB at most. */
export async function writeThumbnail(folder: string, hash: string, bytes: Uint8Array): Promise<void> {
  if (bytes.length > maxThumbnailBytes) {
    throw new ApiError('PAYLOAD_TOO_LARGE', 'Thumbnails can’t exceed 256 KB.')
  }
  if (!isWholeWebp(bytes))
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Thumbnails must be complete WebP images.')
  await writeAtomically(folder, thumbnailPath(folder, hash), bytes)
}

export async function findThumbnail(folder: string, hash: string): Promise<ThumbnailFile | undefined> {
  checkHash(hash)
  const path = thumbnailPath(folder, hash)
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? { path, length: found.size } : undefined
}

export async function removeThumbnail(folder: string, hash: string): Promise<void> {
  await rm(thumbnailPath(folder, hash), { force: true })
}

/** The user may have a folder of that name: what is not ours in it stays. */
export async function removeThumbnails(folder: string): Promise<void> {
  const parent = join(folder, thumbnailFolder)
  const names = await readdir(parent).catch(() => [])
  for (const name of names) {
    if (/^[0-9a-f]{64}\.webp$/.test(name)) await rm(join(parent, name), { force: true })
  }
  await rmdir(parent).catch(() => undefined)
}

function thumbnailPath(folder: string, hash: string): string {
  return join(folder, thumbnailFolder, `${hash}.webp`)
}

function isWholeWebp(bytes: Uint8Array): boolean {
  if (readMediaType(bytes).mimeType !== 'image/webp' || !measurePicture(bytes)) return false
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true) === bytes.length - 8
}
