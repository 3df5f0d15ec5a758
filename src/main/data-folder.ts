// Checks that the application can write to its data folder, before anything else needs it.
import { accessSync, constants, mkdirSync } from 'node:fs'

/** Its message says what to do. */
export class FolderError extends Error {
  override readonly name = 'FolderError'
}

/** Creates the folder if it is missing. Returns undefined if it is writable. */
export function findFolderProblem(folder: string): FolderError | undefined {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return undefined
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    return new FolderError(`Can’t write to ${folder} (${code}). Check its permissions and free space.`)
  }
}
