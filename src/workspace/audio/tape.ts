// The file that a recording under way is written to, piece after piece.
import { open } from 'node:fs/promises'
import { ApiError } from '#shared/schemas/api-error'
import { createSerialQueue } from '../concurrency/locks'

export interface Tape {
  append(offset: number, bytes: Uint8Array): Promise<void>
  /** Once what was asked for before is done. */
  close(): Promise<void>
}

/** What is there already stays. */
export async function createTape(path: string): Promise<Tape> {
  const file = await open(path, 'a+', 0o600)
  const inTurn = createSerialQueue()
  let length = (await file.stat()).size

  async function write(offset: number, bytes: Uint8Array): Promise<void> {
    if (offset + bytes.length <= length && offset >= 0 && (await isThere(offset, bytes))) return
    if (offset !== length) {
      const message = `The recording goes on at byte ${length}, and this piece begins at ${offset}.`
      throw new ApiError('FAILED_PRECONDITION', message, { param: 'offset' })
    }
    try {
      await file.appendFile(bytes)
      await file.datasync()
      length += bytes.length
    } catch (error) {
      // Half a piece would stand where the same piece is to come again.
      await file.truncate(length).catch(() => undefined)
      throw error
    }
  }

  async function isThere(offset: number, bytes: Uint8Array): Promise<boolean> {
    const { buffer } = await file.read(Buffer.alloc(bytes.length), 0, bytes.length, offset)
    return buffer.equals(bytes)
  }

  return {
    append: (offset, bytes) => inTurn(() => write(offset, bytes)),
    close: () => inTurn(() => file.close()),
  }
}
