// Tells of a turn how it was made: by its prompt, and by the steps of the tree before it.
import { z } from 'zod'
import type { Turn } from '#shared/schemas/chat'
import { Part } from '#shared/schemas/content'
import type { Making } from '#shared/schemas/making'
import { findKept } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import { readStored } from '../database/stored-json'
import { listFiles, listMadePictures, readWords } from './made-pictures'

/** A chat of thousands of turns may end in a picture: this many turns before it are told. */
const longestChain = 200

interface StepRow {
  readonly role: Turn['role']
  readonly parts: string
}

/** Undefined where the turn is gone. Deleted ones are still told of: what came of them is there. */
export function readTurnMaking(connection: Connection, turnId: string): Making | undefined {
  const [turn] = findKept(connection, [turnId])
  return turn && toMaking(connection, turn)
}

function toMaking(connection: Connection, turn: Turn): Making {
  const before = readBefore(connection, turn.parentId, longestChain)
  const prompt = before.at(-1)
  const parts = prompt?.role === 'user' ? prompt.parts : []
  return {
    version: 1,
    prompt: readWords(parts),
    model: turn.model ?? 'unknown',
    modelVersion: turn.modelVersion,
    parameters: turn.parameters ?? { model: turn.model ?? 'unknown' },
    references: listFiles(parts),
    chain: toChain(before.slice(0, -1)),
    createdAt: turn.createdAt,
    took: turn.times.total,
    usage: turn.usage,
    upstream: turn.upstream,
    exchangeId: turn.exchangeId,
    conversationId: turn.conversationId,
    turnId: turn.id,
  }
}

/** The words that the turn answers. */
export function readPrompt(connection: Connection, { parentId }: Pick<Turn, 'parentId'>): string {
  const [prompt] = readBefore(connection, parentId, 1)
  return prompt?.role === 'user' ? readWords(prompt.parts) : ''
}

type Step = Pick<Turn, 'role' | 'parts'>

/** A prompt, and the last picture of the answer that was gone on from. */
function toChain(before: readonly Step[]): Making['chain'] {
  return before.flatMap(({ role, parts }, index) => {
    if (role !== 'user') return []
    const answer = before[index + 1]
    // A picture in an answer that was changed by hand was gone on from all the same.
    const pictures = answer ? listMadePictures({ ...answer, edited: false }) : []
    return [{ prompt: readWords(parts), media: pictures.at(-1)?.media ?? null }]
  })
}

const Parts = z.array(Part)

/** The turns as far as this one, the first one first; what is damaged says nothing. */
function readBefore(connection: Connection, turnId: string | null, most: number): Step[] {
  const rows = connection.all<StepRow>(
    `WITH RECURSIVE branch (seq, parent_id, depth) AS (
      SELECT seq, parent_id, 1 FROM turns WHERE id = ?
      UNION ALL SELECT turns.seq, turns.parent_id, depth + 1 FROM branch
        JOIN turns ON turns.id = branch.parent_id WHERE depth < ?)
      SELECT role, parts FROM branch CROSS JOIN turns ON turns.seq = branch.seq ORDER BY depth DESC`,
    [turnId, most],
  )
  return rows.map(({ role, parts }) => ({ role, parts: readStored(Parts, parts) ?? [] }))
}
