// The commands of the palette, by group.
import { useQuery } from '@tanstack/react-query'
import {
  Brush,
  Check,
  CopyPlus,
  FileInput,
  FileOutput,
  FileText,
  Keyboard,
  type LucideIcon,
  MessageSquare,
  PanelLeft,
  PanelRight,
  Pin,
  PinOff,
  Plug,
  Search,
  Square,
  SquarePen,
  Stethoscope,
  SunMoon,
} from 'lucide-react'
import type { Preset } from '#shared/schemas/presets'
import type { Settings } from '#shared/schemas/settings'
import { toUpstreamId, type UpstreamChoice } from '#shared/schemas/upstream'
import { conversationList } from '../api/conversation-list'
import { desktop, queries } from '../api/desktop'
import { toastOutcome } from '../api/toast-outcome'
import { checkUpstream } from '../connection/upstream-checks'
import { openFindBar } from '../panels/chat/find/find-state'
import { chooseImport } from '../panels/chat/import/import-state'
import { chooseUpstream } from '../panels/settings/state/upstream-choice'
import {
  duplicateConversation,
  exportConversation,
  exportFormats,
  pinConversation,
  stopOpenAnswer,
} from '../state/chat-actions'
import { toDraftKey, writeParameters } from '../state/drafts'
import { isRunning } from '../state/fold-chat'
import { useChat } from '../state/live-chat'
import {
  focusSearch,
  openConversation,
  openDrawing,
  openPanel,
  panelIds,
  toOpenId,
  useNavigation,
} from '../state/navigation'
import { openSettings } from '../state/settings-view'
import { openOverlay, shortcuts, toggleInspector, toPanelKeys } from './commands'
import { panels } from './panels'

export interface PaletteCommand {
  readonly name: string
  readonly icon: LucideIcon
  readonly run: () => void
  readonly keys?: string
  /** Distinguishes commands of the same name. */
  readonly id?: string
}

interface CommandGroup {
  readonly heading: string
  readonly commands: readonly PaletteCommand[]
}

/** More conversations than these are found in their own list. */
const maxConversations = 200

export function useCommandGroups(): readonly CommandGroup[] {
  const isAnswering = useChat(useNavigation(toOpenId), isRunning)
  const conversationId = useNavigation((navigation) => navigation.conversationId)
  const { data: conversations = [] } = useQuery(conversationList)
  const { data: presets = [] } = useQuery(queries.presets.list.queryOptions())
  const { data: settings } = useQuery(queries.settings.read.queryOptions())
  const open = conversations.find(({ id }) => id === conversationId)
  const groups: CommandGroup[] = [
    { heading: 'Actions', commands: listActions(isAnswering) },
    {
      heading: 'Go to',
      commands: panelIds.map((id) => ({ ...panels[id], keys: toPanelKeys(id), run: () => openPanel(id) })),
    },
    {
      heading: 'Chat',
      commands: [
        { icon: Search, name: 'Search all chats', run: () => focusSearch('chat') },
        ...presets.map((preset) => ({
          id: `preset ${preset.id}`,
          icon: SquarePen,
          name: `New chat from “${preset.name}”`,
          run: () => openNewFrom(preset),
        })),
        ...(open ? listConversationCommands(open.id, open.pinnedAt !== null) : []),
        {
          icon: FileInput,
          name: 'Import chats…',
          run: () => toastOutcome(chooseImport(), 'Couldn’t import the file'),
        },
      ],
    },
    { heading: 'Provider', commands: settings ? listUpstreamCommands(settings) : [] },
    {
      heading: 'Chats',
      commands: conversations.slice(0, maxConversations).map(({ id, title, kind }) => ({
        id,
        icon: kind === 'images' ? Brush : MessageSquare,
        name: title,
        run: () => (kind === 'images' ? openDrawing(id) : openConversation(id)),
      })),
    },
  ]
  return groups.filter(({ commands }) => commands.length > 0)
}

const themes = [
  ['system', 'Theme: system'],
  ['light', 'Theme: light'],
  ['dark', 'Theme: dark'],
] as const

function listActions(isAnswering: boolean): PaletteCommand[] {
  const { newChat, stop, inspector, list } = shortcuts
  return [
    { icon: SquarePen, name: 'New chat', keys: newChat.keys, run: () => openConversation(null) },
    { icon: Brush, name: 'New image session', run: () => openDrawing(null) },
    ...(isAnswering
      ? [{ icon: Square, name: stop.name, keys: stop.keys, run: () => void stopOpenAnswer() }]
      : []),
    { icon: Search, name: 'Search Library', run: () => focusSearch('library') },
    { icon: PanelRight, name: inspector.name, keys: inspector.keys, run: toggleInspector },
    { icon: PanelLeft, name: list.name, keys: list.keys, run: list.run },
    {
      icon: Keyboard,
      name: 'Keyboard shortcuts',
      keys: shortcuts.shortcuts.keys,
      run: () => openOverlay('shortcuts'),
    },
    {
      icon: FileText,
      name: 'Open log folder',
      run: () => toastOutcome(desktop.application.openLogFolder()),
    },
    ...themes.map(([theme, name]) => ({
      icon: SunMoon,
      name,
      run: () => toastOutcome(desktop.settings.update({ theme })),
    })),
  ]
}

function listConversationCommands(id: string, isPinned: boolean): PaletteCommand[] {
  const find = () => {
    openPanel('chat')
    openFindBar(id)
  }
  return [
    { icon: Search, name: 'Find in chat', keys: 'mod+f', run: find },
    {
      icon: isPinned ? PinOff : Pin,
      name: isPinned ? 'Unpin chat' : 'Pin chat',
      run: () => toastOutcome(pinConversation(id, !isPinned)),
    },
    { icon: CopyPlus, name: 'Duplicate chat', run: () => toastOutcome(duplicateConversation(id)) },
    ...exportFormats.map(([format, name]) => ({
      icon: FileOutput,
      name: `Export chat as ${name}…`,
      run: () => toastOutcome(exportConversation(id, format)),
    })),
  ]
}

function listUpstreamCommands(settings: Settings): PaletteCommand[] {
  const active = toUpstreamId(settings.upstream)
  const choices: { name: string; choice: UpstreamChoice }[] = [
    { name: 'Use demo', choice: { kind: 'demo' } },
    { name: 'Use Gemini and OpenAI', choice: { kind: 'vendor' } },
    ...settings.services.map(({ id, name }) => ({
      name: `Use ${name}`,
      choice: { kind: 'service', profile: id } as const,
    })),
  ]
  const test = () => {
    openSettings('upstream')
    void checkUpstream(active, settings)
  }
  return [
    ...choices.map(({ name, choice }) => ({
      id: `upstream ${toUpstreamId(choice)}`,
      icon: toUpstreamId(choice) === active ? Check : Plug,
      name,
      run: () => toastOutcome(chooseUpstream(choice)),
    })),
    { icon: Stethoscope, name: 'Test provider', run: test },
  ]
}

/** The draft of a new chat keeps its text; the preset only sets the parameters. */
function openNewFrom({ parameters }: Preset) {
  writeParameters(toDraftKey(null), parameters)
  openConversation(null)
}
