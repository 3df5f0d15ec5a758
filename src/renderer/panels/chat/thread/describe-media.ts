// Names of files by their type.
import type { PartFile } from '../../../state/part-file'

type MediaKind = 'picture' | 'audio' | 'video' | 'pdf' | 'file'

export function toMediaKind(mimeType: string): MediaKind {
  if (mimeType.startsWith('image/')) return 'picture'
  if (mimeType.startsWith('audio/')) return 'audio'
  if (mimeType.startsWith('video/')) return 'video'
  return mimeType === 'application/pdf' ? 'pdf' : 'file'
}

const names: Readonly<Record<MediaKind, string>> = {
  picture: 'Picture',
  audio: 'Audio',
  video: 'Video',
  pdf: 'PDF document',
  file: 'File',
}

export function nameMedia(mimeType: string): string {
  return names[toMediaKind(mimeType)]
}

/** Its own name, or its kind if it was generated, or attached before names were stored. */
export function nameFile({ name, mimeType }: PartFile): string {
  return name ?? nameMedia(mimeType)
}

/** The application serves `media://` from disk. */
export function toMediaUrl(media: string): string {
  return `media://library/${media}`
}
