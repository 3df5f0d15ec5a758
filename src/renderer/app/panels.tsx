// The eight panels, in the order of the rail: names, icons and components.
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
import type { ComponentType } from 'react'
import { useDebounced } from '../components/use-debounced'
import { ChatPanel } from '../panels/chat/ChatPanel'
import { ChatInspector } from '../panels/chat/inspector/ChatInspector'
import { EmbeddingsPanel } from '../panels/embeddings/EmbeddingsPanel'
import { EmbeddingsInspector } from '../panels/embeddings/settings/EmbeddingsInspector'
import { GatewayPanel } from '../panels/gateway/GatewayPanel'
import { ImagesPanel } from '../panels/images/ImagesPanel'
import { ImagesInspector } from '../panels/images/inspector/ImagesInspector'
import { LibraryInspector } from '../panels/library/details/LibraryInspector'
import { LibraryPanel } from '../panels/library/LibraryPanel'
import { useLibraryView } from '../panels/library/library-view'
import { SettingsPanel } from '../panels/settings/SettingsPanel'
import { TranscribeInspector } from '../panels/transcribe/inspector/TranscribeInspector'
import { TranscribePanel } from '../panels/transcribe/TranscribePanel'
import { VideoPanel } from '../panels/video/VideoPanel'
import { type PanelId, useNavigation } from '../state/navigation'

/** A double click ends before the panel becomes narrower, so that it hits the same item twice. */
const selectionDelayMs = 400

/** The Library has details only of selected items. */
export function useHasInspector(): boolean {
  const panel = useNavigation((navigation) => navigation.panel)
  const hasSelection = useLibraryView(({ selection }) => selection.ids.size > 0)
  const hadSelection = useDebounced(hasSelection, selectionDelayMs)
  return panel === 'library' ? hasSelection && hadSelection : panels[panel].Inspector !== undefined
}

interface PanelDefinition {
  readonly name: string
  readonly icon: LucideIcon
  readonly Panel: ComponentType
  readonly Inspector?: ComponentType
  /** `Parameters` if absent. */
  readonly inspectorTitle?: string
}

export const panels: Readonly<Record<PanelId, PanelDefinition>> = {
  chat: { name: 'Chat', icon: MessageSquare, Panel: ChatPanel, Inspector: ChatInspector },
  images: { name: 'Images', icon: Image, Panel: ImagesPanel, Inspector: ImagesInspector },
  video: { name: 'Video', icon: Clapperboard, Panel: VideoPanel },
  transcribe: {
    name: 'Transcribe',
    icon: AudioLines,
    Panel: TranscribePanel,
    Inspector: TranscribeInspector,
  },
  embeddings: { name: 'Embeddings', icon: Orbit, Panel: EmbeddingsPanel, Inspector: EmbeddingsInspector },
  library: {
    name: 'Library',
    icon: FolderOpen,
    Panel: LibraryPanel,
    Inspector: LibraryInspector,
    inspectorTitle: 'Details',
  },
  gateway: { name: 'Gateway', icon: Network, Panel: GatewayPanel },
  settings: { name: 'Settings', icon: Settings, Panel: SettingsPanel },
}
