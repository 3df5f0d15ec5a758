// Folders of conversations: creates, renames, deletes and restores them. Deleting one leaves its conversations in the list.
import { ApiError } from '#shared/schemas/api-error'
import { type ConversationFolder, maxFolderName } from '#shared/schemas/chat'
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

export type Folders = ReturnType<typeof createFolders>

export function createFolders({ connection, changes, now, newId }: FolderPorts) {
  const list = (): ConversationFolder[] =>
    connection
      .all<ConversationFolder>('SELECT id, name FROM conversation_folders WHERE deleted_at IS NULL')
      .map((row) => repairRow(row, { id: 'text', name: 'text' }))
      .sort((one, other) => collator.compare(one.name, other.name))
  const isUsed = (name: string, ownId?: string) =>
    list().some((folder) => folder.id !== ownId && collator.compare(folder.name, name) === 0)
  const assertUnused = (name: string, ownId?: string) => {
    if (!isUsed(name, ownId)) return
    throw new ApiError('INVALID_ARGUMENT', `name: is already used by another folder`, { param: 'name' })
  }
  return {
    /** By name. */
    list,
    create({ name }: { name: string }): ConversationFolder {
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
    rename({ id, name }: ConversationFolder): ConversationFolder {
      findFolder(connection, id)
      assertUnused(name, id)
      connection.run('UPDATE conversation_folders SET name = ? WHERE id = ?', [name, id])
      changes.emit('conversations')
      return { id, name }
    },
    delete({ id }: ById): void {
      findFolder(connection, id)
      connection.run('UPDATE conversation_folders SET deleted_at = ? WHERE id = ?', [now(), id])
      changes.emit('conversations')
    },
    /** With the conversations that are still assigned to it. `Work (2)` if its name is used by another one meanwhile. */
    restore({ id }: ById): ConversationFolder {
      const restored = connection.transact(() => {
        connection.run('UPDATE conversation_folders SET deleted_at = NULL WHERE id = ?', [id])
        const folder = findFolder(connection, id)
        let { name } = folder
        for (let number = 2; isUsed(name, id); number += 1) name = addNumber(folder.name, number)
        connection.run('UPDATE conversation_folders SET name = ? WHERE id = ?', [name, id])
        return { id, name }
      })
      changes.emit('conversations')
      return restored
    },
  }
}

/** Those that an earlier run of the program has deleted: nothing can restore them anymore. */
export function dropDeletedFolders(connection: Connection, startedAt: number): void {
  connection.transact(() => {
    connection.run(
      `UPDATE conversations SET folder_id = NULL
        WHERE folder_id IN (SELECT id FROM conversation_folders WHERE deleted_at < ?)`,
      [startedAt],
    )
    connection.run('DELETE FROM conversation_folders WHERE deleted_at < ?', [startedAt])
  })
}

function addNumber(name: string, number: number): string {
  const suffix = ` (${number})`
  return [...name].slice(0, maxFolderName - suffix.length).join('') + suffix
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
