// The actions of a conversation, in the menu of its row and in the header of the open chat.
import {
  AppWindow,
  Braces,
  CodeXml,
  CopyPlus,
  FileText,
  FolderInput,
  Pencil,
  Pin,
  PinOff,
  SquareCheck,
  Tag,
  Trash2,
} from 'lucide-react'
import { commands } from '#shared/commands/commands'
import type { Conversation } from '#shared/schemas/chat'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import type { MenuItem } from '../../../components/Menu'
import {
  deleteConversation,
  duplicateConversation,
  exportConversation,
  exportFormats,
} from '../../../state/chat-actions'
import { focusPrompt } from '../../../state/focus-requests'
import { keysOf } from '../../../state/keymap'
import { toastUndo } from '../../../state/undo'
import { ownChat } from '../../../state/windows'
import { openListDialog, selectConversation } from './list-state'

export const formatIcons = { markdown: FileText, json: Braces, html: CodeXml } as const

export function listConversationItems(
  { id, title, pinnedAt }: Pick<Conversation, 'id' | 'title' | 'pinnedAt'>,
  { onRename, isRow = false }: { readonly onRename: () => void; readonly isRow?: boolean },
): MenuItem[] {
  const isPinned = pinnedAt !== null
  return [
    {
      name: commands['list.rename'].title,
      icon: Pencil,
      ...(isRow && keysOf('list.rename')),
      onSelect: onRename,
    },
    {
      name: isPinned ? 'Unpin' : 'Pin',
      icon: isPinned ? PinOff : Pin,
      onSelect: () => toastOutcome(desktop.conversations.pin({ conversationId: id, pinned: !isPinned })),
    },
    ownChat === null
      ? {
          name: commands['chat.openWindow'].title,
          icon: AppWindow,
          ...(!isRow && keysOf('chat.openWindow')),
          onSelect: () => toastOutcome(desktop.windows.openChat({ conversationId: id })),
        }
      : {
          name: commands['chat.openMain'].title,
          icon: AppWindow,
          onSelect: () => toastOutcome(openInMain()),
        },
    {
      name: commands['chat.duplicate'].title,
      icon: CopyPlus,
      onSelect: () => toastOutcome(duplicateConversation(id)),
    },
    { name: commands['chat.move'].title, icon: FolderInput, onSelect: () => openListDialog('move', [id]) },
    { name: commands['chat.tags'].title, icon: Tag, onSelect: () => openListDialog('tags', [id]) },
    ...(isRow ? [{ name: 'Select', icon: SquareCheck, onSelect: () => selectConversation(id) }] : []),
    ...exportFormats.map(([format, name], index) => ({
      name: `Export as ${name}…`,
      icon: formatIcons[format],
      hasSeparator: index === 0,
      onSelect: () => toastOutcome(exportConversation(id, format)),
    })),
    {
      name: commands['list.delete'].title,
      icon: Trash2,
      danger: true,
      ...(isRow && keysOf('list.delete')),
      hasSeparator: true,
      onSelect: () => toastOutcome(remove(id, title)),
    },
  ]
}

/** For the window of a chat. */
export async function openInMain(): Promise<void> {
  await desktop.windows.showInMain({ type: 'chat', conversationId: ownChat })
}

async function remove(id: string, title: string) {
  toastUndo(`“${title}” deleted`, await deleteConversation(id))
  // The control that had the focus has been removed.
  if (document.activeElement === document.body) focusPrompt()
}
