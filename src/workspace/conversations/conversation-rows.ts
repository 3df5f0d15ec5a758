// Reads and writes conversations and their queued prompts as rows.
import { catalog } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import { type Conversation, PromptParts, type QueuedPrompt, QueuedStep } from '#shared/schemas/chat'
import { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import { writeExactJson } from '#shared/wire/exact-json'
import type { Connection } from '../database/connection'
import { findValue, insertRow, repairRow, selectFields, updateRow } from '../database/rows'
import { parseStored } from '../parse-json'
import { listBranch, readShape, stagedMarker } from './tree/tree-rows'
import { newestOf, newestThrough, type TreeShape } from './tree/tree-shape'

/** Without `running`, which only the chat knows. */
export type StoredConversation = Omit<Conversation, 'running'>

const table = 'conversations'
const fields = ['id', 'kind', 'title', 'parameters', 'createdAt', 'updatedAt', 'pinnedAt'] as const

interface ConversationRow
  extends Pick<Conversation, Exclude<(typeof fields)[number], 'parameters'> | 'folderId'> {
  readonly parameters: string
  /** A JSON list. */
  readonly tags: string
  readonly storedHead: string | null
  readonly hasShownHead: number
}

const columns = `${selectFields(table, fields)}, head_turn_id AS storedHead,
  (SELECT id FROM conversation_folders WHERE id = conversations.folder_id AND deleted_at IS NULL) AS folderId,
  (SELECT json_group_array(tag) FROM item_tags WHERE item_id = conversations.id) AS tags,
  EXISTS (SELECT 1 FROM turns WHERE turns.id = head_turn_id AND turns.deleted_at IS NULL) AS hasShownHead`

/** Pinned ones first, then the newest, without those in the trash. A limit of -1 lists all. */
function listConversations(
  connection: Connection,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): StoredConversation[] {
  // Sorts without the columns, which take most of the time.
  const rows = connection.all<ConversationRow>(
    `SELECT ${columns} FROM (SELECT seq AS listed FROM conversations WHERE deleted_at IS NULL
        ORDER BY pinned_at IS NULL, updated_at DESC, seq DESC LIMIT ? OFFSET ?)
      CROSS JOIN conversations ON conversations.seq = listed
      ORDER BY pinned_at IS NULL, updated_at DESC, seq DESC`,
    [limit, offset],
  )
  const queues = listAllQueued(connection)
  // Thousands of conversations have few different parameters.
  const parsed = new Map<string, ChatParameters>()
  const parse = (stored: string) => {
    const known = parsed.get(stored) ?? parseParameters(stored)
    parsed.set(stored, known)
    return known
  }
  return rows.map((row) => toConversation(connection, row, { queued: queues.get(row.id) ?? [], parse }))
}

/** Throws if the conversation is missing or in the trash. */
export function findConversation(connection: Connection, id: string): StoredConversation {
  const row = connection.get<ConversationRow>(
    `SELECT ${columns} FROM conversations WHERE id = ? AND deleted_at IS NULL`,
    [id],
  )
  if (!row) throw conversationNotFound()
  return toConversation(connection, row, { queued: listQueued(connection, id) })
}

/** Undefined if the conversation is missing or in the trash, or if the database is in use. */
export function findConversationIfPresent(
  connection: Connection,
  id: string,
): StoredConversation | undefined {
  try {
    return findConversation(connection, id)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** The author of a title: `model` from the moment its title is requested, so that it is requested once. */
export type TitleOrigin = 'prompt' | 'model' | 'user'

/** Does not save the queue. */
export function insertConversation(
  connection: Connection,
  conversation: StoredConversation,
  titleOrigin: TitleOrigin = 'user',
): void {
  const parameters = writeExactJson(conversation.parameters)
  const inserted = [...fields, 'headTurnId', 'folderId', 'titleOrigin'] as const
  insertRow(connection, { table, fields: inserted }, { ...conversation, parameters, titleOrigin })
  for (const tag of conversation.tags)
    connection.run('INSERT INTO item_tags (item_id, tag) VALUES (?, ?)', [conversation.id, tag])
}

/** Does not save the head; `moveHead` does. */
export function updateConversation(
  connection: Connection,
  conversation: Omit<StoredConversation, 'headTurnId' | 'queued' | 'folderId' | 'tags'>,
): void {
  const parameters = writeExactJson(conversation.parameters)
  const updatedFields = ['title', 'parameters', 'updatedAt', 'pinnedAt'] as const
  updateRow(connection, { table, fields: updatedFields }, { ...conversation, parameters })
}

export function setTitleOrigin(connection: Connection, id: string, origin: TitleOrigin): void {
  connection.run('UPDATE conversations SET title_origin = ? WHERE id = ?', [origin, id])
}

/**
 * Marks that the model's title has been requested. Returns the title until then; undefined if it was requested before,
 * is the user's, or belongs to a drawing.
 */
export function requestGeneratedTitle(connection: Connection, id: string): string | undefined {
  return connection.transactDurably(() => {
    const title = findValue<string>(
      connection,
      `SELECT title FROM conversations
        WHERE id = ? AND kind = 'chat' AND title_origin = 'prompt' AND deleted_at IS NULL`,
      [id],
    )
    if (title !== undefined) setTitleOrigin(connection, id, 'model')
    return title
  })
}

/** Returns whether it was saved: a title that the user has changed meanwhile stays. */
export function saveGeneratedTitle(
  connection: Connection,
  { conversationId, title, before }: { conversationId: string; title: string; before: string },
): boolean {
  return (
    connection.run(
      "UPDATE conversations SET title = ? WHERE id = ? AND title = ? AND title_origin = 'model'",
      [title, conversationId, before],
    ) > 0
  )
}

/** Returns the head even if it was deleted. */
export function findStoredHead(connection: Connection, id: string): string | null {
  return (
    findValue<string | null>(connection, 'SELECT head_turn_id FROM conversations WHERE id = ?', [id]) ?? null
  )
}

export function moveHead(connection: Connection, id: string, headTurnId: string): void {
  connection.run('UPDATE conversations SET head_turn_id = ? WHERE id = ?', [headTurnId, id])
}

export function touchConversation(connection: Connection, id: string, now: number): void {
  connection.run('UPDATE conversations SET updated_at = ? WHERE id = ?', [now, id])
}

/** Null restores it from the trash. */
export function markDeleted(connection: Connection, id: string, deletedAt: number | null): void {
  const changed = connection.run(
    'UPDATE conversations SET deleted_at = ? WHERE id = ? AND deleted_at IS NOT ?',
    [deletedAt, id, stagedMarker],
  )
  if (changed === 0) throw conversationNotFound()
}

/** Ignores missing ones. */
export function markAllDeleted(
  connection: Connection,
  ids: readonly string[],
  deletedAt: number | null,
): void {
  connection.run(
    `UPDATE conversations SET deleted_at = ?
      WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NOT ?`,
    [deletedAt, JSON.stringify(ids), stagedMarker],
  )
}

function conversationNotFound(): ApiError {
  return new ApiError('NOT_FOUND', 'Chat not found.', { param: 'conversationId' })
}

/**
 * A deleted head stays in the row, so that restoring it brings back the branch that was shown. Until then, the head is
 * the newest turn through its last ancestor that is not deleted.
 */
function toShownHead(connection: Connection, id: string, storedHead: string | null): string | null {
  if (storedHead === null) return null
  const shape = readShape(connection, id)
  const shownAncestor = findShownAncestor(connection, storedHead, shape)
  return shownAncestor === undefined ? newestOf(shape) : newestThrough(shape, shownAncestor)
}

/** While a long branch is being deleted or restored, the first ancestor that is not marked may still be hidden. */
function findShownAncestor(connection: Connection, turnId: string, shape: TreeShape): string | undefined {
  const unmarked = findUnmarkedAncestor(connection, turnId)
  if (unmarked === undefined || shape.has(unmarked)) return unmarked
  const ancestors = listBranch(connection, unmarked)
  return ancestors.reverse().find((id) => shape.has(id))
}

function findUnmarkedAncestor(connection: Connection, turnId: string): string | undefined {
  return findValue<string>(
    connection,
    `WITH RECURSIVE climb (id, parent_id, deleted_at) AS (
      SELECT id, parent_id, deleted_at FROM turns WHERE id = ?
      UNION SELECT turns.id, turns.parent_id, turns.deleted_at FROM turns JOIN climb
        ON turns.id = climb.parent_id AND climb.deleted_at IS NOT NULL)
      SELECT id FROM climb WHERE deleted_at IS NULL`,
    [turnId],
  )
}

const columnTypes = {
  id: 'text',
  title: 'text',
  createdAt: 'number',
  updatedAt: 'number',
  pinnedAt: 'number?',
  folderId: 'text?',
  storedHead: 'text?',
} as const

interface ConversationParts {
  readonly queued: QueuedPrompt[]
  readonly parse?: (parameters: string) => ChatParameters
}

function toConversation(
  connection: Connection,
  stored: ConversationRow,
  { queued, parse = parseParameters }: ConversationParts,
): StoredConversation {
  const { storedHead, hasShownHead, ...row } = repairRow(stored, columnTypes)
  return {
    ...row,
    kind: row.kind === 'images' ? 'images' : 'chat',
    // SQLite has just written it.
    tags: JSON.parse(row.tags) as string[],
    headTurnId: hasShownHead === 1 ? storedHead : toShownHead(connection, row.id, storedHead),
    parameters: parse(row.parameters),
    queued,
  }
}

function parseParameters(stored: string): ChatParameters {
  return parseStored(ChatParameters, stored) ?? { model: catalog[0]?.id ?? '' }
}

interface QueuedRow {
  id: string
  conversation_id: string
  parts: string
  parameters: string
  created_at: number
}

/** In the order of their creation, also after one was removed and put back. Skips damaged ones. */
function listQueued(connection: Connection, conversationId: string): QueuedPrompt[] {
  const rows = connection.all<QueuedRow>(
    'SELECT * FROM queued_prompts WHERE conversation_id = ? ORDER BY created_at, seq',
    [conversationId],
  )
  return rows.flatMap((row) => toQueued(row) ?? [])
}

/** Lists the queued prompts of all conversations by conversation id. */
function listAllQueued(connection: Connection): ReadonlyMap<string, QueuedPrompt[]> {
  const queues = new Map<string, QueuedPrompt[]>()
  for (const row of connection.all<QueuedRow>('SELECT * FROM queued_prompts ORDER BY created_at, seq')) {
    const queued = toQueued(row)
    if (queued) queues.set(row.conversation_id, [...(queues.get(row.conversation_id) ?? []), queued])
  }
  return queues
}

export function insertQueued(connection: Connection, conversationId: string, queued: QueuedPrompt): void {
  const { step, ...prompt } = queued
  const parts = writeExactJson(prompt.parts)
  const parameters = writeExactJson({ ...prompt.parameters, step })
  const row = { ...prompt, conversationId, parts, parameters }
  insertRow(
    connection,
    { table: 'queued_prompts', fields: ['id', 'conversationId', 'parts', 'parameters', 'createdAt'] },
    row,
  )
}

export function updateQueued(connection: Connection, queuedId: string, parts: readonly Part[]): void {
  connection.run('UPDATE queued_prompts SET parts = ? WHERE id = ?', [writeExactJson(parts), queuedId])
}

export function deleteQueued(connection: Connection, queuedId: string): void {
  connection.run('DELETE FROM queued_prompts WHERE id = ?', [queuedId])
}

/** Saves the order of a whole queue: its prompts swap their times, by which they are sorted. */
export function orderQueued(connection: Connection, queued: readonly QueuedPrompt[]): void {
  const times = queued.map(({ createdAt }) => createdAt).sort((one, other) => one - other)
  let last = Number.NEGATIVE_INFINITY
  for (const [index, { id }] of queued.entries()) {
    // Equal times would not keep the order.
    last = Math.max(times[index] ?? 0, last + 1)
    connection.run('UPDATE queued_prompts SET created_at = ? WHERE id = ?', [last, id])
  }
}

/** Lets the steps that wait for the image of one prompt wait for that of another. */
export function moveQueuedSteps(connection: Connection, from: string, to: string): void {
  connection.run(
    `UPDATE queued_prompts SET parameters = json_set(parameters, '$.step.promptId', ?)
      WHERE CASE WHEN json_valid(parameters) THEN json_extract(parameters, '$.step.promptId') = ? END`,
    [to, from],
  )
}

/** The step is stored beside the parameters, where earlier versions ignore it. */
const QueuedParameters = ChatParameters.extend({ step: QueuedStep.optional() })

function toQueued(row: QueuedRow): QueuedPrompt | undefined {
  const { id, created_at: createdAt } = repairRow(row, { id: 'text', created_at: 'number' })
  const parts = parseStored(PromptParts, row.parts)
  const stored = parseStored(QueuedParameters, row.parameters)
  if (!parts || !stored) return undefined
  const { step, ...parameters } = stored
  return { id, parts, parameters, createdAt, ...(step ? { step } : {}) }
}

export interface Page {
  readonly offset: number
  readonly limit: number
}

export type ListedConversation = StoredConversation & Pick<Conversation, 'drawing'>

/** Pinned ones first, then the newest. */
export function listConversationPage(connection: Connection, page: Page): ListedConversation[] {
  const listed = listConversations(connection, page)
  const drawings = listed.flatMap(({ id, kind }) => (kind === 'images' ? [id] : []))
  const outlines = readOutlines(connection, drawings)
  return listed.map((stored) => {
    const drawing = outlines.get(stored.id)
    return drawing ? { ...stored, drawing } : stored
  })
}

type Outline = NonNullable<Conversation['drawing']>

/** The step count and the final image of the first response of these drawings, by id. Excludes deleted turns and images. */
function readOutlines(connection: Connection, drawings: readonly string[]): ReadonlyMap<string, Outline> {
  if (drawings.length === 0) return new Map()
  const rows = connection.all<{ id: string; steps: number; cover: string | null }>(
    `SELECT asked.value AS id,
        (SELECT count(*) FROM turns WHERE conversation_id = asked.value
          AND role = 'user' AND deleted_at IS NULL) AS steps,
        (SELECT json_object('media', items.media, 'mimeType', items.mime_type)
          FROM turns JOIN items ON items.turn_id = turns.id
          WHERE turns.conversation_id = asked.value AND turns.deleted_at IS NULL
            AND items.deleted_at IS NULL AND items.file = 'here'
          ORDER BY turns.seq, items.seq DESC LIMIT 1) AS cover
      FROM json_each(?) AS asked`,
    [JSON.stringify(drawings)],
  )
  return new Map(rows.map(({ id, steps, cover }) => [id, { steps, cover: readCover(cover) }]))
}

function readCover(cover: string | null): Outline['cover'] {
  if (cover === null) return null
  const { media, mimeType } = JSON.parse(cover)
  // A damaged item must not keep the others from being listed.
  return typeof media === 'string' ? { media, mimeType: typeof mimeType === 'string' ? mimeType : '' } : null
}
