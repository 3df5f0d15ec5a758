// Stores many files durably: they are synced together, because waiting for the disk after each one takes most of the time.
import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { moveTempFiles, tempFilePath } from '../atomic-write'

interface NewFile {
  /** Its final path; an existing file is replaced. */
  readonly path: string
  readonly sha256: string
  readonly content: AsyncIterable<Uint8Array>
}

interface BatchOptions {
  /** For the temporary files; on the same disk as the paths. */
  readonly folder: string
  /** Called with files that are on the disk, before they get their names. */
  readonly onWritten?: (files: readonly WrittenFile[]) => Promise<void> | void
}

interface WrittenFile {
  readonly path: string
  readonly sha256: string
  readonly temporary: string
}

const maxFiles = 64
const maxBytes = 64 * 1024 * 1024

export function openFileBatches({ folder, onWritten = () => {} }: BatchOptions) {
  let written: (WrittenFile & { readonly handle: FileHandle })[] = []
  let bytes = 0

  /** Resolves once all files have their names on the disk. */
  const finish = async (): Promise<void> => {
    await Promise.all(written.map(({ handle }) => handle.sync()))
    await closeAll()
    await onWritten(written)
    await moveTempFiles(written)
    written = []
    bytes = 0
  }
  const closeAll = async () => {
    for (const { handle } of written) await handle.close()
  }
  return {
    /** Resolves to false, and stores nothing, if the content has another hash. The file may get its name only with `finish`. */
    async add({ path, sha256, content }: NewFile): Promise<boolean> {
      const temporary = tempFilePath(folder)
      const handle = await open(temporary, 'wx', 0o600)
      const file = { path, sha256, temporary, handle }
      written.push(file)
      const hash = createHash('sha256')
      for await (const chunk of content) {
        await handle.writeFile(chunk)
        hash.update(chunk)
        bytes += chunk.length
      }
      if (hash.digest('hex') !== sha256) {
        written = written.filter((other) => other !== file)
        await handle.close()
        await rm(temporary)
        return false
      }
      if (written.length >= maxFiles || bytes >= maxBytes) await finish()
      return true
    },
    finish,
    /** Removes files without names. Must be called after an error, and may be called in any case. */
    async discard(): Promise<void> {
      await closeAll()
      for (const { temporary } of written) await rm(temporary, { force: true })
      written = []
    },
  }
}
