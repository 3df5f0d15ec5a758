// Finds words in the titles and turns of all conversations, best first.
import type { ConversationKind } from '#shared/schemas/chat'
import type { SearchHit } from '#shared/schemas/search-hit'
import type { Connection, Value } from '../../database/connection'
import { findMarks } from '../tree/turn-texts'
import { readSearchQuery, type SearchQuery, toPatterns } from './search-query'
import { cutSnippet, readSnippet } from './snippet'

/** A word that stands everywhere is ranked among its newest finds alone: the rest would only cost time. */
const mostRanked = 2000
/** Titles stand first, and leave room for turns. */
const titlesFirst = 10
/** The most that a snippet of the index holds, in trigrams. */
const snippetLength = 64

/** `CROSS` keeps the index outermost, so that it is read newest first and left as soon as there is enough. */
interface Place {
  /** The table of the index and its one column. */
  readonly table: 'turn_texts' | 'conversation_titles'
  readonly column: 'text' | 'title'
  /** What the find is joined with, and what of it may not be shown. */
  readonly join: string
  readonly columns: string
}

/** Of the kind that is looked for: the first value of every statement. */
const shownConversations = 'conversations.deleted_at IS NULL AND conversations.kind = ?'

const turnTexts: Place = {
  table: 'turn_texts',
  column: 'text',
  join: `CROSS JOIN turns ON turns.seq = turn_texts.rowid AND turns.deleted_at IS NULL
    CROSS JOIN conversations ON conversations.id = turns.conversation_id AND ${shownConversations}`,
  columns: 'conversations.id, conversations.title, turns.id AS turn, turns.role, turns.created_at AS at',
}

const conversationTitles: Place = {
  table: 'conversation_titles',
  column: 'title',
  join: `CROSS JOIN conversations ON conversations.seq = conversation_titles.rowid AND ${shownConversations}`,
  columns:
    'conversations.id, conversations.title, NULL AS turn, NULL AS role, conversations.updated_at AS at',
}

interface FoundRow {
  readonly seq: number
  readonly id: string
  readonly title: string
  readonly turn: string | null
  readonly role: 'user' | 'model' | null
  readonly at: number
}

export interface SearchInput {
  readonly query: string
  readonly kind: ConversationKind
  readonly limit: number
}

/** Every word must stand in the one text; what is in the bin is not found. */
export function searchConversations(
  connection: Connection,
  { query, kind, limit }: SearchInput,
): SearchHit[] {
  const words = readSearchQuery(query)
  if (!words) return []
  const titles = findIn(connection, conversationTitles, { words, kind, limit })
  const turns = findIn(connection, turnTexts, { words, kind, limit })
  return [...titles.slice(0, Math.max(titlesFirst, limit - turns.length)), ...turns].slice(0, limit)
}

interface Search {
  readonly words: SearchQuery
  readonly kind: ConversationKind
  readonly limit: number
}

function findIn(connection: Connection, place: Place, { words, kind, limit }: Search): SearchHit[] {
  const { sql, values } = toStatement(place, words)
  return connection.all<FoundRow>(sql, [kind, ...values, limit]).map((row) => ({
    conversationId: row.id,
    title: row.title,
    turnId: row.turn,
    role: row.role,
    at: row.at,
    snippet: readFound(connection, { place, words, seq: row.seq }),
  }))
}

/** Before its values stands the kind, after them the limit. */
function toStatement(place: Place, { match, short }: SearchQuery): { sql: string; values: Value[] } {
  const { table, column, join, columns } = place
  const patterns = short.map(toPatterns)
  const compared = patterns.map(
    (spellings) => `(${spellings.map(() => `${table}.${column} LIKE ? ESCAPE '\\'`).join(' OR ')})`,
  )
  const conditions = [...(match === null ? [] : [`${table} MATCH ?`]), ...compared].join(' AND ')
  const found = `SELECT ${table}.rowid AS seq, ${columns}, ${match === null ? '0' : `bm25(${table})`} AS distance
    FROM ${table} ${join} WHERE ${conditions} ORDER BY ${table}.rowid DESC`
  const values = [...(match === null ? [] : [match]), ...patterns.flat()]
  if (match === null) return { sql: `${found} LIMIT ?`, values }
  const ranked = `SELECT * FROM (${found} LIMIT ${mostRanked}) ORDER BY distance, seq DESC LIMIT ?`
  return { sql: ranked, values }
}

interface Found extends Pick<Search, 'words'> {
  readonly place: Place
  readonly seq: number
}

function readFound(connection: Connection, { place, words, seq }: Found): SearchHit['snippet'] {
  const { table, column } = place
  if (words.match === null) {
    const row = connection.get<{ text: string }>(`SELECT ${column} AS text FROM ${table} WHERE rowid = ?`, [
      seq,
    ])
    return cutSnippet(row?.text ?? '', words.short)
  }
  // Numbers are bound as reals, and for a real the index would read every find to come to this one.
  const row = connection.get<{ snippet: string }>(
    `SELECT snippet(${table}, 0, ?, ?, '…', ${snippetLength}) AS snippet FROM ${table}
      WHERE ${table} MATCH ? AND rowid = CAST(? AS INTEGER)`,
    [findMarks.begin, findMarks.end, words.match, seq],
  )
  return readSnippet(row?.snippet ?? '', words.short)
}
