// Writes a file that the user has asked for: under its name it is whole, or what was there before.
import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { toFileError } from './file-error'

type Content = string | Uint8Array | AsyncIterable<string | Uint8Array>

/** Makes the folder where it is missing. Text is written as UTF-8. */
export async function writeWholeFile(path: string, content: Content): Promise<void> {
  const folder = dirname(path)
  // Names have a limit of their own, so the long one is not made longer.
  const temporary = join(folder, `.${randomUUID()}.part`)
  try {
    await mkdir(folder, { recursive: true })
    await writeThrough(temporary, content)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    if (error instanceof ApiError) throw error
    throw toFileError(error, `${basename(path)} could not be written to ${folder}`)
  }
}

async function writeThrough(path: string, content: Content): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    await writeFile(handle, content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
