// The dialogs that move conversations to a folder, and edit their tags.
import { useQuery } from '@tanstack/react-query'
import { Folder, FolderMinus } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { Conversation, ConversationFolder } from '#shared/schemas/chat'
import { conversationList } from '../../../api/conversation-list'
import { desktop, queries } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { joinClasses } from '../../../components/join-classes'
import { entry, moveByArrows } from '../../../components/move-focus'
import { TextInput } from '../../../components/TextInput'
import { listTags } from './list-rows'
import { closeListDialog, useChatList } from './list-state'
import { moveConversations, nameConversations, pickConversations, tagConversations } from './organize'

/** Opened from the list, and from the header of the open chat. */
export function OrganizeDialog() {
  const dialog = useChatList((state) => state.dialog)
  const { data: conversations } = useQuery(conversationList)
  // Another panel can be opened by keyboard: the dialog must not be open when the user returns.
  useEffect(() => closeListDialog, [])
  if (!dialog) return null
  const found = pickConversations(conversations ?? [], dialog.ids)
  if (found.length === 0) return null
  return dialog.kind === 'move' ? (
    <MoveDialog conversations={found} />
  ) : (
    <TagsDialog conversations={found} all={conversations ?? []} />
  )
}

const maxNameLength = 60

function MoveDialog({ conversations }: { conversations: readonly Conversation[] }) {
  const { data: folders = [] } = useQuery(queries.folders.list.queryOptions())
  const [name, setName] = useState('')
  const isIn = (folderId: string | null) => conversations.every((each) => each.folderId === folderId)
  const ids = conversations.map(({ id }) => id)
  const move = (folder: ConversationFolder | null) => {
    closeListDialog()
    toastOutcome(moveConversations(ids, folder))
  }
  const create = async () => move(await desktop.folders.create({ name: name.trim() }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) toastOutcome(create())
  }
  return (
    <Dialog
      open
      onClose={closeListDialog}
      title={`Move ${nameConversations(conversations)} to folder`}
      actions={<Button onClick={closeListDialog}>Cancel</Button>}
    >
      <div className="flex flex-col gap-3 px-5 pb-2">
        <ul aria-label="Folders" onKeyDown={moveByArrows} className="flex max-h-60 flex-col overflow-y-auto">
          {[null, ...folders].map((folder) => {
            const Icon = folder ? Folder : FolderMinus
            const isCurrent = isIn(folder?.id ?? null)
            return (
              <li key={folder?.id ?? ''}>
                <button
                  type="button"
                  {...(!isCurrent && entry)}
                  disabled={isCurrent}
                  onClick={() => move(folder)}
                  className="flex h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover disabled:opacity-50"
                >
                  <Icon size={14} aria-hidden="true" className="shrink-0 text-faint" />
                  <span dir="auto" className={joinClasses('truncate', !folder && 'text-soft')}>
                    {folder?.name ?? 'No folder'}
                  </span>
                  {isCurrent && <span className="ml-auto text-faint text-xs">Current</span>}
                </button>
              </li>
            )
          })}
        </ul>
        <form onSubmit={submit} className="flex gap-2">
          <TextInput
            data-first-focus
            aria-label="New folder"
            placeholder="New folder"
            maxLength={maxNameLength}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" disabled={!name.trim()}>
            Create and move
          </Button>
        </form>
      </div>
    </Dialog>
  )
}

interface TagsDialogProps {
  readonly conversations: readonly Conversation[]
  /** Their tags are offered. */
  readonly all: readonly Conversation[]
}

function TagsDialog({ conversations, all }: TagsDialogProps) {
  const [typed, setTyped] = useState('')
  const known = listTags(all)
  const change = (tag: string, isAdded: boolean) =>
    toastOutcome(tagConversations(conversations, tag, isAdded))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const tag = toTag(typed, known)
    if (tag) change(tag, true)
    setTyped('')
  }
  return (
    <Dialog
      open
      onClose={closeListDialog}
      title={`Tags of ${nameConversations(conversations)}`}
      description="Tags are also shown in the Library."
      actions={<Button onClick={closeListDialog}>Done</Button>}
    >
      <div className="flex flex-col gap-3 px-5 pb-2">
        <form onSubmit={submit} className="flex gap-2">
          <TextInput
            data-first-focus
            aria-label="New tag"
            placeholder="New tag"
            maxLength={maxNameLength}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" disabled={!typed.trim()}>
            Add tag
          </Button>
        </form>
        {known.length > 0 && (
          <fieldset aria-label="Tags" className="flex max-h-60 flex-col overflow-y-auto">
            {known.map((tag) => {
              const count = conversations.filter(({ tags }) => tags.includes(tag)).length
              const isEverywhere = count > 0 && count === conversations.length
              return (
                <label key={tag} className="flex h-7 items-center gap-2 rounded-md px-2 hover:bg-hover">
                  <input
                    type="checkbox"
                    ref={(box) => {
                      if (box) box.indeterminate = count > 0 && !isEverywhere
                    }}
                    checked={isEverywhere}
                    onChange={() => change(tag, !isEverywhere)}
                  />
                  <span dir="auto" className="truncate">
                    {tag}
                  </span>
                </label>
              )
            })}
          </fieldset>
        )}
      </div>
    </Dialog>
  )
}

/** With the spelling of a known tag; null for blank text. */
function toTag(typed: string, known: readonly string[]): string | null {
  const tag = typed.trim()
  return (tag && known.find((each) => each.toLowerCase() === tag.toLowerCase())) || tag || null
}
