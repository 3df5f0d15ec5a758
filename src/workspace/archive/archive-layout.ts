// The layout of an archive: paths of its entries, the text that explains them, and its media files.

import { createReadStream } from 'node:fs'
import { basename, join } from 'node:path'
import type { ArchiveManifest } from '#shared/schemas/user-data'
import { migrations } from '../database/schema'
import { findFile, type MediaFile, sidecarPath } from '../media/media-file'

export const manifestPath = 'manifest.json'
export const readmePath = 'README.md'
export const databasePath = 'data/workspace.db'

export function toManifest(
  content: Omit<ArchiveManifest, 'kind' | 'version' | 'dataVersion'>,
): ArchiveManifest {
  return { kind: 'gen-playground-archive', version: 1, dataVersion: migrations.length, ...content }
}

/** `name` is a file's name in the media folder: `<hash>.<extension>`. */
export function toMediaPath(name: string): string {
  return `media/${name.slice(0, 2)}/${name}`
}

/** Returns the name of a media file, or undefined for any other entry, such as a sidecar. */
export function parseMediaPath(path: string): string | undefined {
  const [, folder, name] = /^media\/([0-9a-f]{2})\/([0-9a-f]{64}\.[a-z0-9]+)$/.exec(path) ?? []
  return folder !== undefined && name?.startsWith(folder) && !name.endsWith('.json') ? name : undefined
}

export function writeReadme(appVersion: string, createdAt: number): string {
  return `# Gen Playground data

Exported by Gen Playground ${appVersion} on ${new Date(createdAt).toISOString()}.
To get everything back, choose **Settings > Data > Import…** in Gen Playground, and select this file.

| path | content |
| --- | --- |
| \`manifest.json\` | format version, data version, counts, and the size and SHA-256 of every other entry |
| \`data/workspace.db\` | everything but media: chats, image sessions, jobs, transcripts, embedding sets with vectors, presets, templates, drafts, boards, tags, saved searches, and settings (SQLite, data version ${migrations.length}: \`PRAGMA user_version\`) |
| \`media/ab/abcd….png\` | images, videos, audio, and other files, each named by its SHA-256 |
| \`media/ab/abcd….json\` | the sidecar of the file with the same name: prompt, model, parameters, and tags |
| \`chats/TITLE.md\` | the shown branch of each chat, as Markdown with links to its media |

API keys, gateway keys, and proxy credentials are not in this file. Neither are jobs in progress, the request log, and caches.
`
}

/** Beside the archive. An interrupted export leaves it, and the next one to the same path continues it. */
export function toPartialPath(path: string): string {
  return `${path}.partial`
}

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
