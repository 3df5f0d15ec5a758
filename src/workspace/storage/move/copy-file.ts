// Copies one file, and believes the copy only after having read it again.
import { createHash } from 'node:crypto'
import { type FileHandle, open, rm, utimes } from 'node:fs/promises'
import { ApiError } from '#shared/schemas/api-error'
import { nameUnfinished, putInPlace } from '../whole-file'

interface Copying {
  readonly from: string
  readonly to: string
  /** Where it is until it is whole. */
  readonly folder: string
  readonly signal: AbortSignal
  readonly onBytes: (count: number) => void
}

const pieceLength = 1_048_576

/** Throws the signal's reason where that is aborted; nothing is left of a copy that is not whole. */
export async function copyVerified({ from, to, folder, signal, onBytes }: Copying): Promise<void> {
  const temporary = nameUnfinished(folder)
  const source = await open(from, 'r')
  try {
    const written = await pour(source, temporary, { signal, onBytes })
    if ((await hashFile(temporary, signal)) !== written) throw differs(from, folder)
    const { atime, mtime } = await source.stat()
    await utimes(temporary, atime, mtime)
    await putInPlace(temporary, to)
  } finally {
    await source.close()
    await rm(temporary, { force: true }).catch(() => undefined)
  }
}

/** SHA-256 in hexadecimal. */
export async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const handle = await open(path, 'r')
  try {
    const hash = createHash('sha256')
    for await (const piece of readPieces(handle, signal)) hash.update(piece)
    return hash.digest('hex')
  } finally {
    await handle.close()
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

/** Each piece is valid until the next one is asked for. */
async function* readPieces(handle: FileHandle, signal: AbortSignal) {
  const buffer = Buffer.allocUnsafe(pieceLength)
  for (let position = 0; ; ) {
    signal.throwIfAborted()
    const { bytesRead } = await handle.read(buffer, 0, pieceLength, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

function differs(from: string, folder: string): ApiError {
  return new ApiError(
    'INTERNAL',
    `The copy of ${from} in ${folder} has other bytes: the disk may be damaged.`,
  )
}
