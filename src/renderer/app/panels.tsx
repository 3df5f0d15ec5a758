// Which component each destination shows, and which have something to inspect.
import type { ComponentType } from 'react'
import { ChatPanel } from '../panels/chat/ChatPanel'
import { ChatInspector } from '../panels/chat/inspector/ChatInspector'
import { EmbeddingsPanel } from '../panels/embeddings/EmbeddingsPanel'
import { GatewayPanel } from '../panels/gateway/GatewayPanel'
import { ImagesPanel } from '../panels/images/ImagesPanel'
import { LibraryPanel } from '../panels/library/LibraryPanel'
import { SettingsPanel } from '../panels/settings/SettingsPanel'
import { TranscribePanel } from '../panels/transcribe/TranscribePanel'
import { VideoPanel } from '../panels/video/VideoPanel'
import type { PanelId } from '../session/navigation'

interface PanelParts {
  readonly Panel: ComponentType
  readonly Inspector?: ComponentType
}

export const panels: Readonly<Record<PanelId, PanelParts>> = {
  chat: { Panel: ChatPanel, Inspector: ChatInspector },
  images: { Panel: ImagesPanel },
  video: { Panel: VideoPanel },
  transcribe: { Panel: TranscribePanel },
  embeddings: { Panel: EmbeddingsPanel },
  library: { Panel: LibraryPanel },
  gateway: { Panel: GatewayPanel },
  settings: { Panel: SettingsPanel },
}
