// Reads and writes turns as rows, with their parts verbatim, and indexes their texts.
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { Turn, TurnError } from '#shared/schemas/chat'
import { ChatParameters } from '#shared/schemas/chat-parameters'
import { Part, UsageMetadata } from '#shared/schemas/content'
import { UpstreamKind } from '#shared/schemas/upstream'
import { writeExactJson } from '#shared/wire/exact-json'
import { createYield } from '../../concurrency/timing'
import type { Connection } from '../../database/connection'
import { indexText, insertRow, repairRow, selectFields, updateRow } from '../../database/rows'
import { parseStored } from '../../parse-json'
import { isLongText, queueLongText, toTurnText } from '../long-texts'

/** The fields that may change after a turn was inserted. */
const updatedFields = [
  'state',
  'modelVersion',
  'finishReason',
  'blockReason',
  'error',
  'usage',
  'firstToken',
  'firstAnswer',
  'total',
  'exchangeId',
  'upstream',
  'metadata',
  'parts',
] as const

const fields = [
  'id',
  'conversationId',
  'parentId',
  'role',
  ...updatedFields,
  'createdAt',
  'model',
  'parameters',
  'comparison',
  'edited',
] as const

type JsonField = 'parts' | 'error' | 'usage' | 'parameters' | 'metadata'

interface TurnRow extends Omit<Turn, JsonField | 'upstream' | 'times' | 'edited'> {
  readonly parts: string
  readonly error: string | null
  readonly usage: string | null
  readonly parameters: string | null
  readonly metadata: string | null
  readonly firstToken: number | null
  readonly firstAnswer: number | null
  readonly total: number | null
  readonly upstream: string | null
  readonly edited: number
}

const insertedColumns = { table: 'turns', fields: [...fields, 'continues'] } as const
const selected = selectFields('turns', fields)
const selectedContinued = selectFields('old', fields)

const Parts = z.array(Part)
const Metadata = z.looseObject({})

const unreadable = {
  code: 'INTERNAL',
  message: 'This message is damaged and can’t be loaded. The rest of the chat isn’t affected.',
}

/** `continues` is the id of the answer that this one continues. */
export function insertTurn(connection: Connection, turn: Turn, continues: string | null = null): void {
  insertRow(connection, insertedColumns, { ...toRow(turn), continues })
  if (turn.state !== 'running') indexTurns(connection, [turn])
}

export interface NewRow {
  readonly turn: Turn
  readonly continues: string | null
}

/** Inserts several turns, none of them running, and writes the index once. */
export function insertTurns(connection: Connection, rows: readonly NewRow[]): void {
  for (const { turn, continues } of rows)
    insertRow(connection, insertedColumns, { ...toRow(turn), continues })
  indexTurns(
    connection,
    rows.map(({ turn }) => turn),
  )
}

export function updateTurn(connection: Connection, turn: Turn): void {
  updateRow(connection, { table: 'turns', fields: updatedFields }, toRow(turn))
  if (turn.state !== 'running') indexTurns(connection, [turn])
}

/** Throws if the turn is missing or deleted. */
export function findTurn(connection: Connection, conversationId: string, turnId: string): Turn {
  const [turn] = findTurns(connection, conversationId, [turnId])
  if (!turn) throw turnNotFound()
  return turn
}

export function turnNotFound(): ApiError {
  return new ApiError('NOT_FOUND', 'Message not found in this chat.', { param: 'turnId' })
}

/** In the given order, without missing and deleted ones. */
export function findTurns(
  connection: Connection,
  conversationId: string,
  turnIds: readonly string[],
): Turn[] {
  const rows = connection.all<TurnRow>(
    `SELECT ${selected} FROM json_each(?) AS asked JOIN turns ON turns.id = asked.value
      WHERE conversation_id = ? AND deleted_at IS NULL ORDER BY asked.key`,
    [JSON.stringify(turnIds), conversationId],
  )
  return rows.map(toTurn)
}

/** In the given order, including deleted ones. */
export function findTurnsWithDeleted(connection: Connection, turnIds: readonly string[]): Turn[] {
  const rows = connection.all<TurnRow>(
    `SELECT ${selected} FROM json_each(?) AS asked JOIN turns ON turns.id = asked.value ORDER BY asked.key`,
    [JSON.stringify(turnIds)],
  )
  return rows.map(toTurn)
}

/** From the root to this turn. Ordered by `seq`, because a parent is always older than its child. */
export function readBranch(connection: Connection, turnId: string): Turn[] {
  const rows = connection.all<TurnRow>(
    `WITH RECURSIVE branch (id, parent_id) AS (
      SELECT id, parent_id FROM turns WHERE id = ?
      UNION SELECT turns.id, turns.parent_id FROM turns JOIN branch ON turns.id = branch.parent_id)
      SELECT ${selected} FROM turns WHERE id IN (SELECT id FROM branch) ORDER BY seq`,
    [turnId],
  )
  return rows.map(toTurn)
}

/** Returns the answer that this one continues, even if it was deleted since. */
export function findContinued(connection: Connection, turnId: string): Turn | undefined {
  const row = connection.get<TurnRow>(
    `SELECT ${selectedContinued} FROM turns JOIN turns AS old ON old.id = turns.continues WHERE turns.id = ?`,
    [turnId],
  )
  return row && toTurn(row)
}

/** A turn to copy, with the answer that it continues. */
export interface CopiedTurn extends Omit<Turn, 'conversationId'> {
  readonly continues?: string | null | undefined
  /** Copied only because another answer continues it. */
  readonly deleted?: boolean | undefined
}

/** Inserts the answer that a turn continues before the turn, as a deleted one, unless it is in `added`. */
function withContinued(connection: Connection, turns: readonly Turn[], added: Set<string>): CopiedTurn[] {
  const rows = connection.all<TurnRow & { continuedBy: string }>(
    `SELECT ${selectedContinued}, turns.id AS continuedBy FROM json_each(?) AS asked
      JOIN turns ON turns.id = asked.value JOIN turns AS old ON old.id = turns.continues`,
    [JSON.stringify(turns.map(({ id }) => id))],
  )
  if (rows.length === 0) return [...turns]
  const continued = new Map(rows.map(({ continuedBy, ...row }) => [continuedBy, toTurn(row)]))
  return turns.flatMap((turn): CopiedTurn[] => {
    const old = continued.get(turn.id)
    if (!old) return [turn]
    const copy = { ...turn, continues: old.id }
    if (added.has(old.id)) return [copy]
    added.add(old.id)
    return [{ ...old, deleted: true }, copy]
  })
}

/** Marks answers that were running when the app last ended. Calls `onEnd` within the transaction. */
export function interruptRunningTurns(connection: Connection, onEnd: (turn: Turn) => void = () => {}): void {
  connection.transact(() => {
    const rows = connection.all<TurnRow>(`SELECT ${selected} FROM turns WHERE state = 'running'`)
    connection.run("UPDATE turns SET state = 'interrupted' WHERE state = 'running'")
    if (rows.length === 0) return
    const turns = rows.map((row) => toTurn({ ...row, state: 'interrupted' }))
    indexTurns(connection, turns)
    for (const turn of turns) onEnd(turn)
  })
}

function indexTurns(connection: Connection, turns: readonly Turn[]): void {
  indexText(connection, () => {
    for (const turn of turns) indexTurn(connection, turn)
  })
}

/** Imported turns may have other fields, which are not stored. */
function toRow({ times, ...turn }: Turn): TurnRow {
  return {
    ...turn,
    ...times,
    parts: writeExactJson(turn.parts),
    error: turn.error && JSON.stringify(turn.error),
    usage: turn.usage && writeExactJson(turn.usage),
    parameters: turn.parameters && writeExactJson(turn.parameters),
    metadata: turn.metadata && writeExactJson(turn.metadata),
    edited: turn.edited ? 1 : 0,
  }
}

const columnTypes = {
  id: 'text',
  parentId: 'text?',
  createdAt: 'number',
  model: 'text?',
  modelVersion: 'text?',
  finishReason: 'text?',
  blockReason: 'text?',
  firstToken: 'number?',
  firstAnswer: 'number?',
  total: 'number?',
  exchangeId: 'text?',
  comparison: 'text?',
} as const

const Role = Turn.shape.role
const State = Turn.shape.state

function toTurn(stored: TurnRow): Turn {
  const { firstToken, firstAnswer, total, ...row } = repairRow(stored, columnTypes)
  const parts = parseStored(Parts, row.parts)
  const state = State.safeParse(row.state).data
  const isReadable = parts !== undefined && state !== undefined
  return {
    ...row,
    role: Role.catch('model').parse(row.role),
    parts: parts ?? [],
    state: isReadable ? state : 'failed',
    error: isReadable ? readOptional(TurnError, row.error) : unreadable,
    usage: readOptional(UsageMetadata, row.usage),
    times: { firstToken, firstAnswer, total },
    upstream: UpstreamKind.nullable().catch(null).parse(row.upstream),
    parameters: readOptional(ChatParameters, row.parameters),
    metadata: readOptional(Metadata, row.metadata),
    edited: row.edited === 1,
  }
}

function readOptional<Schema extends z.ZodType>(
  schema: Schema,
  stored: string | null,
): z.infer<Schema> | null {
  return stored === null ? null : (parseStored(schema, stored) ?? null)
}

/** Turns without a deleted parent, the last deleted first. Only deleted rows are read, apart from the indexes. */
export function listDeletedTurns(
  connection: Connection,
  conversationId: string,
  limit: number,
): { readonly turn: Turn; readonly deletedAt: number }[] {
  const rows = connection.all<TurnRow & { deletedAt: number }>(
    `SELECT ${selected}, turns.deleted_at AS deletedAt FROM turns
      LEFT JOIN turns AS parent ON parent.id = turns.parent_id
      WHERE turns.seq IN (
        SELECT seq FROM turns INDEXED BY turns_by_conversation WHERE conversation_id = ?
        EXCEPT SELECT seq FROM turns INDEXED BY turns_living WHERE conversation_id = ? AND deleted_at IS NULL)
      AND turns.deleted_at > 0 AND parent.deleted_at IS NULL
      ORDER BY turns.deleted_at DESC, turns.seq DESC LIMIT CAST(? AS INTEGER)`,
    [conversationId, conversationId, limit],
  )
  return rows.map(({ deletedAt, ...row }) => ({ turn: toTurn(row), deletedAt }))
}

const sliceLength = 50

/** In the given order. Includes turns that are deleted while the others are read. */
export async function readTurns(connection: Connection, turnIds: readonly string[]): Promise<Turn[]> {
  const turns: Turn[] = []
  for await (const slice of readSlices(connection, turnIds)) turns.push(...slice)
  return turns
}

/** Includes the answers that they continue. */
export async function readCopies(connection: Connection, turnIds: readonly string[]): Promise<CopiedTurn[]> {
  const copies: CopiedTurn[] = []
  const added = new Set(turnIds)
  for await (const slice of readSlices(connection, turnIds))
    copies.push(...withContinued(connection, slice, added))
  return copies
}

async function* readSlices(connection: Connection, turnIds: readonly string[]): AsyncGenerator<Turn[]> {
  const maybeYield = createYield()
  for (let at = 0; at < turnIds.length; at += sliceLength) {
    const slice = turnIds.slice(at, at + sliceLength)
    const found = findTurnsWithDeleted(connection, slice)
    if (found.length < slice.length) throw turnNotFound()
    yield found
    await maybeYield()
  }
}

/** Replaces the indexed text of a turn, which must be a row already. Excludes thoughts. */
export function indexTurn(connection: Connection, turn: Pick<Turn, 'id' | 'parts'>): void {
  const text = toTurnText(turn)
  connection.run('DELETE FROM turn_texts WHERE rowid = (SELECT seq FROM turns WHERE id = ?)', [turn.id])
  if (isLongText(text)) queueLongText(connection, turn.id)
  if (text === '' || isLongText(text)) return
  connection.run('INSERT INTO turn_texts (rowid, text) SELECT seq, ? FROM turns WHERE id = ?', [
    text,
    turn.id,
  ])
}
