// Brings the pieces of a recording to the disk, in order, and again where one did not arrive.

interface RecordingWriterPorts {
  /** `offset`: bytes before it. Rejects where it was not written. */
  readonly write: (offset: number, piece: ArrayBuffer) => Promise<void>
  /** Resolves after so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>
  /** What is on the disk, and what is not yet; why the last try failed, null where it did not. */
  readonly onProgress: (progress: WriteProgress) => void
}

export interface WriteProgress {
  readonly written: number
  readonly waiting: number
  readonly problem: unknown
}

export interface RecordingWriter {
  /** Pieces that become bytes in any order are written in the order of these calls. */
  add(piece: Promise<ArrayBuffer>): void
  /** Resolves once everything that was added is on the disk. */
  flush(): Promise<void>
  /** What is not written by now is let go. */
  giveUp(): void
}

const minDelayMs = 500
const maxDelayMs = 5_000

export function createRecordingWriter({ write, wait, onProgress }: RecordingWriterPorts): RecordingWriter {
  let written = 0
  let waiting = 0
  let isGivenUp = false
  let last: Promise<void> = Promise.resolve()

  async function put(piece: ArrayBuffer) {
    waiting += piece.byteLength
    let pause = minDelayMs
    while (!isGivenUp) {
      try {
        await write(written, piece)
        written += piece.byteLength
        waiting -= piece.byteLength
        onProgress({ written, waiting, problem: null })
        return
      } catch (problem) {
        onProgress({ written, waiting, problem })
        await wait(pause)
        pause = Math.min(pause * 2, maxDelayMs)
      }
    }
  }

  return {
    add(piece) {
      last = last.then(async () => {
        const bytes = await piece
        if (bytes.byteLength > 0) await put(bytes)
      })
    },
    flush: () => last,
    giveUp() {
      isGivenUp = true
    },
  }
}
