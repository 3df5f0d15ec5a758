// Sums up how far an export has come, and says it seldom enough for a screen.
import type { FileProgress } from '#shared/schemas/library'

export interface Progress {
  readonly files: number
  readonly bytes: number
}

/** Bytes between two tellings of one file, and files between two of many. */
const everyBytes = 4_194_304
const everyFiles = 16

interface Summing {
  /** Undefined while there is too little news. */
  add(step: Progress): FileProgress | undefined
  whole(): FileProgress
}

export function createProgress(totals: Pick<FileProgress, 'totalFiles' | 'totalBytes'>): Summing {
  let files = 0
  let bytes = 0
  let told: Progress = { files: 0, bytes: 0 }
  const whole = () => ({ files, bytes, ...totals })
  return {
    whole,
    add(step) {
      files += step.files
      bytes += step.bytes
      if (bytes - told.bytes < everyBytes && files - told.files < everyFiles) return undefined
      told = { files, bytes }
      return whole()
    },
  }
}
