// Conversations as rows.
import { catalogue } from '#shared/models/catalogue'
import { ApiError } from '#shared/schemas/api-error'
import { ChatParameters, type Conversation } from '#shared/schemas/chat'
import type { Connection } from '../storage/connection'
import { readStored } from '../storage/stored-json'

/** Whether an answer is under way is known by the chat alone. */
export type KeptConversation = Omit<Conversation, 'running'>

interface ConversationRow {
  id: string
  title: string
  parameters: string
  head_turn_id: string | null
  created_at: number
  updated_at: number
}

const columns = 'id, title, parameters, created_at, updated_at'
/** A head that is not there, because of a damaged row, counts as none. */
const head = '(SELECT turns.id FROM turns WHERE turns.id = head_turn_id) AS head_turn_id'

/** Newest first, without those in the bin. */
export function listConversations(connection: Connection): KeptConversation[] {
  const rows = connection.all<ConversationRow>(
    `SELECT ${columns}, ${head} FROM conversations WHERE deleted_at IS NULL ORDER BY updated_at DESC, seq DESC`,
  )
  return rows.map(toConversation)
}

/** One in the bin is not found. */
export function findConversation(connection: Connection, id: string): KeptConversation {
  const row = connection.get<ConversationRow>(
    `SELECT ${columns}, ${head} FROM conversations WHERE id = ? AND deleted_at IS NULL`,
    [id],
  )
  if (!row) throw noSuchConversation()
  return toConversation(row)
}

export function insertConversation(connection: Connection, conversation: KeptConversation): void {
  connection.run(
    `INSERT INTO conversations (id, title, parameters, head_turn_id, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?)`,
    [
      conversation.id,
      conversation.title,
      JSON.stringify(conversation.parameters),
      conversation.headTurnId,
      conversation.createdAt,
      conversation.updatedAt,
    ],
  )
}

export function updateConversation(connection: Connection, conversation: KeptConversation): void {
  connection.run(
    'UPDATE conversations SET title = ?, parameters = ?, head_turn_id = ?, updated_at = ? WHERE id = ?',
    [
      conversation.title,
      JSON.stringify(conversation.parameters),
      conversation.headTurnId,
      conversation.updatedAt,
      conversation.id,
    ],
  )
}

export function touchConversation(connection: Connection, id: string, now: number): void {
  connection.run('UPDATE conversations SET updated_at = ? WHERE id = ?', [now, id])
}

/** Null takes it out of the bin. */
export function markDeleted(connection: Connection, id: string, deletedAt: number | null): void {
  const changed = connection.run('UPDATE conversations SET deleted_at = ? WHERE id = ?', [deletedAt, id])
  if (changed === 0) throw noSuchConversation()
}

function noSuchConversation(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no such conversation.', { param: 'conversationId' })
}

function toConversation(row: ConversationRow): KeptConversation {
  return {
    id: row.id,
    title: row.title,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    headTurnId: row.head_turn_id,
    parameters: readStored(ChatParameters, row.parameters) ?? { model: catalogue[0]?.id ?? '' },
  }
}
