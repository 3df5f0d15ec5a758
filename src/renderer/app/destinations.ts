// The eight destinations, in the order of the rail.
import {
  AudioLines,
  Clapperboard,
  FolderOpen,
  Image,
  type LucideIcon,
  MessageSquare,
  Network,
  Orbit,
  Settings,
} from 'lucide-react'
import type { PanelId } from '../state/navigation'

export interface Destination {
  readonly name: string
  readonly icon: LucideIcon
}

export const destinations: Readonly<Record<PanelId, Destination>> = {
  chat: { name: 'Chat', icon: MessageSquare },
  images: { name: 'Images', icon: Image },
  video: { name: 'Video', icon: Clapperboard },
  transcribe: { name: 'Transcribe', icon: AudioLines },
  embeddings: { name: 'Embeddings', icon: Orbit },
  library: { name: 'Library', icon: FolderOpen },
  gateway: { name: 'Gateway', icon: Network },
  settings: { name: 'Settings', icon: Settings },
}
