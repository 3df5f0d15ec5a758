// Hashes files piece by piece; if asked, past the page cache, so that what is read is what the disk holds.
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

const pieceLength = 1_048_576

/** SHA-256 in hexadecimal. */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string> {
  const handle = await open(path, 'r')
  try {
    return await hashPieces(readPieces(handle, signal))
  } finally {
    await handle.close()
  }
}

/** As `hashFile`. Systems and disks without direct reads answer from the cache. */
export async function hashFromDisk(path: string, signal?: AbortSignal): Promise<string> {
  const handle = await openDirectly(path)
  if (!handle) return await hashFile(path, signal)
  try {
    const buffer = freeBuffers.pop() ?? (await alignBuffer(handle))
    if (!buffer) return await hashFile(path, signal)
    const hash = await hashPieces(readPieces(handle, signal, buffer))
    freeBuffers.push(buffer)
    return hash
  } finally {
    await handle.close()
  }
}

/** Each piece is valid until the next one is requested. */
export async function* readPieces(
  handle: FileHandle,
  signal?: AbortSignal,
  buffer: Buffer = Buffer.allocUnsafe(pieceLength),
): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; ) {
    signal?.throwIfAborted()
    const { bytesRead } = await handle.read(buffer, 0, pieceLength, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function hashPieces(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

async function openDirectly(path: string): Promise<FileHandle | undefined> {
  // Windows and macOS have no such flag.
  const { O_DIRECT } = constants as { O_DIRECT?: number }
  if (O_DIRECT === undefined) return undefined
  return await open(path, constants.O_RDONLY | O_DIRECT).catch(() => undefined)
}

const freeBuffers: Buffer[] = []
const block = 4096

/** Direct reads need memory that begins at the disk's blocks; Node does not say where a buffer lies, so it is tried. */
async function alignBuffer(handle: FileHandle): Promise<Buffer | undefined> {
  const whole = Buffer.allocUnsafeSlow(pieceLength + block)
  for (let offset = 0; offset < block; offset += 8) {
    const isRead = await handle.read(whole, offset, block, 0).then(
      () => true,
      () => false,
    )
    if (isRead) return whole.subarray(offset, offset + pieceLength)
  }
  return undefined
}
