// Files of the media folder by their names: found by hash, and listed.
import { readdir, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { typeOfExtension } from './media-type'

export interface MediaFile {
  /** SHA-256 of the bytes, in hexadecimal: the name that turns refer to. */
  readonly hash: string
  readonly path: string
  readonly mimeType: string
  readonly length: number
}

export interface ListedFile {
  readonly hash: string
  /** `<hash>.<extension>` */
  readonly name: string
  readonly bytes: number
  /** Whether its sidecar stands beside it. */
  readonly hasSidecar: boolean
}

const sidecarEnding = '.json'

export function mediaPath(folder: string, hash: string, extension: string): string {
  return join(folder, hash.slice(0, 2), `${hash}.${extension}`)
}

export function sidecarPath(folder: string, hash: string): string {
  return join(folder, hash.slice(0, 2), `${hash}${sidecarEnding}`)
}

/** Throws INVALID_ARGUMENT for what is no hash: nothing else may become a path. */
export function checkHash(hash: string): void {
  if (/^[0-9a-f]{64}$/.test(hash)) return
  throw new ApiError('INVALID_ARGUMENT', 'A media file is named by 64 hexadecimal digits.', { param: 'hash' })
}

/** Other programs put copies beside it, `<hash>.png_original` or `<hash>.png~`: those are the user's. */
export function isOurs(name: string): boolean {
  return /^[0-9a-f]{64}\.[a-z0-9]+$/.test(name)
}

export async function findFile(folder: string, hash: string): Promise<MediaFile | undefined> {
  checkHash(hash)
  const parent = join(folder, hash.slice(0, 2))
  const names = await readdir(parent).catch(() => [])
  const own = names.filter((candidate) => candidate.startsWith(`${hash}.`) && isOurs(candidate))
  const name = own.find((candidate) => !isSidecar(candidate))
  if (!name) return undefined
  const path = join(parent, name)
  const found = await stat(path).catch(() => undefined)
  return found && { hash, path, mimeType: typeOfExtension(extname(name).slice(1)), length: found.size }
}

/** One walk; what the user has put there is left out, and so is what goes away meanwhile. */
export async function listFiles(folder: string): Promise<readonly ListedFile[]> {
  const listed: ListedFile[] = []
  for (const names of await readShelves(folder)) {
    const sidecars = new Set(names.filter(isSidecar))
    const sized = names
      .filter((name) => !isSidecar(name))
      .map(async (name) => ({
        name,
        found: await stat(join(folder, name.slice(0, 2), name)).catch(() => null),
      }))
    for (const { name, found } of await Promise.all(sized)) {
      const hash = name.slice(0, 64)
      if (!found?.isFile()) continue
      listed.push({ hash, name, bytes: found.size, hasSidecar: sidecars.has(`${hash}${sidecarEnding}`) })
    }
  }
  return listed
}

/** The names of ours, sidecars among them, by their folders of two letters. */
export async function readShelves(folder: string): Promise<readonly (readonly string[])[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const shelves = folders.filter((name) => /^[0-9a-f]{2}$/.test(name)).sort()
  return await Promise.all(
    shelves.map(async (shelf) => {
      const names = await readdir(join(folder, shelf)).catch(() => [])
      return names.filter((name) => name.startsWith(shelf) && isOurs(name)).sort()
    }),
  )
}

export function isSidecar(name: string): boolean {
  return name.endsWith(sidecarEnding)
}
