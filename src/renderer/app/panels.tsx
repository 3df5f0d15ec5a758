// Which component each destination shows, and which have something to inspect.
import type { ComponentType } from 'react'
import { ChatPanel } from '../panels/chat/ChatPanel'
import { ChatInspector } from '../panels/chat/inspector/ChatInspector'
import { EmbeddingsPanel } from '../panels/embeddings/EmbeddingsPanel'
import { EmbeddingsInspector } from '../panels/embeddings/settings/EmbeddingsInspector'
import { GatewayPanel } from '../panels/gateway/GatewayPanel'
import { ImagesPanel } from '../panels/images/ImagesPanel'
import { ImagesInspector } from '../panels/images/inspector/ImagesInspector'
import { LibraryInspector } from '../panels/library/details/LibraryInspector'
import { LibraryPanel } from '../panels/library/LibraryPanel'
import { SettingsPanel } from '../panels/settings/SettingsPanel'
import { TranscribeInspector } from '../panels/transcribe/inspector/TranscribeInspector'
import { TranscribePanel } from '../panels/transcribe/TranscribePanel'
import { VideoPanel } from '../panels/video/VideoPanel'
import type { PanelId } from '../state/navigation'

interface PanelParts {
  readonly Panel: ComponentType
  readonly Inspector?: ComponentType
  /** Of what the inspector holds; parameters where nothing is said. */
  readonly inspectorTitle?: string
}

export const panels: Readonly<Record<PanelId, PanelParts>> = {
  chat: { Panel: ChatPanel, Inspector: ChatInspector },
  images: { Panel: ImagesPanel, Inspector: ImagesInspector },
  video: { Panel: VideoPanel },
  transcribe: { Panel: TranscribePanel, Inspector: TranscribeInspector },
  embeddings: { Panel: EmbeddingsPanel, Inspector: EmbeddingsInspector },
  library: { Panel: LibraryPanel, Inspector: LibraryInspector, inspectorTitle: 'Details' },
  gateway: { Panel: GatewayPanel },
  settings: { Panel: SettingsPanel },
}
