// Turns as rows: a tree a conversation, each turn's parts verbatim.
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import type { Turn } from '#shared/schemas/chat'
import { Part } from '#shared/schemas/content'
import { UpstreamKind } from '#shared/schemas/upstream'
import { UsageMetadata } from '#shared/schemas/usage'
import type { Connection, Value } from '../storage/connection'
import { readStored } from '../storage/stored-json'

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
  total: number | null
  exchange_id: string | null
  upstream: string | null
  parts: string
}

const Parts = z.array(Part)
const TurnError = z.object({ code: z.string(), message: z.string() })

const unreadable = {
  code: 'INTERNAL',
  message:
    'This turn cannot be read: what is stored of it is damaged. The rest of the conversation is whole.',
}

export function insertTurn(connection: Connection, turn: Turn): void {
  connection.run(
    `INSERT INTO turns (state, model_version, finish_reason, block_reason, error, usage, first_token, total,
      exchange_id, upstream, parts, id, conversation_id, parent_id, role, created_at, model)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      ...changingValues(turn),
      turn.id,
      turn.conversationId,
      turn.parentId,
      turn.role,
      turn.createdAt,
      turn.model,
    ],
  )
}

/** Writes what may change of a turn after it was begun. */
export function updateTurn(connection: Connection, turn: Turn): void {
  connection.run(
    `UPDATE turns SET state = ?, model_version = ?, finish_reason = ?, block_reason = ?, error = ?, usage = ?,
      first_token = ?, total = ?, exchange_id = ?, upstream = ?, parts = ? WHERE id = ?`,
    [...changingValues(turn), turn.id],
  )
}

/** The whole tree, in the order it grew. */
export function listTurns(connection: Connection, conversationId: string): Turn[] {
  const rows = connection.all<TurnRow>('SELECT * FROM turns WHERE conversation_id = ? ORDER BY seq', [
    conversationId,
  ])
  return rows.map(toTurn)
}

export function findTurn(connection: Connection, conversationId: string, turnId: string): Turn {
  const row = connection.get<TurnRow>('SELECT * FROM turns WHERE id = ? AND conversation_id = ?', [
    turnId,
    conversationId,
  ])
  if (!row)
    throw new ApiError('NOT_FOUND', 'There is no such turn in this conversation.', { param: 'turnId' })
  return toTurn(row)
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

/** For the start of the program: no answer of an earlier one is under way any more. */
export function interruptRunningTurns(connection: Connection): void {
  connection.run("UPDATE turns SET state = 'interrupted' WHERE state = 'running'")
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
    turn.times.total,
    turn.exchangeId,
    turn.upstream,
    JSON.stringify(turn.parts),
  ]
}

function toTurn(row: TurnRow): Turn {
  const parts = readStored(Parts, row.parts)
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
    times: { firstToken: row.first_token, total: row.total },
    exchangeId: row.exchange_id,
    upstream: toUpstream(row.upstream),
  }
}

function toUpstream(stored: string | null): Turn['upstream'] {
  return UpstreamKind.nullable().catch(null).parse(stored)
}

function readOptional<Schema extends z.ZodType>(
  schema: Schema,
  stored: string | null,
): z.infer<Schema> | null {
  return stored === null ? null : (readStored(schema, stored) ?? null)
}
