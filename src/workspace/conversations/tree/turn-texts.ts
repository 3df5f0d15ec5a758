// Puts what a turn says into the index that the search reads.
import type { Turn } from '#shared/schemas/chat'
import type { Connection } from '../../database/connection'

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
