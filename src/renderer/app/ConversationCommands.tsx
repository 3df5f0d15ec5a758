// The palette's commands for conversations: find, begin from a preset, pin, export and import.
import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { FileInput, FileOutput, Pin, PinOff, Search, SquarePen } from 'lucide-react'
import type { Preset } from '#shared/schemas/shelf'
import { queries } from '../api/desktop'
import { tellOutcome } from '../api/tell-outcome'
import { exportConversation, exportFormats, importConversation, pinConversation } from '../state/chat-actions'
import { toDraftKey, writeParameters } from '../state/drafts'
import { focusSearch, openConversation, useNavigation } from '../state/navigation'
import { CommandItem } from './CommandItem'

export function ConversationCommands() {
  const openId = useNavigation((navigation) => navigation.conversationId)
  const { data: conversations = [] } = useQuery(queries.conversations.list.queryOptions())
  const { data: presets = [] } = useQuery(queries.presets.list.queryOptions())
  const open = conversations.find(({ id }) => id === openId)
  return (
    <Command.Group heading="Chat">
      <CommandItem icon={Search} name="Search in all conversations" onSelect={() => focusSearch('chat')} />
      {presets.map((preset) => (
        <CommandItem
          key={preset.id}
          id={`preset ${preset.id}`}
          icon={SquarePen}
          name={`New chat from “${preset.name}”`}
          onSelect={() => beginFrom(preset)}
        />
      ))}
      {open && (
        <CommandItem
          icon={open.pinnedAt === null ? Pin : PinOff}
          name={open.pinnedAt === null ? 'Pin this conversation' : 'Unpin this conversation'}
          onSelect={() => tellOutcome(pinConversation(open.id, open.pinnedAt === null))}
        />
      )}
      {open &&
        exportFormats.map(([format, name]) => (
          <CommandItem
            key={format}
            icon={FileOutput}
            name={`Export this conversation as ${name}…`}
            onSelect={() => tellOutcome(exportConversation(open.id, format))}
          />
        ))}
      <CommandItem
        icon={FileInput}
        name="Import conversation…"
        onSelect={() => tellOutcome(importConversation())}
      />
    </Command.Group>
  )
}

/** What was written for a new chat stays; only what it is sent with is the preset's. */
function beginFrom({ parameters }: Preset) {
  writeParameters(toDraftKey(null), parameters)
  openConversation(null)
}
