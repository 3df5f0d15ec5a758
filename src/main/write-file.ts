// Writes a file that the user has asked for: under its name it is complete, or what was there before.
import { mkdir, open } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { type FileContent, saveFileAs } from '#workspace/atomic-write'
import { toFileError } from './file-error'

/** Creates the folder if it is missing. Text is written as UTF-8. */
export async function writeWholeFile(path: string, content: FileContent): Promise<void> {
  const folder = dirname(path)
  try {
    await mkdir(folder, { recursive: true })
    await saveFileAs(path, content, (file) => open(file, 'wx'))
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw toFileError(error, `${basename(path)} could not be written to ${folder}`)
  }
}
