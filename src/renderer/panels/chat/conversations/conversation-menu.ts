// The actions of a conversation, in the menu of its row and in the header of the open chat.
import { Braces, CodeXml, CopyPlus, FileText, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import type { Conversation } from '#shared/schemas/chat'
import { toastOutcome, toastUndo } from '../../../api/toast-outcome'
import type { MenuItem } from '../../../components/Menu'
import {
  deleteConversation,
  duplicateConversation,
  exportConversation,
  exportFormats,
  pinConversation,
} from '../../../state/chat-actions'
import { focusPrompt } from '../../../state/focus-requests'

const formatIcons = { markdown: FileText, json: Braces, html: CodeXml } as const

/** `renameKeys`: shown beside the entry, if a key does the same. */
export function listConversationItems(
  { id, title, pinnedAt }: Pick<Conversation, 'id' | 'title' | 'pinnedAt'>,
  { onRename, renameKeys }: { readonly onRename: () => void; readonly renameKeys?: string },
): MenuItem[] {
  const isPinned = pinnedAt !== null
  return [
    { name: 'Rename', icon: Pencil, ...(renameKeys && { keys: renameKeys }), onSelect: onRename },
    {
      name: isPinned ? 'Unpin' : 'Pin',
      icon: isPinned ? PinOff : Pin,
      onSelect: () => toastOutcome(pinConversation(id, !isPinned)),
    },
    { name: 'Duplicate', icon: CopyPlus, onSelect: () => toastOutcome(duplicateConversation(id)) },
    ...exportFormats.map(([format, name], index) => ({
      name: `Export as ${name}…`,
      icon: formatIcons[format],
      hasSeparator: index === 0,
      onSelect: () => toastOutcome(exportConversation(id, format)),
    })),
    {
      name: 'Delete',
      icon: Trash2,
      danger: true,
      hasSeparator: true,
      onSelect: () => toastOutcome(remove(id, title)),
    },
  ]
}

async function remove(id: string, title: string) {
  toastUndo(`“${title}” deleted`, await deleteConversation(id))
  // The control that had the focus has been removed.
  if (document.activeElement === document.body) focusPrompt()
}
