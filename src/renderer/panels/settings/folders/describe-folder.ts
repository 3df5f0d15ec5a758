// What is said of the media folder, and of how far its move has come.
import type { FileProgress, MediaFolder } from '#shared/schemas/library'
import { formatBytes } from '../../../components/format'

const count = new Intl.NumberFormat('en')

export function describeFolder({ files, bytes, isDefault }: MediaFolder): string {
  const place = isDefault ? 'Beside the database. ' : ''
  if (files === 0) return `${place}No files yet.`
  return `${place}${files === 1 ? '1 file' : `${count.format(files)} files`}, ${formatBytes(bytes)}.`
}

export function describeProgress({ files, totalFiles, bytes, totalBytes }: FileProgress): string {
  const ofFiles = `${count.format(files)} of ${count.format(totalFiles)} files`
  return `${ofFiles}, ${formatBytes(bytes)} of ${formatBytes(totalBytes)}`
}

/** By bytes; by files where all of them are empty. Never over 100, whatever has been added meanwhile. */
export function toPercent({ files, totalFiles, bytes, totalBytes }: FileProgress): number {
  const share = totalBytes > 0 ? bytes / totalBytes : totalFiles > 0 ? files / totalFiles : 0
  return Math.min(100, Math.round(share * 100))
}
