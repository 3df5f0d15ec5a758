// Brings bytes into the media folder, under the name of their hash.
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { ApiError } from '#shared/schemas/api-error'
import { describeProblem, explainProblem } from './folder-problem'
import { hashFile } from './hash-file'
import { findFile, type MediaFile, mediaPath } from './media-file'
import { readSentType } from './media-type'
import { type ArrivingFile, receiveFile } from './receive-file'
import { nameUnfinished, putInPlace, writeWhole } from './whole-file'

export async function keepFile(folder: string, bytes: Uint8Array, declaredType?: string): Promise<MediaFile> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const known = await findFile(folder, hash)
  if (known && (await isIntact(known, bytes.length))) return known
  const { extension, mimeType } = readSentType(bytes, declaredType)
  const path = known?.path ?? mediaPath(folder, hash, extension)
  try {
    await writeWhole(folder, path, bytes)
  } catch (error) {
    throw unwritable(folder, path, error)
  }
  return { hash, path, mimeType, length: bytes.length }
}

interface Arrival {
  /** Where it arrives. */
  readonly folder: string
  readonly signal: AbortSignal
  /** Calls back with the folder where it is to stay, which may be another by then. */
  readonly settle: (work: (folder: string) => Promise<MediaFile>) => Promise<MediaFile>
}

export async function keepStream(
  file: ArrivingFile,
  { folder, signal, settle }: Arrival,
): Promise<MediaFile> {
  const temporary = nameUnfinished(folder)
  try {
    const { hash, length, type } = await receiveFile(temporary, file, signal).catch((error: unknown) => {
      throw explainProblem(folder, error)
    })
    return await settle(async (into) => {
      const known = await findFile(into, hash)
      // A text's kind is told by its name, which may be another this time.
      if (known && (await isIntact(known, length))) return { ...known, mimeType: type.mimeType }
      const path = known?.path ?? mediaPath(into, hash, type.extension)
      await putInPlace(temporary, path).catch((error: unknown) => {
        throw unwritable(into, path, error)
      })
      return { hash, path, mimeType: type.mimeType, length }
    })
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined)
  }
}

/** Something else may have cut or changed the file, at the same length too. */
async function isIntact({ path, hash, length }: MediaFile, expected: number): Promise<boolean> {
  return length === expected && (await hashFile(path).catch(() => undefined)) === hash
}

function unwritable(folder: string, path: string, error: unknown): ApiError {
  const problem = describeProblem(folder, error)
  if (problem) return new ApiError('FAILED_PRECONDITION', problem, { cause: error })
  const reason = error instanceof Error ? error.message : String(error)
  const message = `The media file ${path} could not be written: ${reason}.`
  return new ApiError('INTERNAL', message, { cause: error })
}
