// Opens an archive, or a backup by its manifest, and reads entries with a check of their bytes.
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { ArchiveManifest } from '#shared/schemas/user-data'
import { migrations } from '../database/migrations'
import { parseJson } from '../parse-json'
import { openZip } from '../zip/read-zip'
import { databasePath, manifestPath, parseMediaPath } from './archive-layout'
import { readChunks } from './archive-media'

export interface Archive {
  readonly path: string
  readonly manifest: ArchiveManifest
  /** Throws INVALID_ARGUMENT with the entry's name if its bytes are not those of the manifest, at the latest at its end. */
  read(entry: ArchiveEntry): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

export type ArchiveEntry = ArchiveManifest['entries'][number]

interface Source {
  /** May throw at its end if it is damaged. */
  readonly read: (path: string) => AsyncIterable<Uint8Array>
  readonly close: () => Promise<void>
}

/** The maximum size of the list of entries. */
const maxManifestBytes = 256 * 1024 * 1024

/** Throws INVALID_ARGUMENT if it is damaged or something else, FAILED_PRECONDITION if it needs a newer version. */
export async function openArchive(path: string, signal: AbortSignal): Promise<Archive> {
  const source = basename(path) === manifestPath ? openBackup(path, signal) : await openArchiveFile(path)
  try {
    const manifest = parseManifest(await readText(source.read(manifestPath)), path)
    const named = { ...source, name: basename(path) }
    return { path, manifest, read: (entry) => readEntry(named, entry, signal), close: source.close }
  } catch (error) {
    await source.close()
    throw error
  }
}

async function openArchiveFile(path: string): Promise<Source> {
  const zip = await openZip(path)
  if (zip.names.includes(manifestPath)) return { read: zip.stream, close: zip.close }
  await zip.close()
  throw notAnArchive(path)
}

/** Backups share their media, which are beside their folders. */
function openBackup(manifest: string, signal: AbortSignal): Source {
  const folder = dirname(manifest)
  const toPath = (path: string) => join(parseMediaPath(path) ? dirname(folder) : folder, path)
  return {
    async *read(path) {
      const file = toPath(path)
      const exists = await stat(file).then(
        () => true,
        () => false,
      )
      if (!exists) throw invalid(`“${path}” is missing in the backup: there is no ${file}.`)
      yield* path === manifestPath ? [await readFile(file)] : readChunks(file, signal)
    },
    close: async () => {},
  }
}

async function* readEntry(
  { read, name }: Source & { readonly name: string },
  entry: ArchiveEntry,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  const damaged = () =>
    invalid(
      `“${entry.path}” in ${name} is damaged: its content isn’t what the manifest says. Use another copy.`,
    )
  let length = 0
  for await (const chunk of read(entry.path)) {
    signal.throwIfAborted()
    length += chunk.length
    // The free space was checked for the length in the manifest.
    if (length > entry.bytes) throw damaged()
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== entry.sha256) throw damaged()
}

async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > maxManifestBytes) throw invalid(`“${manifestPath}” is too large.`)
    read.push(chunk)
  }
  return Buffer.concat(read).toString()
}

const Head = z.object({
  kind: z.literal('gen-playground-archive'),
  version: z.number(),
  /** Development builds named it differently, and counted other versions. */
  dataVersion: z.number().optional(),
  appVersion: z.string(),
})

function parseManifest(text: string, path: string): ArchiveManifest {
  const value = parseJson(text)
  const head = Head.safeParse(value).data
  if (!head) throw notAnArchive(path)
  if (head.dataVersion === undefined)
    throw new ApiError(
      'FAILED_PRECONDITION',
      'This archive was written by a development build of Gen Playground, in a format that isn’t supported.',
    )
  if (head.version > 1 || head.dataVersion > migrations.length) throw newer(head)
  const manifest = ArchiveManifest.safeParse(value)
  if (!manifest.success) throw invalid(`“${manifestPath}” in ${basename(path)} is damaged.`)
  if (!manifest.data.entries.some((entry) => entry.path === databasePath))
    throw invalid(`“${databasePath}” is missing in ${basename(path)}.`)
  return manifest.data
}

function notAnArchive(path: string): ApiError {
  return invalid(
    `“${basename(path)}” isn’t an export or a backup of Gen Playground. Choose a ZIP file that Export has written, or the manifest.json of a backup.`,
  )
}

function newer({ appVersion, version, dataVersion }: z.infer<typeof Head>): ApiError {
  return new ApiError(
    'FAILED_PRECONDITION',
    `This archive was written by Gen Playground ${appVersion} (format ${version}, data version ${dataVersion}). ` +
      `This version reads up to format 1 and data version ${migrations.length}. Update the app, then import it again.`,
  )
}

function invalid(message: string): ApiError {
  return new ApiError('INVALID_ARGUMENT', message)
}
