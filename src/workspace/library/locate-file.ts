// Takes a file that has gone astray back into the folder, where it is the right one.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { ApiError } from '#shared/schemas/api-error'
import { hashFile } from '../media/hash-file'
import type { CollectionPorts } from './collection-ports'
import { findItem } from './item-rows'

interface Located {
  readonly id: string
  /** Where the user says that it is; stays as it is. */
  readonly path: string
}

export async function locateFile(ports: CollectionPorts, { id, path }: Located): Promise<void> {
  const { connection, media, tell } = ports
  const { media: hash, title } = findItem(connection, id)
  if (hash === null) throw new ApiError('FAILED_PRECONDITION', 'This item has no file.', { param: 'id' })
  const name = basename(path)
  if ((await readHash(path)) !== hash) throw otherBytes(name, title)
  const { size } = await stat(path)
  const kept = await media.keepStream({ chunks: readChunks(path), name, length: size })
  // It was written to since it was read.
  if (kept.hash !== hash) throw otherBytes(name, title)
  connection.run("UPDATE items SET file = 'here', bytes = ? WHERE media = ?", [kept.length, hash])
  tell()
}

/** Opened when it is read, so that nothing is left open where it is not. */
async function* readChunks(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path)
}

async function readHash(path: string): Promise<string> {
  try {
    return await hashFile(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ApiError('FAILED_PRECONDITION', `Couldn't read ${basename(path)}: ${reason}.`, { cause: error })
  }
}

function otherBytes(name: string, title: string): ApiError {
  const message = `${name} is another file: its bytes are not those that were kept for “${title}”. Nothing was changed.`
  return new ApiError('INVALID_ARGUMENT', message, { param: 'path' })
}
