// Turns as rows, each with its parts verbatim and its text in the search index.
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { type Turn, TurnError } from '#shared/schemas/chat'
import { ChatParameters } from '#shared/schemas/chat-parameters'
import { Part, UsageMetadata } from '#shared/schemas/content'
import { UpstreamKind } from '#shared/schemas/upstream'
import { createYield } from '../../concurrency/timing'
import type { Connection, Value } from '../../database/connection'
import { parseStored } from '../../parse-json'

interface TurnRow {
  id: string
  conversation_id: string
  parent_id: string | null
  role: Turn['role']
  state: Turn['state']
  created_at: number
  model: string | null
  model_version: string | null
  finish_reason: string | null
  block_reason: string | null
  error: string | null
  usage: string | null
  first_token: number | null
  first_answer: number | null
  total: number | null
  exchange_id: string | null
  upstream: string | null
  parameters: string | null
  metadata: string | null
  comparison: string | null
  edited: number
  parts: string
}

const Parts = z.array(Part)
const Metadata = z.looseObject({})

const unreadable = {
  code: 'INTERNAL',
  message:
    'This turn cannot be read: what is stored of it is damaged. The rest of the conversation is whole.',
}

/** `continues` names the answer that this one begins with. */
export function insertTurn(connection: Connection, turn: Turn, continues: string | null = null): void {
  insertRow(connection, turn, continues)
  if (turn.state !== 'running') makeFindable(connection, [turn])
}

export interface NewRow {
  readonly turn: Turn
  readonly continues: string | null
}

/** Many at once, none of them running: the index is written to once. */
export function insertTurns(connection: Connection, rows: readonly NewRow[]): void {
  for (const { turn, continues } of rows) insertRow(connection, turn, continues)
  makeFindable(
    connection,
    rows.map(({ turn }) => turn),
  )
}

function insertRow(connection: Connection, turn: Turn, continues: string | null): void {
  connection.run(
    `INSERT INTO turns (state, model_version, finish_reason, block_reason, error, usage, first_token, first_answer,
      total, exchange_id, upstream, metadata, parts, id, conversation_id, parent_id, role, created_at, model,
      parameters, comparison, edited, continues)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      ...changingValues(turn),
      turn.id,
      turn.conversationId,
      turn.parentId,
      turn.role,
      turn.createdAt,
      turn.model,
      turn.parameters && JSON.stringify(turn.parameters),
      turn.comparison,
      turn.edited ? 1 : 0,
      continues,
    ],
  )
}

/** Writes what may change of a turn after it was begun. */
export function updateTurn(connection: Connection, turn: Turn): void {
  connection.run(
    `UPDATE turns SET state = ?, model_version = ?, finish_reason = ?, block_reason = ?, error = ?, usage = ?,
      first_token = ?, first_answer = ?, total = ?, exchange_id = ?, upstream = ?, metadata = ?, parts = ?
      WHERE id = ?`,
    [...changingValues(turn), turn.id],
  )
  if (turn.state !== 'running') makeFindable(connection, [turn])
}

/** The whole tree without what was deleted, in the order it grew. */
export function listTurns(connection: Connection, conversationId: string): Turn[] {
  const rows = connection.all<TurnRow>(
    'SELECT * FROM turns WHERE conversation_id = ? AND deleted_at IS NULL ORDER BY seq',
    [conversationId],
  )
  return rows.map(toTurn)
}

/** A deleted one is not found. */
export function findTurn(connection: Connection, conversationId: string, turnId: string): Turn {
  const [turn] = findTurns(connection, conversationId, [turnId])
  if (!turn) throw turnNotFound()
  return turn
}

export function turnNotFound(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no such turn in this conversation.', { param: 'turnId' })
}

/** In the order they are asked for; those that are not there, or deleted, are left out. */
export function findTurns(
  connection: Connection,
  conversationId: string,
  turnIds: readonly string[],
): Turn[] {
  const rows = connection.all<TurnRow>(
    `SELECT turns.* FROM json_each(?) AS asked JOIN turns ON turns.id = asked.value
      WHERE conversation_id = ? AND deleted_at IS NULL ORDER BY asked.key`,
    [JSON.stringify(turnIds), conversationId],
  )
  return rows.map(toTurn)
}

/** Deleted ones too, in the order they are asked for. */
export function findTurnsWithDeleted(connection: Connection, turnIds: readonly string[]): Turn[] {
  const rows = connection.all<TurnRow>(
    `SELECT turns.* FROM json_each(?) AS asked JOIN turns ON turns.id = asked.value ORDER BY asked.key`,
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
      SELECT * FROM turns WHERE id IN (SELECT id FROM branch) ORDER BY seq`,
    [turnId],
  )
  return rows.map(toTurn)
}

/** The answer that this one begins with, even if it was deleted since. */
export function findContinued(connection: Connection, turnId: string): Turn | undefined {
  const row = connection.get<TurnRow>(
    'SELECT old.* FROM turns JOIN turns AS old ON old.id = turns.continues WHERE turns.id = ?',
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
  const rows = connection.all<TurnRow & { continued_by: string }>(
    `SELECT old.*, turns.id AS continued_by FROM json_each(?) AS asked
      JOIN turns ON turns.id = asked.value JOIN turns AS old ON old.id = turns.continues`,
    [JSON.stringify(turns.map(({ id }) => id))],
  )
  if (rows.length === 0) return [...turns]
  const continued = new Map(rows.map((row) => [row.continued_by, toTurn(row)]))
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
    const rows = connection.all<TurnRow>("SELECT * FROM turns WHERE state = 'running'")
    connection.run("UPDATE turns SET state = 'interrupted' WHERE state = 'running'")
    if (rows.length === 0) return
    const turns = rows.map((row) => toTurn({ ...row, state: 'interrupted' }))
    makeFindable(connection, turns)
    for (const turn of turns) onEnd(turn)
  })
}

/** Within a transaction. An index that is damaged must cost nobody an answer: what it does not take is not found. */
function makeFindable(connection: Connection, turns: readonly Turn[]): void {
  connection.exec('SAVEPOINT findable')
  try {
    for (const turn of turns) indexTurn(connection, turn)
    // FTS5 writes only here or at the end of the transaction, which it would take with it.
    connection.exec('SAVEPOINT written; RELEASE written')
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'INTERNAL') throw error
    connection.exec('ROLLBACK TO findable')
  }
  connection.exec('RELEASE findable')
}

function changingValues(turn: Turn): Value[] {
  return [
    turn.state,
    turn.modelVersion,
    turn.finishReason,
    turn.blockReason,
    turn.error && JSON.stringify(turn.error),
    turn.usage && JSON.stringify(turn.usage),
    turn.times.firstToken,
    turn.times.firstAnswer,
    turn.times.total,
    turn.exchangeId,
    turn.upstream,
    turn.metadata && JSON.stringify(turn.metadata),
    JSON.stringify(turn.parts),
  ]
}

function toTurn(row: TurnRow): Turn {
  const parts = parseStored(Parts, row.parts)
  return {
    id: row.id,
    conversationId: row.conversation_id,
    parentId: row.parent_id,
    role: row.role,
    parts: parts ?? [],
    state: parts ? row.state : 'failed',
    createdAt: row.created_at,
    model: row.model,
    modelVersion: row.model_version,
    finishReason: row.finish_reason,
    blockReason: row.block_reason,
    error: parts ? readOptional(TurnError, row.error) : unreadable,
    usage: readOptional(UsageMetadata, row.usage),
    times: { firstToken: row.first_token, firstAnswer: row.first_answer, total: row.total },
    exchangeId: row.exchange_id,
    upstream: toUpstream(row.upstream),
    parameters: readOptional(ChatParameters, row.parameters),
    metadata: readOptional(Metadata, row.metadata),
    comparison: row.comparison,
    edited: row.edited === 1,
  }
}

function toUpstream(stored: string | null): Turn['upstream'] {
  return UpstreamKind.nullable().catch(null).parse(stored)
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
    const asked = turnIds.slice(at, at + sliceLength)
    const found = findTurnsWithDeleted(connection, asked)
    if (found.length < asked.length) throw turnNotFound()
    yield found
    await pause()
  }
}

/** The letters that mark a find in what the index gives back (`STX`, `ETX`): no text in it holds them. */
export const findMarks = { begin: '\u0002', end: '\u0003' } as const

/** Replaces what was there of the turn, which is a row already. Thoughts are not searched. */
export function indexTurn(connection: Connection, turn: Pick<Turn, 'id' | 'parts'>): void {
  const text = toSearchedText(turn.parts)
  connection.run('DELETE FROM turn_texts WHERE rowid = (SELECT seq FROM turns WHERE id = ?)', [turn.id])
  if (text === '') return
  connection.run('INSERT INTO turn_texts (rowid, text) SELECT seq, ? FROM turns WHERE id = ?', [
    text,
    turn.id,
  ])
}

function toSearchedText(parts: Turn['parts']): string {
  const texts = parts.flatMap(({ text, thought }) => (text && thought !== true ? [text] : []))
  const text = texts.join('\n').normalize('NFC')
  // What follows a NUL is out of the index' sight.
  return text.replaceAll(findMarks.begin, '').replaceAll(findMarks.end, '').replaceAll('\0', ' ')
}
