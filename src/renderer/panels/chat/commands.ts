// The commands of Chat, and those of an open conversation, which can also be an image session.
import { Braces } from 'lucide-react'
import type { PageCommandsOf } from '#shared/commands/commands'
import type { Conversation, Turn } from '#shared/schemas/chat'
import { conversationList } from '../../api/conversation-list'
import { desktop } from '../../api/desktop'
import { queryClient } from '../../api/query-client'
import { readCopiedText } from '../../state/answer-text'
import {
  deleteConversation,
  duplicateConversation,
  exportConversation,
  exportFormats,
  regenerateAnswer,
} from '../../state/chat-actions'
import type { CommandHandler, PaletteItem, PaletteStep } from '../../state/command-handlers'
import { focusPrompt } from '../../state/focus-requests'
import { isRunning } from '../../state/fold-chat'
import { readChat } from '../../state/live-chat'
import {
  changePane,
  focusSearch,
  openConversation,
  openPanel,
  toOpenId,
  useNavigation,
} from '../../state/navigation'
import { toastUndo } from '../../state/undo'
import { ownChat } from '../../state/windows'
import { formatIcons, openInMain } from './conversations/conversation-menu'
import { openListDialog, useChatList } from './conversations/list-state'
import { createFolder, deleteConversations, exportConversations } from './conversations/organize'
import { chooseImport } from './import/import-state'
import { editLastPrompt } from './thread/turn-edits'

export const chatCommands: Readonly<Record<PageCommandsOf<'chat' | 'conversation'>, CommandHandler>> = {
  'chat.new': { run: () => openConversation(null) },
  'chat.search': { run: () => focusSearch('chat') },
  'chat.newFolder': { run: newFolder },
  'chat.import': { run: chooseImport },
  'chat.export': { ask: askFormat, isEnabled: hasChats },
  'chat.pin': {
    run: () =>
      withOpenChat(({ id, pinnedAt }) =>
        desktop.conversations.pin({ conversationId: id, pinned: pinnedAt === null }),
      ),
    isEnabled: () => findOpenChat() !== undefined,
    isChecked: () => (findOpenChat()?.pinnedAt ?? null) !== null,
  },
  'chat.openWindow': {
    run: () => {
      const [id] = readTargets()
      return id !== undefined && desktop.windows.openChat({ conversationId: id })
    },
    isEnabled: () => ownChat === null && readTargets().length === 1,
  },
  'chat.openMain': { run: openInMain, isEnabled: () => ownChat !== null },
  'chat.duplicate': {
    run: () => withOpenChat(({ id }) => duplicateConversation(id)),
    isEnabled: () => findOpenChat() !== undefined,
  },
  'chat.move': { run: () => openListDialog('move', readTargets()), isEnabled: hasChats },
  'chat.tags': { run: () => openListDialog('tags', readTargets()), isEnabled: hasChats },
  'chat.copyResponse': { run: copyResponse, isEnabled: () => findLastResponse() !== undefined },
  'chat.regenerate': {
    run: () => {
      const turn = findLastResponse()
      return turn && regenerateAnswer(turn.conversationId, turn.id)
    },
    isEnabled: () => findLastResponse() !== undefined && !isRunning(readChat(readOpenChat())),
  },
  'chat.editPrompt': {
    run: () => {
      const id = readOpenChat()
      if (id !== null) editLastPrompt(id)
    },
    isEnabled: () => readOpenChat() !== null,
  },
  'conversation.rename': { ask: askTitle, isEnabled: () => findOpen() !== undefined },
  'conversation.delete': { run: remove, isEnabled: () => findOpen() !== undefined || hasChats() },
}

/** Null unless Chat shows one. */
function readOpenChat(): string | null {
  const { panel, conversationId } = useNavigation.getState()
  return panel === 'chat' ? conversationId : null
}

/** The selected chats, or the open one. */
function readTargets(): readonly string[] {
  const { ids } = useChatList.getState().selection
  const open = readOpenChat()
  if (useNavigation.getState().panel === 'chat' && ids.size > 0) return [...ids]
  return open === null ? [] : [open]
}

function hasChats(): boolean {
  return readTargets().length > 0
}

function findOpenChat(): Conversation | undefined {
  return readOpenChat() === null ? undefined : findOpen()
}

/** The open chat or session, as far as the list of conversations is known. */
function findOpen(): Conversation | undefined {
  const navigation = useNavigation.getState()
  const id = navigation.panel === 'chat' || navigation.panel === 'images' ? toOpenId(navigation) : null
  return id === null
    ? undefined
    : queryClient.getQueryData(conversationList.queryKey)?.find((each) => each.id === id)
}

function withOpenChat(act: (chat: Conversation) => unknown): unknown {
  const chat = findOpenChat()
  return chat && act(chat)
}

function newFolder() {
  openPanel('chat')
  // Its name is edited in the list.
  changePane('chat', { isHidden: false })
  return createFolder()
}

function askFormat(): PaletteStep {
  const ids = readTargets()
  const [only] = ids
  const formats = exportFormats.map(
    ([format, title]): PaletteItem => ({
      id: `export ${format}`,
      title,
      icon: formatIcons[format],
      run: () => only !== undefined && exportConversation(only, format),
    }),
  )
  const all: PaletteItem = {
    id: 'export all',
    title: 'JSON, in a ZIP file',
    icon: Braces,
    run: () => exportConversations(ids),
  }
  return {
    title: ids.length > 1 ? `Export ${ids.length} chats as` : 'Export chat as',
    placeholder: 'Choose a format',
    list: () => (ids.length > 1 ? [all] : formats),
  }
}

function askTitle(): PaletteStep {
  const open = findOpen()
  return {
    title: `Rename “${open?.title ?? ''}”`,
    placeholder: 'Title',
    submit: {
      initial: open?.title ?? '',
      label: 'Rename',
      run: (title) => open && desktop.conversations.rename({ conversationId: open.id, title }),
    },
  }
}

async function remove() {
  const { panel } = useNavigation.getState()
  const ids = readTargets()
  if (panel === 'chat' && ids.length > 0) return deleteConversations(ids)
  const open = findOpen()
  if (!open) return
  toastUndo(`“${open.title}” deleted`, await deleteConversation(open.id))
  focusPrompt()
}

function findLastResponse(): Turn | undefined {
  const { branch, turns } = readChat(readOpenChat())
  const turn = turns.get(branch.at(-1) ?? '')
  return turn?.role === 'model' && turn.state !== 'running' ? turn : undefined
}

async function copyResponse(): Promise<string | undefined> {
  const turn = findLastResponse()
  if (!turn) return undefined
  await navigator.clipboard.writeText(readCopiedText(turn))
  return 'Response copied'
}
