// What can be done with one conversation of the list.
import { Braces, CodeXml, Ellipsis, FileText, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { toast } from 'sonner'
import type { Conversation } from '#shared/schemas/chat'
import { tellOutcome } from '../../../api/tell-outcome'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { deleteConversation, pinConversation } from '../../../state/chat-verbs'
import { exportConversation, exportFormats } from '../../../state/conversation-files'

interface ConversationMenuProps {
  readonly conversation: Conversation
  readonly tabIndex: number
  readonly onRename: () => void
}

const formatIcons = { markdown: FileText, json: Braces, html: CodeXml } as const

export function ConversationMenu({ conversation, tabIndex, onRename }: ConversationMenuProps) {
  const { id, title, pinnedAt } = conversation
  const isPinned = pinnedAt !== null
  return (
    <Menu
      label={`Actions for “${title}”`}
      trigger={
        <IconButton size="small" label={`Actions for “${title}”`} icon={Ellipsis} tabIndex={tabIndex} />
      }
      items={[
        { name: 'Rename', icon: Pencil, keys: 'f2', onSelect: onRename },
        {
          name: isPinned ? 'Unpin' : 'Pin',
          icon: isPinned ? PinOff : Pin,
          onSelect: () => tellOutcome(pinConversation(id, !isPinned)),
        },
        ...exportFormats.map(([format, name], index) => ({
          name: `Export as ${name}…`,
          icon: formatIcons[format],
          apart: index === 0,
          onSelect: () => tellOutcome(exportConversation(id, format)),
        })),
        {
          name: 'Delete',
          icon: Trash2,
          danger: true,
          apart: true,
          onSelect: () => tellOutcome(remove(conversation)),
        },
      ]}
    />
  )
}

async function remove({ id, title }: Conversation) {
  const restore = await deleteConversation(id)
  toast(`“${title}” was deleted.`, {
    action: { label: 'Undo', onClick: () => tellOutcome(restore()) },
  })
}
