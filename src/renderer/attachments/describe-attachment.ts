// Words for what is attached.
import { AudioLines, FileText, FileVideo, Globe, Image, type LucideIcon } from 'lucide-react'
import type { Attachment } from '#shared/schemas/draft'
import { formatBytes } from '../components/format'

const kinds: Readonly<Record<string, { readonly word: string; readonly icon: LucideIcon }>> = {
  image: { word: 'Picture', icon: Image },
  audio: { word: 'Sound', icon: AudioLines },
  video: { word: 'Video', icon: FileVideo },
  text: { word: 'Text', icon: FileText },
}

/** A name, and a line below it: `PNG · 640 × 480 · 12.4 kB`. */
export function describeAttachment(attachment: Attachment): { name: string; line: string } {
  if (attachment.kind === 'uri') {
    return { name: attachment.uri, line: attachment.mimeType || 'The model finds out what it is' }
  }
  const { name, mimeType, bytes, width, height } = attachment
  const pixels = width && height ? [`${width} × ${height}`] : []
  const size = bytes > 0 ? [formatBytes(bytes)] : ['missing']
  return { name, line: [toTypeWord(mimeType), ...pixels, ...size].join(' · ') }
}

export function iconOf({ kind, mimeType }: Attachment): LucideIcon {
  if (kind === 'uri') return Globe
  return kinds[mimeType.split('/')[0] ?? '']?.icon ?? FileText
}

/** `image/png` is a PNG, `text/x-python` a text. */
function toTypeWord(mimeType: string): string {
  const [kind = '', name = ''] = mimeType.split('/')
  if (mimeType === 'text/plain' || name.startsWith('x-')) return kinds[kind]?.word ?? 'File'
  return name.toUpperCase()
}
