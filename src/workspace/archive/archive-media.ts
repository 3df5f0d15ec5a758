// The media files of an archive or a backup, in the media folder or in the rescue folder.
import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import { findFile, type MediaFile, sidecarPath } from '../media/media-file'

export interface MediaFolders {
  /** The media folder. */
  readonly mediaFolder: string
  /** The data folder. */
  readonly folder: string
}

interface FoundMedia {
  readonly files: readonly MediaFile[]
  /** Hashes without a file. */
  readonly missing: readonly string[]
}

export async function findMedia(
  { mediaFolder, folder }: MediaFolders,
  hashes: readonly string[],
): Promise<FoundMedia> {
  const files: MediaFile[] = []
  const missing: string[] = []
  for (const hash of hashes) {
    const found = (await findFile(mediaFolder, hash)) ?? (await findFile(join(folder, 'rescue'), hash))
    if (found) files.push(found)
    else missing.push(hash)
  }
  return { files, missing }
}

export function sidecarOf({ mediaFolder }: MediaFolders, { hash }: MediaFile): string {
  return sidecarPath(mediaFolder, hash)
}

export function nameOf({ path }: MediaFile): string {
  return basename(path)
}

/** In chunks of a megabyte, until the signal is aborted. */
export async function* readChunks(
  path: string,
  signal: AbortSignal,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<Uint8Array> {
  const stream: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 1_048_576 })
  for await (const chunk of stream) {
    signal.throwIfAborted()
    yield chunk
    onBytes(chunk.length)
  }
}
