// Everything that can be done, found by its name.
import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import {
  Brush,
  Check,
  Keyboard,
  MessageSquare,
  PanelRight,
  Plug,
  Search,
  Square,
  SquarePen,
  Stethoscope,
  SunMoon,
} from 'lucide-react'
import { toast } from 'sonner'
import { toUpstreamId, type UpstreamChoice } from '#shared/schemas/upstream'
import { describeError } from '../api/describe-error'
import { desktop, queries } from '../api/desktop'
import { Dialog } from '../components/Dialog'
import { chooseUpstream } from '../panels/settings/state/choose-upstream'
import { runCheck } from '../panels/settings/state/run-check'
import { stopOpenAnswer } from '../state/chat-actions'
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
import { CommandItem } from './CommandItem'
import { ConversationCommands } from './ConversationCommands'
import { destinations } from './destinations'
import { toggleInspector } from './inspector-state'
import { openOverlay, useOverlay } from './overlay'
import { shortcuts } from './shortcuts'

const themes = [
  ['system', 'Theme: as the system'],
  ['light', 'Theme: light'],
  ['dark', 'Theme: dark'],
] as const

/** More conversations than these are found in their own list. */
const listedConversations = 200

export function CommandPalette() {
  const open = useOverlay(({ overlay }) => overlay === 'palette')
  return (
    <Dialog
      open={open}
      onClose={() => openOverlay(null)}
      title="Command palette"
      untitled
      className="w-[min(560px,calc(100vw-48px))]"
    >
      <Command label="Commands" loop className="flex min-h-0 flex-1 flex-col">
        <Command.Input
          placeholder="Type a command or a conversation’s title"
          className="h-12 shrink-0 border-line border-b bg-transparent px-4 text-lg outline-none"
        />
        <Command.List className="min-h-0 flex-1 overflow-y-auto p-2 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs">
          <Command.Empty className="px-2 py-6 text-center text-faint">
            Nothing goes by this name.
          </Command.Empty>
          <Actions />
          <ConversationCommands />
          <Upstreams />
          <Conversations />
        </Command.List>
      </Command>
    </Dialog>
  )
}

function Actions() {
  const openId = useNavigation(toOpenId)
  const running = useChat(openId, isRunning)
  return (
    <>
      <Command.Group heading="Do">
        <CommandItem
          icon={SquarePen}
          name="New chat"
          keys={shortcuts.newChat.keys}
          onSelect={() => openConversation(null)}
        />
        <CommandItem icon={Brush} name="New drawing" onSelect={() => openDrawing(null)} />
        {running && (
          <CommandItem
            icon={Square}
            name="Stop the answer"
            keys={shortcuts.stop.keys}
            onSelect={() => void stopOpenAnswer()}
          />
        )}
        <CommandItem icon={Search} name="Search the Library" onSelect={() => focusSearch('library')} />
        <CommandItem
          icon={PanelRight}
          name={shortcuts.inspector.name}
          keys={shortcuts.inspector.keys}
          onSelect={toggleInspector}
        />
        <CommandItem
          icon={Keyboard}
          name="Keyboard shortcuts"
          keys={shortcuts.shortcuts.keys}
          onSelect={() => openOverlay('shortcuts')}
        />
        {themes.map(([theme, name]) => (
          <CommandItem key={theme} icon={SunMoon} name={name} onSelect={() => setTheme(theme)} />
        ))}
      </Command.Group>
      <Command.Group heading="Go to">
        {panelIds.map((id, index) => (
          <CommandItem
            key={id}
            icon={destinations[id].icon}
            name={destinations[id].name}
            keys={`mod+${index + 1}`}
            onSelect={() => openPanel(id)}
          />
        ))}
      </Command.Group>
    </>
  )
}

function Upstreams() {
  const { data: settings } = useQuery(queries.settings.read.queryOptions())
  if (!settings) return null
  const choices = [
    { name: 'Use the demo', choice: { kind: 'demo' } as const },
    { name: 'Use the vendor APIs', choice: { kind: 'vendor' } as const },
    ...settings.services.map(({ id, name }) => ({
      name: `Use ${name}`,
      choice: { kind: 'service', profile: id } as const,
    })),
  ]
  const active = toUpstreamId(settings.upstream)
  const test = () => {
    openSettings('upstream')
    void runCheck(active, settings)
  }
  return (
    <Command.Group heading="Upstream">
      {choices.map(({ name, choice }) => (
        <CommandItem
          key={toUpstreamId(choice)}
          id={`upstream ${toUpstreamId(choice)}`}
          icon={toUpstreamId(choice) === active ? Check : Plug}
          name={name}
          onSelect={() => void use(choice)}
        />
      ))}
      <CommandItem icon={Stethoscope} name="Test the upstream" onSelect={test} />
    </Command.Group>
  )
}

function Conversations() {
  const { data: conversations = [] } = useQuery(queries.conversations.list.queryOptions())
  if (conversations.length === 0) return null
  return (
    <Command.Group heading="Conversations">
      {conversations.slice(0, listedConversations).map(({ id, title, kind }) => (
        <CommandItem
          key={id}
          icon={kind === 'images' ? Brush : MessageSquare}
          id={id}
          name={title}
          onSelect={() => (kind === 'images' ? openDrawing(id) : openConversation(id))}
        />
      ))}
    </Command.Group>
  )
}

function setTheme(theme: (typeof themes)[number][0]) {
  desktop.settings.update({ theme }).catch((error) => toast.error(describeError(error)))
}

async function use(choice: UpstreamChoice) {
  try {
    toast.success(await chooseUpstream(choice))
  } catch (error) {
    toast.error(describeError(error))
  }
}
