// Indexes texts of turns that would block the event loop: in pieces, one after the other, after the turn is saved.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import type { Turn } from '#shared/schemas/chat'
import { Part } from '#shared/schemas/content'
import type { Changes } from '../changes'
import { type Connection, isDatabaseBusy } from '../database/connection'
import { findValue, toIndexedText } from '../database/rows'
import { parseStored } from '../parse-json'

/** In characters. Longer texts are indexed in pieces; this one takes about 10 ms. */
const maxTextLength = 64_000
const pieceLength = 10_000
/** Characters at the start of a piece that the one before it has, too, so that a phrase across both is found. */
const overlap = 1_000
/** The row id of a piece is the turn's `seq` times this, plus its number. The schema relies on it. */
const maxPieces = 4096

/** The searchable text of a turn, without thoughts. */
export function toTurnText({ parts }: Pick<Turn, 'parts'>): string {
  const texts = parts.flatMap(({ text, thought }) => (text && thought !== true ? [text] : []))
  return toIndexedText(texts.join('\n'))
}

export function isLongText(text: string): boolean {
  return text.length > maxTextLength
}

/** Call within the transaction that saves the turn. `createLongTextIndexer` writes the pieces. */
export function queueLongText(connection: Connection, turnId: string): void {
  connection.run('INSERT OR IGNORE INTO turns_to_index SELECT seq FROM turns WHERE id = ?', [turnId])
}

const ofTurn = 'rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)'

/** The values of `ofTurn`. */
function toRange(seq: number): [number, number] {
  return [seq * maxPieces, seq * maxPieces + maxPieces - 1]
}

/** Pieces that are deleted at once. */
const sliceLength = 10

/** Deletes the pieces of a conversation's turns, before the turns themselves. */
export async function dropPieces(connection: Connection, conversationId: string): Promise<void> {
  const sql = `DELETE FROM turn_pieces WHERE rowid IN (
    SELECT pieces.rowid FROM turns CROSS JOIN turn_pieces AS pieces
      ON pieces.rowid BETWEEN turns.seq * ${maxPieces} AND turns.seq * ${maxPieces} + ${maxPieces - 1}
      WHERE turns.conversation_id = ? LIMIT ${sliceLength})`
  while (connection.run(sql, [conversationId]) > 0) await yieldToEventLoop()
}

export function createLongTextIndexer({ connection, changes }: { connection: Connection; changes: Changes }) {
  let isClosed = false
  let isRequested = false
  let working: Promise<void> | undefined

  const work = async () => {
    while (isRequested && !isClosed) {
      isRequested = false
      // Runs after the transaction that has queued a turn.
      await yieldToEventLoop()
      try {
        if (!isClosed && (await indexQueued(connection, () => isClosed))) changes.emit('conversations')
      } catch (error) {
        // The next start tries again.
        if (!isDatabaseBusy(error)) return
        await connection.lock.whenFree()
        isRequested = true
      }
    }
  }
  const request = () => {
    if (isClosed) return
    isRequested = true
    working ??= work().finally(() => {
      working = undefined
    })
  }
  // Each change of a turn is followed by one of its conversation.
  const unsubscribe = changes.subscribe((topic) => {
    if (topic === 'conversations') request()
  })
  request()
  return {
    /** Resolves once nothing is being written. The next start continues. */
    async close() {
      isClosed = true
      unsubscribe()
      await working
    },
  }
}

/** Returns whether anything was indexed. */
async function indexQueued(connection: Connection, isClosed: () => boolean): Promise<boolean> {
  let hasIndexed = false
  while (!isClosed()) {
    const seq = findValue<number>(connection, 'SELECT seq FROM turns_to_index ORDER BY seq LIMIT 1')
    if (seq === undefined) return hasIndexed
    hasIndexed = true
    await indexPieces(connection, seq, isClosed)
  }
  return false
}

const Parts = z.array(Part)

async function indexPieces(connection: Connection, seq: number, isClosed: () => boolean): Promise<void> {
  const range = toRange(seq)
  // Those of an earlier text, or of an indexing that was interrupted.
  const drop = `DELETE FROM turn_pieces WHERE rowid IN (SELECT rowid FROM turn_pieces WHERE ${ofTurn} LIMIT ${sliceLength})`
  while (!isClosed() && connection.run(drop, range) > 0) await yieldToEventLoop()
  const stored = findValue<string>(connection, 'SELECT parts FROM turns WHERE seq = ?', [seq])
  const text = toTurnText({ parts: parseStored(Parts, stored ?? '[]') ?? [] })
  // A turn that is deleted meanwhile is no longer queued.
  const insert = `INSERT INTO turn_pieces (rowid, text) SELECT CAST(? AS INTEGER), ?
    WHERE EXISTS (SELECT 1 FROM turns_to_index WHERE seq = ?)`
  const length = Math.max(pieceLength, Math.ceil(text.length / (maxPieces - 1)))
  for (const [number, start] of listStarts(text.length, length).entries()) {
    await yieldToEventLoop()
    if (isClosed()) return
    const piece = text.slice(Math.max(0, start - overlap), start + length)
    if (connection.run(insert, [range[0] + number, piece, seq]) === 0) return
  }
  connection.run('DELETE FROM turns_to_index WHERE seq = ?', [seq])
}

function listStarts(total: number, length: number): number[] {
  return Array.from({ length: Math.ceil(total / length) }, (_, number) => number * length)
}
