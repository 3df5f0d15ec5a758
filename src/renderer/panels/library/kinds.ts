// What the kinds of things in the Library are called, and their pictures.
import { AudioLines, Clapperboard, Image, type LucideIcon, MessageSquare, Orbit } from 'lucide-react'
import type { ItemKind } from '#shared/schemas/library'

interface KindName {
  readonly one: string
  readonly many: string
}

export const kindNames: Readonly<Record<ItemKind, KindName>> = {
  image: { one: 'Image', many: 'Images' },
  video: { one: 'Video', many: 'Videos' },
  transcript: { one: 'Transcript', many: 'Transcripts' },
  embeddings: { one: 'Embeddings', many: 'Embeddings' },
  conversation: { one: 'Conversation', many: 'Conversations' },
}

export const kindIcons: Readonly<Record<ItemKind, LucideIcon>> = {
  image: Image,
  video: Clapperboard,
  transcript: AudioLines,
  embeddings: Orbit,
  conversation: MessageSquare,
}
