// Checks that the application can write to its data folder, before anything else needs it.
import { accessSync, constants, mkdirSync } from 'node:fs'

/** Creates the folder if it is missing. Returns undefined if it is writable. */
export function findFolderProblem(folder: string): Error | undefined {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return undefined
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    return new Error(`Can’t write to ${folder} (${code}). Check its permissions and free space.`)
  }
}
