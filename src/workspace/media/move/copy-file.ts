// Copies one file, and trusts the copy only after reading it back from the disk.
import { createHash } from 'node:crypto'
import { type FileHandle, open, rm, utimes } from 'node:fs/promises'
import { ApiError } from '#shared/schemas/api-error'
import { hashFromDisk, readPieces } from '../hash-file'
import { nameUnfinished, putInPlace } from '../whole-file'

interface Copying {
  readonly from: string
  readonly to: string
  /** Where it is until it is whole. */
  readonly folder: string
  readonly signal: AbortSignal
  readonly onBytes: (count: number) => void
}

/** Throws the signal's reason where that is aborted; nothing is left of a copy that is not whole. */
export async function copyVerified({ from, to, folder, signal, onBytes }: Copying): Promise<void> {
  const temporary = nameUnfinished(folder)
  const source = await open(from, 'r')
  try {
    const written = await pour(source, temporary, { signal, onBytes })
    if ((await hashFromDisk(temporary, signal)) !== written) throw differs(from, folder)
    const { atime, mtime } = await source.stat()
    await utimes(temporary, atime, mtime)
    await putInPlace(temporary, to)
  } finally {
    await source.close()
    await rm(temporary, { force: true }).catch(() => undefined)
  }
}

async function pour(
  source: FileHandle,
  path: string,
  { signal, onBytes }: Pick<Copying, 'signal' | 'onBytes'>,
): Promise<string> {
  const target = await open(path, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    for await (const piece of readPieces(source, signal)) {
      hash.update(piece)
      await target.writeFile(piece)
      onBytes(piece.length)
    }
    await target.sync()
    return hash.digest('hex')
  } finally {
    await target.close()
  }
}

function differs(from: string, folder: string): ApiError {
  return new ApiError(
    'INTERNAL',
    `The copy of ${from} in ${folder} has other bytes: the disk may be damaged.`,
  )
}
