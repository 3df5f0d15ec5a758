// Folders of conversations: creates, renames, deletes and restores them. Deleting one leaves its conversations in the list.
import { ApiError } from '#shared/schemas/api-error'
import type { ConversationFolder } from '#shared/schemas/chat'
import type { Changes } from '../changes'
import type { Connection } from '../database/connection'
import { repairRow } from '../database/rows'

interface FolderPorts {
  readonly connection: Connection
  readonly changes: Changes
  readonly now: () => number
  readonly newId: () => string
}

interface ById {
  readonly id: string
}

export interface Folders {
  /** By name. */
  list(): ConversationFolder[]
  create(input: { name: string }): ConversationFolder
  rename(input: ById & { name: string }): ConversationFolder
  delete(input: ById): void
  /** With the conversations that are still assigned to it. */
  restore(input: ById): ConversationFolder
}

export function createFolders({ connection, changes, now, newId }: FolderPorts): Folders {
  const list = () =>
    connection
      .all<ConversationFolder>('SELECT id, name FROM conversation_folders WHERE deleted_at IS NULL')
      .map((row) => repairRow(row, { id: 'text', name: 'text' }))
      .sort((one, other) => collator.compare(one.name, other.name))
  const assertUnused = (name: string, ownId?: string) => {
    if (!list().some((folder) => folder.id !== ownId && collator.compare(folder.name, name) === 0)) return
    throw new ApiError('INVALID_ARGUMENT', `name: is already used by another folder`, { param: 'name' })
  }
  const markDeleted = (id: string, deletedAt: number | null) => {
    connection.run('UPDATE conversation_folders SET deleted_at = ? WHERE id = ?', [deletedAt, id])
    changes.emit('conversations')
  }
  return {
    list,
    create({ name }) {
      assertUnused(name)
      const folder = { id: newId(), name }
      connection.run('INSERT INTO conversation_folders (id, name, created_at) VALUES (?, ?, ?)', [
        folder.id,
        name,
        now(),
      ])
      changes.emit('conversations')
      return folder
    },
    rename({ id, name }) {
      findFolder(connection, id)
      assertUnused(name, id)
      connection.run('UPDATE conversation_folders SET name = ? WHERE id = ?', [name, id])
      changes.emit('conversations')
      return { id, name }
    },
    delete({ id }) {
      findFolder(connection, id)
      markDeleted(id, now())
    },
    restore({ id }) {
      markDeleted(id, null)
      return findFolder(connection, id)
    },
  }
}

/** `a` and `A` are the same name. */
const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'accent' })

/** Throws if the folder is missing or deleted. */
export function findFolder(connection: Connection, id: string): ConversationFolder {
  const row = connection.get<ConversationFolder>(
    'SELECT id, name FROM conversation_folders WHERE id = ? AND deleted_at IS NULL',
    [id],
  )
  if (row) return repairRow(row, { id: 'text', name: 'text' })
  throw new ApiError('NOT_FOUND', 'Folder not found.', { param: 'folderId' })
}
