// Files by their type, as people name them.
import type { PartFile } from '../../../state/turn-parts'

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

/** By its own name; what a model made, and files from before names were kept, by their kind. */
export function nameFile({ name, mimeType }: PartFile): string {
  return name ?? nameMedia(mimeType)
}

/** `media://` is served from the disk by the application. */
export function toMediaUrl(media: string): string {
  return `media://library/${media}`
}
