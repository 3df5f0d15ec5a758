// Procedures that write a file the user has named in a dialog, or read one.
import { open } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { labelsKind } from '#workspace/embeddings/files/set-columns'
import { toExtension, toStem } from '#workspace/library/export/export-items'
import { embedPrompt } from '#workspace/media/image-metadata/embedded-metadata'
import { readChunks } from '#workspace/media/media-file'
import type { Workspace } from '#workspace/workspace'
import { readTextFile, writeFileAtomically } from '../user-files'
import type { DesktopHost } from './desktop-host'

interface TextFile {
  readonly suggestedName: string
  readonly text: string
}

/** Every function that asks for a path resolves to null, or `{ path: null }`, if the dialog is canceled. */
export function createFileProcedures(workspace: Workspace, host: DesktopHost) {
  const { collection, database, embeddings, exports, media, transcriptions } = workspace

  async function saveText({ suggestedName, text }: TextFile) {
    const extension = extname(suggestedName).slice(1)
    const path = await host.saveFile(suggestedName, extension === '' ? [] : [extension])
    if (path !== null) await writeFileAtomically(path, text)
    return { path }
  }

  /** `read` is run again after another program has released the database, without another dialog. */
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
        await writeFileAtomically(join(dirname(path), file.path), file.content)
      return { path }
    },
    async exportTranscript(input: Parameters<Workspace['transcriptions']['format']>[0]) {
      const { name, text } = await transcriptions.format(input)
      return await saveText({ suggestedName: name, text })
    },
    async exportSet(input: Omit<Parameters<Workspace['embeddings']['write']>[0], 'fileName'>) {
      const suggestedName = embeddings.suggestName(input)
      // What cannot be written is rejected before the dialog opens.
      embeddings.write({ ...input, fileName: suggestedName })
      const path = await host.saveFile(suggestedName, [input.format])
      if (path === null) return { path }
      const files = embeddings.write({ ...input, fileName: basename(path) })
      const targets = files.map((file) => ({ ...file, path: join(dirname(path), file.path) }))
      // The dialog has asked about the last one alone.
      for (const { path: beside } of targets.slice(0, -1)) await rejectForeignFile(beside)
      for (const { path: target, content } of targets) await writeFileAtomically(target, content)
      return { path }
    },
    async dragImage(input: { readonly media: string; readonly name: string }) {
      const { path, mimeType } = await media.open(input.media)
      await host.dragFile(path, toPlainName(input.name, mimeType))
    },
    async saveImage({ media: hash, name, withPrompt }: { media: string; name: string; withPrompt: boolean }) {
      const file = await media.open(hash)
      const content = withPrompt && embedPrompt(await media.read(hash), await findMaking(collection, hash))
      const suggested = toPlainName(name, file.mimeType)
      const path = await host.saveFile(suggested, [extname(suggested).slice(1)])
      if (path !== null) await writeFileAtomically(path, content || readChunks(file.path))
      return { path }
    },
  }
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
  const message = `${basename(path)}, which would hold the texts, is there already and is something else: choose another name.`
  throw new ApiError('FAILED_PRECONDITION', message)
}

async function findMaking(collection: Workspace['collection'], media: string) {
  const making = await collection.makingOf({ media })
  if (making) return making
  const message =
    'Nothing tells how this picture was made, so a copy would hold no prompt. Save it as it is instead.'
  throw new ApiError('FAILED_PRECONDITION', message)
}

/** Titles are taken from prompts. */
function toPlainName(title: string, mimeType: string): string {
  const kind = mimeType.startsWith('video/') ? 'video' : 'image'
  return `${toStem({ kind, title })}.${toExtension({ kind, mimeType })}`
}
