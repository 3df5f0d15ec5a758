// Prompts that wait for the answer under way, as rows.
import { PromptParts, type QueuedPrompt } from '#shared/schemas/chat'
import { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Connection } from '../database/connection'
import { readStored } from '../database/stored-json'

interface QueuedRow {
  id: string
  conversation_id: string
  parts: string
  parameters: string
  created_at: number
}

/** In the order they were written, also where one was taken out and put back; one that is damaged is passed over. */
export function listQueued(connection: Connection, conversationId: string): QueuedPrompt[] {
  const rows = connection.all<QueuedRow>(
    'SELECT * FROM queued_prompts WHERE conversation_id = ? ORDER BY created_at, seq',
    [conversationId],
  )
  return rows.flatMap((row) => toQueued(row) ?? [])
}

/** Of all conversations, by their ids; those without any are left out. */
export function listAllQueued(connection: Connection): ReadonlyMap<string, QueuedPrompt[]> {
  const queues = new Map<string, QueuedPrompt[]>()
  for (const row of connection.all<QueuedRow>('SELECT * FROM queued_prompts ORDER BY created_at, seq')) {
    const queued = toQueued(row)
    if (queued) queues.set(row.conversation_id, [...(queues.get(row.conversation_id) ?? []), queued])
  }
  return queues
}

export function insertQueued(connection: Connection, conversationId: string, queued: QueuedPrompt): void {
  connection.run(
    'INSERT INTO queued_prompts (id, conversation_id, parts, parameters, created_at) VALUES (?, ?, ?, ?, ?)',
    [
      queued.id,
      conversationId,
      JSON.stringify(queued.parts),
      JSON.stringify(queued.parameters),
      queued.createdAt,
    ],
  )
}

export function deleteQueued(connection: Connection, queuedId: string): void {
  connection.run('DELETE FROM queued_prompts WHERE id = ?', [queuedId])
}

function toQueued(row: QueuedRow): QueuedPrompt | undefined {
  const parts = readStored(PromptParts, row.parts)
  const parameters = readStored(ChatParameters, row.parameters)
  return parts && parameters && { id: row.id, parts, parameters, createdAt: row.created_at }
}
