// Reads a text file that the user has chosen.
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { toFileError } from './file-error'

/** Bytes. A longer text does not fit into one of the language's. */
const largest = 400 * 1024 * 1024

const decoder = new TextDecoder('utf-8', { fatal: true })

export async function readTextFile(path: string): Promise<string> {
  const name = basename(path)
  const bytes = await readSome(path, name)
  try {
    return decoder.decode(bytes)
  } catch {
    throw new ApiError('INVALID_ARGUMENT', `${name} is no text: it is not valid UTF-8.`)
  }
}

async function readSome(path: string, name: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path)
    if (size > largest)
      throw new ApiError(
        'PAYLOAD_TOO_LARGE',
        `${name} is larger than 400 MB, which is the most that can be read.`,
      )
    return await readFile(path)
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw toFileError(error, `${name} could not be read`)
  }
}
