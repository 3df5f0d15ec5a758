// Turns as rows, each with its parts verbatim and its text in the search index.
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { type Turn, TurnError } from '#shared/schemas/chat'
import { ChatParameters } from '#shared/schemas/chat-parameters'
import { Part, UsageMetadata } from '#shared/schemas/content'
import { UpstreamKind } from '#shared/schemas/upstream'
import { createYield } from '../../concurrency/timing'
import type { Connection } from '../../database/connection'
import { indexText, insertRow, selectFields, toIndexedText, updateRow } from '../../database/rows'
import { parseStored } from '../../parse-json'

/** What may change of a turn after it was begun. */
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

/** `continues` names the answer that this one begins with. */
export function insertTurn(connection: Connection, turn: Turn, continues: string | null = null): void {
  insertRow(connection, insertedColumns, { ...toRow(turn), continues })
  if (turn.state !== 'running') indexTurns(connection, [turn])
}

export interface NewRow {
  readonly turn: Turn
  readonly continues: string | null
}

/** Many at once, none of them running: the index is written to once. */
export function insertTurns(connection: Connection, rows: readonly NewRow[]): void {
  for (const { turn, continues } of rows)
    insertRow(connection, insertedColumns, { ...toRow(turn), continues })
  indexTurns(
    connection,
    rows.map(({ turn }) => turn),
  )
}

/** Writes what may change of a turn after it was begun. */
export function updateTurn(connection: Connection, turn: Turn): void {
  updateRow(connection, { table: 'turns', fields: updatedFields }, toRow(turn))
  if (turn.state !== 'running') indexTurns(connection, [turn])
}

/** A deleted one is not found. */
export function findTurn(connection: Connection, conversationId: string, turnId: string): Turn {
  const [turn] = findTurns(connection, conversationId, [turnId])
  if (!turn) throw turnNotFound()
  return turn
}

export function turnNotFound(): ApiError {
  return new ApiError('NOT_FOUND', 'Message not found in this chat.', { param: 'turnId' })
}

/** In the given order; missing and deleted ones are left out. */
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

/** Deleted ones too, in the given order. */
export function findTurnsWithDeleted(connection: Connection, turnIds: readonly string[]): Turn[] {
  const rows = connection.all<TurnRow>(
    `SELECT ${selected} FROM json_each(?) AS asked JOIN turns ON turns.id = asked.value ORDER BY asked.key`,
    [JSON.stringify(turnIds)],
  )
  return rows.map(toTurn)
}

/** From the root to this turn. A parent is always older than its child, so the order of growth is the order of the branch. */
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

/** The answer that this one begins with, even if it was deleted since. */
export function findContinued(connection: Connection, turnId: string): Turn | undefined {
  const row = connection.get<TurnRow>(
    `SELECT ${selectedContinued} FROM turns JOIN turns AS old ON old.id = turns.continues WHERE turns.id = ?`,
    [turnId],
  )
  return row && toTurn(row)
}

/** A turn as it is copied: with the answer that it continues from. */
export interface CopiedTurn extends Omit<Turn, 'conversationId'> {
  readonly continues?: string | null | undefined
  /** Kept for what continues from it alone. */
  readonly deleted?: boolean | undefined
}

/** Where what a turn continues from is not `added` yet, it is put before the turn, as a deleted one, and added. */
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

/** For the start of the program: no answer of an earlier one is in progress any longer. `onEnd` is called within the transaction. */
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

/** Only these fields are stored: an imported turn may have others. */
function toRow({ times, ...turn }: Turn): TurnRow {
  return {
    ...turn,
    ...times,
    parts: JSON.stringify(turn.parts),
    error: turn.error && JSON.stringify(turn.error),
    usage: turn.usage && JSON.stringify(turn.usage),
    parameters: turn.parameters && JSON.stringify(turn.parameters),
    metadata: turn.metadata && JSON.stringify(turn.metadata),
    edited: turn.edited ? 1 : 0,
  }
}

function toTurn({ firstToken, firstAnswer, total, ...row }: TurnRow): Turn {
  const parts = parseStored(Parts, row.parts)
  return {
    ...row,
    parts: parts ?? [],
    state: parts ? row.state : 'failed',
    error: parts ? readOptional(TurnError, row.error) : unreadable,
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

const sliceLength = 50

/** In the order of their ids. One that was deleted while they were read is among them all the same. */
export async function readTurns(connection: Connection, turnIds: readonly string[]): Promise<Turn[]> {
  const turns: Turn[] = []
  for await (const slice of readSlices(connection, turnIds)) turns.push(...slice)
  return turns
}

/** With what they continue from. */
export async function readCopies(connection: Connection, turnIds: readonly string[]): Promise<CopiedTurn[]> {
  const copies: CopiedTurn[] = []
  const added = new Set(turnIds)
  for await (const slice of readSlices(connection, turnIds))
    copies.push(...withContinued(connection, slice, added))
  return copies
}

async function* readSlices(connection: Connection, turnIds: readonly string[]): AsyncGenerator<Turn[]> {
  const pause = createYield()
  for (let at = 0; at < turnIds.length; at += sliceLength) {
    const slice = turnIds.slice(at, at + sliceLength)
    const found = findTurnsWithDeleted(connection, slice)
    if (found.length < slice.length) throw turnNotFound()
    yield found
    await pause()
  }
}

/** Replaces what was there of the turn, which is a row already. Thoughts are not searched. */
export function indexTurn(connection: Connection, turn: Pick<Turn, 'id' | 'parts'>): void {
  const texts = turn.parts.flatMap(({ text, thought }) => (text && thought !== true ? [text] : []))
  const text = toIndexedText(texts.join('\n'))
  connection.run('DELETE FROM turn_texts WHERE rowid = (SELECT seq FROM turns WHERE id = ?)', [turn.id])
  if (text === '') return
  connection.run('INSERT INTO turn_texts (rowid, text) SELECT seq, ? FROM turns WHERE id = ?', [
    text,
    turn.id,
  ])
}
