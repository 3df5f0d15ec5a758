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
import type { PanelId } from '#shared/desktop/panel-ids'
import { type LazyComponent, lazyComponent } from '../components/lazy-component'
import { Skeleton } from '../components/Skeleton'
import { useDebounced } from '../components/use-debounced'
import { ChatPanel } from '../panels/chat/ChatPanel'
import { useLibraryView } from '../panels/library/library-view'
import { useNavigation } from '../state/navigation'

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
  readonly Panel: ComponentType | LazyComponent<object>
  readonly Inspector?: LazyComponent<object>
  /** `Parameters` if absent. */
  readonly inspectorTitle?: string
}

const placeholder = (
  <div className="h-full bg-canvas p-6">
    <Skeleton label="Loading…" widths={['48%', '86%', '74%', '62%']} />
  </div>
)

function lazyPanel(load: () => Promise<ComponentType>) {
  return lazyComponent(load, placeholder)
}

/** Chat, which opens first, is loaded at start; the others when they are opened, or before that: `preloadPanel`. */
export const panels: Readonly<Record<PanelId, PanelDefinition>> = {
  chat: {
    name: 'Chat',
    icon: MessageSquare,
    Panel: ChatPanel,
    Inspector: lazyComponent(
      async () => (await import('../panels/chat/inspector/ChatInspector')).ChatInspector,
    ),
  },
  images: {
    name: 'Images',
    icon: Image,
    Panel: lazyPanel(async () => (await import('../panels/images/ImagesPanel')).ImagesPanel),
    Inspector: lazyComponent(
      async () => (await import('../panels/images/inspector/ImagesInspector')).ImagesInspector,
    ),
  },
  video: {
    name: 'Video',
    icon: Clapperboard,
    Panel: lazyPanel(async () => (await import('../panels/video/VideoPanel')).VideoPanel),
  },
  transcribe: {
    name: 'Transcribe',
    icon: AudioLines,
    Panel: lazyPanel(async () => (await import('../panels/transcribe/TranscribePanel')).TranscribePanel),
    Inspector: lazyComponent(
      async () => (await import('../panels/transcribe/inspector/TranscribeInspector')).TranscribeInspector,
    ),
  },
  embeddings: {
    name: 'Embeddings',
    icon: Orbit,
    Panel: lazyPanel(async () => (await import('../panels/embeddings/EmbeddingsPanel')).EmbeddingsPanel),
    Inspector: lazyComponent(
      async () => (await import('../panels/embeddings/settings/EmbeddingsInspector')).EmbeddingsInspector,
    ),
  },
  library: {
    name: 'Library',
    icon: FolderOpen,
    Panel: lazyPanel(async () => (await import('../panels/library/LibraryPanel')).LibraryPanel),
    Inspector: lazyComponent(
      async () => (await import('../panels/library/details/LibraryInspector')).LibraryInspector,
    ),
    inspectorTitle: 'Details',
  },
  gateway: {
    name: 'Gateway',
    icon: Network,
    Panel: lazyPanel(async () => (await import('../panels/gateway/GatewayPanel')).GatewayPanel),
  },
  settings: {
    name: 'Settings',
    icon: Settings,
    Panel: lazyPanel(async () => (await import('../panels/settings/SettingsPanel')).SettingsPanel),
  },
}

/** Loads the code of a panel and its inspector, before it is opened. A failure is reported when it is rendered. */
export function preloadPanel(id: PanelId): void {
  for (const { preload } of listLazy(id)) preload().catch(() => undefined)
}

function listLazy(id: PanelId): LazyComponent<object>[] {
  const { Panel, Inspector } = panels[id]
  return [Panel, Inspector].flatMap((component) => (component && 'preload' in component ? [component] : []))
}

/** Loaded when the page is idle: the slowest panel to open. All panels would take 10 MB in a window that only chats. */
export const idlePreloads = listLazy('images')
