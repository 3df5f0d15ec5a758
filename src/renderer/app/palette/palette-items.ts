// The items of the palette: commands, the actions of the selection, models, settings, and everything that is stored.

import {
  AppWindow,
  AudioLines,
  Check,
  Clapperboard,
  FolderOpen,
  Image,
  List,
  type LucideIcon,
  MessageSquare,
  Navigation,
  Network,
  Orbit,
  Plug,
  SlidersHorizontal,
  SquarePen,
  Zap,
} from 'lucide-react'
import { type CommandArea, commandAreas } from '#shared/commands/command-definition'
import { type CommandId, commandIds, commands } from '#shared/commands/commands'
import type { PanelId } from '#shared/desktop/panel-ids'
import type { Preset } from '#shared/schemas/chat-parameters'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import type { JobEvent } from '#shared/schemas/job'
import type { LibraryItem } from '#shared/schemas/library'
import type { Settings } from '#shared/schemas/settings'
import { toUpstreamId, type UpstreamChoice } from '#shared/schemas/upstream'
import { conversationList } from '../../api/conversation-list'
import { desktop, queries } from '../../api/desktop'
import { queryClient } from '../../api/query-client'
import type { MenuItem } from '../../components/Menu'
import { readOpenTools, tools } from '../../panels/chat/composer/open-prompt'
import { listSetActions } from '../../panels/embeddings/commands'
import { listRequestActions } from '../../panels/gateway/log/RequestMenu'
import { listImageActions } from '../../panels/images/commands'
import { openInPanel } from '../../panels/library/actions/item-actions'
import { listItemActions } from '../../panels/library/commands'
import { kindIcons, nameKind } from '../../panels/library/describe-item'
import { openSetting, sections, settingsTable } from '../../panels/settings/settings-table'
import { chooseUpstream } from '../../panels/settings/state/upstream-choice'
import { listFileActions } from '../../panels/transcribe/commands'
import { listVideoActions } from '../../panels/video/commands'
import type { PaletteItem } from '../../state/command-handlers'
import { toDraftKey, writeParameters } from '../../state/drafts'
import { readCommandKeys } from '../../state/keymap'
import { focusJob, openConversation, openDrawing, useNavigation } from '../../state/navigation'
import type { RecentEntry } from '../../state/preferences'
import { listModelItems } from '../panel-commands'
import { findHandler, isEnabled, runCommand } from '../run-command'
import { type PaletteGroup, removeRecent } from './rank-items'

const areaOfPanel: Readonly<Partial<Record<PanelId, CommandArea>>> = {
  chat: 'Chat',
  images: 'Images',
  video: 'Video',
  transcribe: 'Transcribe',
  embeddings: 'Embeddings',
  library: 'Library',
  gateway: 'Gateway',
}

const areaIcons: Readonly<Record<CommandArea, LucideIcon>> = {
  General: Zap,
  'Go to': Navigation,
  Window: AppWindow,
  Lists: List,
  Chat: MessageSquare,
  Images: Image,
  Video: Clapperboard,
  Transcribe: AudioLines,
  Embeddings: Orbit,
  Library: FolderOpen,
  Gateway: Network,
}

/** The commands that can run now, those of the open panel first. */
export function listCommandGroups(): PaletteGroup[] {
  const own = areaOfPanel[useNavigation.getState().panel]
  const areas = [...commandAreas].sort((one, other) => Number(other === own) - Number(one === own))
  return areas.map((area) => ({
    heading: area,
    items: commandIds.filter((id) => commands[id].area === area && isOffered(id)).map(toCommandItem),
  }))
}

function isOffered(id: CommandId): boolean {
  return id !== 'app.palette' && id !== 'edit.search' && isEnabled(id)
}

function toCommandItem(id: CommandId): PaletteItem {
  const { title, area, panels, words = '' } = commands[id]
  const { ask, isChecked } = findHandler(id) ?? {}
  return {
    id: `command ${id}`,
    title,
    icon: areaIcons[area],
    words: `${area} ${words}`,
    // In another panel, they run something else or nothing.
    keys: !panels || panels.includes(useNavigation.getState().panel) ? readCommandKeys(id) : undefined,
    ...(isChecked && { isChecked: isChecked() }),
    ...(ask ? { ask } : { run: () => runCommand(id) }),
  }
}

/** The actions of the open panel's selection, or the tools of its prompt. */
export async function listSelectionGroup(): Promise<PaletteGroup> {
  const { panel } = useNavigation.getState()
  const icon = areaIcons[areaOfPanel[panel] ?? 'General']
  const items =
    panel === 'embeddings'
      ? listSetActions()
      : (await listMenuItems(panel)).filter(({ disabled }) => !disabled).map(fromMenuItem)
  return {
    heading: panel === 'chat' ? 'Prompt' : 'Selected',
    items: items.map((item) => ({ icon, ...item })),
  }
}

async function listMenuItems(panel: PanelId): Promise<readonly MenuItem[]> {
  switch (panel) {
    case 'chat':
      return listTools()
    case 'images':
      return listImageActions()
    case 'video':
      return listVideoActions()
    case 'transcribe':
      return listFileActions()
    case 'library':
      return listItemActions()
    case 'gateway':
      return listRequestActions()
    default:
      return []
  }
}

function listTools(): MenuItem[] {
  const prompt = readOpenTools()
  return tools.map(({ name, icon, isOn, turn }) => ({
    name: `Turn ${isOn(prompt) ? 'off' : 'on'} ${name}`,
    icon,
    onSelect: () => turn(!isOn(prompt)),
  }))
}

function fromMenuItem({ name, icon, keys, onSelect }: MenuItem) {
  return { id: `selected ${name}`, title: name, ...(icon && { icon }), keys, run: onSelect }
}

/** Everything that has to be read, but is never long. */
export async function listFurtherGroups(): Promise<PaletteGroup[]> {
  const [settings, presets, models, jobs, sets] = await Promise.all([
    queryClient.fetchQuery(queries.settings.read.queryOptions()),
    queryClient.fetchQuery(queries.presets.list.queryOptions()),
    listModelItems(),
    listJobItems(),
    queryClient.fetchQuery(queries.embeddings.list.queryOptions()),
  ])
  return [
    { heading: 'Presets', items: presets.map(toPresetItem) },
    { heading: 'Provider', items: listUpstreamItems(settings) },
    { heading: 'Models', items: models, isSearched: true },
    { heading: 'Chats and sessions', items: listConversationItems(), isSearched: true },
    { heading: 'Embedding sets', items: sets.map(toSetItem), isSearched: true },
    { heading: 'Jobs', items: jobs, isSearched: true },
    { heading: 'Settings', items: listSettings().map(toSettingItem), isSearched: true, isLast: true },
  ]
}

/** Only packages with a feed have updates. */
function listSettings() {
  const { hasFeed = false } = queryClient.getQueryData(queries.updates.read.queryKey()) ?? {}
  return settingsTable.filter(({ id }) => hasFeed || id !== 'updates')
}

/** The list of conversations has more; they are found by the Library's search. */
const maxConversations = 2_000

/** By their titles, as far as their list is known. */
function listConversationItems(): ObjectItem[] {
  const conversations = queryClient.getQueryData(conversationList.queryKey) ?? []
  return conversations.slice(0, maxConversations).map(({ id, title, kind }) => {
    const isSession = kind === 'images'
    const object = { title, kind: 'conversation', isSession } as const
    return {
      id: `object ${id}`,
      title,
      icon: kindIcons.conversation,
      hint: nameKind(object),
      object,
      run: () => (isSession ? openDrawing(id) : openConversation(id)),
    }
  })
}

function toSetItem({ id, name }: EmbeddingSet): ObjectItem {
  const object = { title: name, kind: 'embeddings', isSession: false } as const
  return {
    id: `object ${id}`,
    title: name,
    icon: kindIcons.embeddings,
    hint: nameKind(object),
    object,
    run: () => focusJob('embeddings', id),
  }
}

/** Videos and files that are queued, running or failed: the Library has only finished ones. */
async function listJobItems(): Promise<PaletteItem[]> {
  const [videos, files] = await Promise.all([
    readSnapshot((signal) => desktop.videos.watch(undefined, { signal })),
    readSnapshot((signal) => desktop.transcriptions.watch(undefined, { signal })),
  ])
  const isListed = ({ state }: { readonly state: string }) => state !== 'succeeded'
  return [
    ...videos.filter(isListed).map(({ id, form }) => ({
      id: `video ${id}`,
      title: form.prompt,
      icon: areaIcons.Video,
      hint: 'Video',
      run: () => focusJob('video', id),
    })),
    ...files.filter(isListed).map(({ id, source }) => ({
      id: `file ${id}`,
      title: source.name,
      icon: areaIcons.Transcribe,
      hint: 'Audio file',
      run: () => focusJob('transcribe', id),
    })),
  ]
}

/** All unfinished jobs and the newest ended ones. */
async function readSnapshot<Job>(
  watch: (signal: AbortSignal) => Promise<AsyncIterable<JobEvent<Job>>>,
): Promise<readonly Job[]> {
  const controller = new AbortController()
  try {
    for await (const event of await watch(controller.signal)) return event.jobs
    return []
  } finally {
    controller.abort()
  }
}

function toPresetItem({ id, name, parameters }: Preset): PaletteItem {
  return {
    id: `preset ${id}`,
    title: `New chat from “${name}”`,
    icon: SquarePen,
    // The draft of a new chat keeps its text; the preset only sets the parameters.
    run: () => {
      writeParameters(toDraftKey(null), parameters)
      openConversation(null)
    },
  }
}

function toSettingItem(setting: (typeof settingsTable)[number]): PaletteItem {
  const { id, section, label, keywords } = setting
  return {
    id: `setting ${id}`,
    title: `${sections[section].title}: ${label}`,
    icon: SlidersHorizontal,
    words: `settings preferences ${keywords}`,
    run: () => openSetting(setting),
  }
}

function listUpstreamItems({ upstream, services, openAiProfiles }: Settings): PaletteItem[] {
  const active = toUpstreamId(upstream)
  const choices: { name: string; choice: UpstreamChoice }[] = [
    { name: 'Use demo', choice: { kind: 'demo' } },
    { name: 'Use Gemini and OpenAI', choice: { kind: 'vendor' } },
    ...services.map(({ id, name }) => ({
      name: `Use ${name}`,
      choice: { kind: 'service', profile: id } as const,
    })),
    ...openAiProfiles.map(({ id, name }) => ({
      name: `Use ${name}`,
      choice: { kind: 'openai', profile: id } as const,
    })),
  ]
  return choices.map(({ name, choice }) => ({
    id: `provider ${toUpstreamId(choice)}`,
    title: name,
    icon: toUpstreamId(choice) === active ? Check : Plug,
    words: 'provider switch',
    run: () => chooseUpstream(choice),
  }))
}

const maxFound = 40
const maxNewest = 8

/** Found by their texts; without a query, the chats and sessions that were changed last. */
export async function findObjects(query: string, signal: AbortSignal): Promise<PaletteGroup> {
  const text = query.trim()
  const { items } = await desktop.library.list(
    {
      query: { text, kinds: text === '' ? ['conversation'] : [], order: 'newest' },
      offset: 0,
      limit: text === '' ? maxNewest : maxFound,
    },
    { signal },
  )
  return { heading: text === '' ? 'Chats' : 'Items', items: items.map(toObjectItem), isFound: true }
}

export type ObjectItem = PaletteItem & Pick<RecentEntry, 'object'>

function toObjectItem(item: LibraryItem): ObjectItem {
  const { id, kind, isSession } = item
  return {
    id: `object ${id}`,
    title: item.title,
    icon: kindIcons[kind],
    hint: nameKind(item),
    object: { title: item.title, kind, isSession },
    run: () => openInPanel(item),
  }
}

/** As it was when it was opened last. */
export function toRecentItem({ id, object }: RecentEntry): ObjectItem | undefined {
  if (!object) return undefined
  const open = async () => {
    const [item] = await desktop.library.read({ ids: [id.slice('object '.length)] })
    if (item && item.deletedAt === null) return openInPanel(item)
    removeRecent(id)
    throw new Error(`“${object.title}” was deleted.`)
  }
  const icon: LucideIcon = kindIcons[object.kind]
  return { id, title: object.title, icon, hint: nameKind(object), object, run: open }
}
