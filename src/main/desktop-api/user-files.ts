// Procedures that read or write a file chosen in a dialog, with clear messages for errors of the disk.
import { mkdir, open, readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import type { SetExportProgress } from '#shared/schemas/embedding-set'
import type { TranscriptExportProgress, TranscriptFormat } from '#shared/schemas/transcription-job'
import { type FileContent, saveFileAs, saveNewFile } from '#workspace/atomic-write'
import { type ProgressContext, streamProgress } from '#workspace/concurrency/feed'
import { labelsKind } from '#workspace/embeddings/files/set-columns'
import { embedPrompt } from '#workspace/media/image-metadata/png'
import { type MediaFile, readFileChunks } from '#workspace/media/media-file'
import type { ExportedFile } from '#workspace/user-data/exported-files'
import type { Workspace } from '#workspace/workspace'
import { toFileError } from '../file-error'
import { openMedia } from '../open-media'
import type { PageId } from '../page-mailboxes'
import type { DesktopHost } from './desktop-host'

interface TextFile {
  readonly suggestedName: string
  readonly text: string
}

type SetExport = Omit<Parameters<Workspace['embeddings']['write']>[0], 'fileName'>

/** Chunks of a set's file have one row. */
const chunksPerReport = 256

interface ExportTranscriptsInput {
  readonly ids: readonly string[]
  readonly format: TranscriptFormat
}

type Save = (path: string, content: FileContent) => Promise<void>

/** Functions with a dialog resolve to null, or `{ path: null }`, if it is canceled. */
export function createFileProcedures(workspace: Workspace, host: DesktopHost) {
  const { library, database, embeddings, exports, transcriptions } = workspace
  const save: Save = (path, content) => writeFileAtomically(path, content, workspace.unfinishedFiles)

  async function saveText({ suggestedName, text }: TextFile) {
    const extension = extname(suggestedName).slice(1)
    const path = await host.saveFile(suggestedName, extension === '' ? [] : [extension])
    if (path !== null) await save(path, text)
    return { path }
  }

  /** Retries `read`, without another dialog, after another process has released the database. */
  async function open<Result>(extensions: readonly string[], read: (path: string) => Promise<Result>) {
    const path = await host.openFile(extensions)
    return path === null ? null : await read(path)
  }

  async function openText<Result>(read: (text: string) => Result | Promise<Result>) {
    return await open(['json'], async (path) => {
      const text = await readTextFile(path)
      return database.retryWhenWritable(async () => await read(text))
    })
  }

  return {
    saveText,
    open,
    openText,
    async exportConversation(input: Parameters<Workspace['exports']['suggestName']>[0]) {
      const suggestedName = exports.suggestName(input)
      const path = await host.saveFile(suggestedName, [extname(suggestedName).slice(1)])
      if (path === null) return { path }
      for await (const file of exports.write({ ...input, fileName: basename(path) }))
        await save(join(dirname(path), file.path), file.content)
      return { path }
    },
    async exportTranscript(input: Parameters<Workspace['transcriptions']['format']>[0]) {
      const { name, text } = await transcriptions.format(input)
      return await saveText({ suggestedName: name, text })
    },
    exportTranscripts: (input: ExportTranscriptsInput, signal?: AbortSignal) =>
      exportTranscripts(input, {
        transcriptions,
        saveNew: (path, text) => writeNewFile(path, text, workspace.unfinishedFiles),
        openFolder: host.openFolder,
        signal,
      }),
    /** Ends without `done` and without a file if it is aborted. */
    async *exportSet(input: SetExport, signal?: AbortSignal): AsyncGenerator<SetExportProgress> {
      const suggestedName = embeddings.suggestName(input)
      // Rejects a set that cannot be written before the dialog opens.
      embeddings.write({ ...input, fileName: suggestedName })
      const path = await host.saveFile(suggestedName, [input.format])
      if (path === null) yield { share: 1, done: { path } }
      else
        yield* streamProgress((context) => writeSet(input, path, { embeddings, save, ...context }), [signal])
    },
    async dragImage(
      input: { readonly media: string; readonly name: string },
      _signal: AbortSignal | undefined,
      page: PageId,
    ) {
      const file = await openMedia(workspace, input.media)
      await host.dragFile(page, file.path, await toPlainName(input.name, file))
    },
    async saveImage({ media: hash, name, withPrompt }: { media: string; name: string; withPrompt: boolean }) {
      const file = await openMedia(workspace, hash)
      const metadata = withPrompt && (await findMetadata(library, basename(hash)))
      const content = metadata && embedPrompt(await readFile(file.path), metadata)
      const suggested = await toPlainName(name, file)
      const path = await host.saveFile(suggested, [extname(suggested).slice(1)])
      if (path !== null) await save(path, content || readFileChunks(file.path))
      return { path }
    },
  }
}

interface WriteSetPorts extends ProgressContext<SetExportProgress> {
  readonly embeddings: Workspace['embeddings']
  readonly save: Save
}

async function writeSet(
  input: SetExport,
  path: string,
  { embeddings, save, signal, report }: WriteSetPorts,
): Promise<void> {
  const files = embeddings.write({ ...input, fileName: basename(path) })
  const targets = files.map((file) => ({ ...file, path: join(dirname(path), file.path) }))
  const besides = targets.slice(0, -1)
  // The dialog has asked only whether to replace the last file.
  for (const beside of besides) await rejectForeignFile(beside.path)
  const total = files.reduce((sum, { rows }) => sum + rows, 0)
  let chunks = 0
  async function* count({ content }: Pick<ExportedFile, 'content'>) {
    for await (const chunk of content) {
      signal.throwIfAborted()
      chunks += 1
      if (chunks % chunksPerReport === 0) report({ share: Math.min(1, chunks / total) })
      yield chunk
    }
  }
  async function* writeAll() {
    for (const target of targets.slice(-1)) yield* count(target)
    // Saved once the rest is written: canceling earlier leaves the labels of an earlier export as they were.
    for (const beside of besides) await save(beside.path, count(beside))
  }
  try {
    await save(path, writeAll())
  } catch (error) {
    if (signal.aborted) return
    throw error
  }
  report({ share: 1, done: { path } })
}

interface ExportTranscriptsPorts {
  readonly transcriptions: Workspace['transcriptions']
  /** Returns false if the path exists. */
  readonly saveNew: (path: string, text: string) => Promise<boolean>
  readonly openFolder: DesktopHost['openFolder']
  readonly signal: AbortSignal | undefined
}

async function* exportTranscripts(
  { ids, format }: ExportTranscriptsInput,
  { transcriptions, saveNew, openFolder, signal }: ExportTranscriptsPorts,
): AsyncGenerator<TranscriptExportProgress> {
  const folder = await openFolder()
  const totalFiles = ids.length
  const failures: { id: string; message: string }[] = []
  if (folder === null) return yield { files: 0, totalFiles, done: { path: null, failures } }
  const used = new Set((await listFolder(folder)).map(toComparableName))
  const saveUnused = async ({ name, text }: TextExport): Promise<void> => {
    const unused = toUnusedName(name, used)
    used.add(toComparableName(unused))
    // Another program may have created the file since the folder was listed.
    if (!(await saveNew(join(folder, unused), text))) await saveUnused({ name, text })
  }
  for (const [files, id] of ids.entries()) {
    signal?.throwIfAborted()
    yield { files, totalFiles }
    const content = await tryFormat(transcriptions, { id, format })
    // One that was deleted meanwhile, or is damaged, prevents no other.
    if ('message' in content) failures.push({ id, ...content })
    else await saveUnused(content)
  }
  yield { files: totalFiles, totalFiles, done: { path: folder, failures } }
}

type TextExport = Awaited<ReturnType<Workspace['transcriptions']['format']>>

async function tryFormat(
  transcriptions: Workspace['transcriptions'],
  input: Parameters<Workspace['transcriptions']['format']>[0],
): Promise<TextExport | { readonly message: string }> {
  try {
    return await transcriptions.format(input)
  } catch (error) {
    return { message: error instanceof Error ? error.message : String(error) }
  }
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    throw toFileError(error, `Couldn’t read the folder ${folder}`)
  }
}

/** Disks may distinguish neither the case nor the Unicode form of a name. */
function toComparableName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** The dialog for a folder has not asked whether to replace files: `talk (2).srt`. */
function toUnusedName(name: string, used: ReadonlySet<string>): string {
  const extension = extname(name)
  let unused = name
  for (let number = 2; used.has(toComparableName(unused)); number += 1)
    unused = `${basename(name, extension)} (${number})${extension}`
  return unused
}

/** Only labels of an earlier export may be overwritten. */
async function rejectForeignFile(path: string): Promise<void> {
  const file = await open(path).catch(() => undefined)
  if (!file) return
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(200), 0, 200, 0)
    if (buffer.toString('utf8', 0, bytesRead).includes(`"${labelsKind}"`)) return
  } finally {
    await file.close()
  }
  const message = `Can’t export: ${basename(path)}, which would hold the texts, already exists and is a different kind of file. Choose another name.`
  throw new ApiError('FAILED_PRECONDITION', message)
}

async function findMetadata(library: Workspace['library'], media: string) {
  const metadata = await library.readMetadataOfFile({ media })
  if (metadata) return metadata
  const message =
    'There’s no record of how this image was generated, so there’s no prompt to save. Use Save as… instead.'
  throw new ApiError('FAILED_PRECONDITION', message)
}

/** Titles come from prompts, so they may contain any character. */
async function toPlainName(title: string, { path, mimeType }: MediaFile): Promise<string> {
  const { toStem } = await import('#workspace/library/export/export-items')
  const kind = mimeType.startsWith('video/') ? 'video' : 'image'
  return `${toStem({ kind, title })}${extname(path)}`
}

/** Creates the folder if it is missing. Text is written as UTF-8. */
export async function writeFileAtomically(
  path: string,
  content: FileContent,
  unfinished?: Workspace['unfinishedFiles'],
): Promise<void> {
  await write(path, unfinished, (options) => saveFileAs(path, content, options))
}

/** Returns false, and changes nothing, if the path exists. */
export async function writeNewFile(
  path: string,
  content: FileContent,
  unfinished?: Workspace['unfinishedFiles'],
): Promise<boolean> {
  return await write(path, unfinished, (options) => saveNewFile(path, content, options))
}

async function write<Result>(
  path: string,
  unfinished: Workspace['unfinishedFiles'] | undefined,
  save: (options: Parameters<typeof saveFileAs>[2]) => Promise<Result>,
): Promise<Result> {
  const folder = dirname(path)
  try {
    await mkdir(folder, { recursive: true })
    // The default permissions of new files.
    return await save({ open: (file) => open(file, 'wx'), track: unfinished?.track })
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw toFileError(error, `Couldn’t save ${basename(path)} to ${folder}`)
  }
}

/** Bytes. A longer text would exceed the maximum length of a string. */
const maxTextBytes = 400 * 1024 * 1024

const decoder = new TextDecoder('utf-8', { fatal: true })

export async function readTextFile(path: string): Promise<string> {
  const name = basename(path)
  const bytes = await readBytes(path, name)
  try {
    return decoder.decode(bytes)
  } catch {
    throw new ApiError('INVALID_ARGUMENT', `“${name}” isn’t a valid UTF-8 text file.`)
  }
}

async function readBytes(path: string, name: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path)
    if (size > maxTextBytes)
      throw new ApiError('PAYLOAD_TOO_LARGE', `“${name}” is larger than 400 MB, the maximum size.`)
    return await readFile(path)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw toFileError(error, `Couldn’t read “${name}”`)
  }
}
