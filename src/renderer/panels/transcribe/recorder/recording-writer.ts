// Writes the pieces of a recording to disk, in order, and retries those that fail.

interface RecordingWriterPorts {
  /** `offset`: bytes before it. Rejects if it was not written. */
  readonly write: (offset: number, piece: ArrayBuffer) => Promise<void>
  /** Resolves after the given number of milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>
  /** The bytes on disk; why the last attempt failed, or null. */
  readonly onProgress: (progress: WriteProgress) => void
}

export interface WriteProgress {
  readonly written: number
  readonly problem: unknown
}

export interface RecordingWriter {
  /** Pieces are read and written in the order of these calls. */
  add(read: () => Promise<ArrayBuffer>): void
  /** Resolves once everything that was added is on disk. Never rejects. */
  flush(): Promise<void>
  /** Drops unwritten data. */
  giveUp(): void
}

const minDelayMs = 500
const maxDelayMs = 5_000

export function createRecordingWriter({ write, wait, onProgress }: RecordingWriterPorts): RecordingWriter {
  let written = 0
  let isStopped = false
  let last: Promise<void> = Promise.resolve()

  async function put(read: () => Promise<ArrayBuffer>) {
    let pause = minDelayMs
    while (!isStopped) {
      try {
        const piece = await read()
        if (piece.byteLength === 0) return
        await write(written, piece)
        written += piece.byteLength
        onProgress({ written, problem: null })
        return
      } catch (problem) {
        onProgress({ written, problem })
        await wait(pause)
        pause = Math.min(pause * 2, maxDelayMs)
      }
    }
  }

  return {
    add(read) {
      last = last.then(() => put(read))
    },
    flush: () => last,
    giveUp() {
      isStopped = true
    },
  }
}
