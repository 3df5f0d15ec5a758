// Searches titles and turns of conversations.

import { listSearchTerms } from '#shared/commands/find-text'
import type { ConversationKind, SearchHit } from '#shared/schemas/chat'
import type { Connection, Value } from '../database/connection'
import { findValue, matchMarks } from '../database/rows'

/** Only this many of the newest matches are ranked, because a common word has too many. */
const maxRanked = 2000
/** At most this many titles come first if there are enough turns to fill the list. */
const minTitles = 10
/** The maximum of FTS5, in trigrams. */
const snippetLength = 64

/** `CROSS` makes the index the outer loop, so that it is read newest first and only as far as needed. */
interface SearchIndex {
  /** The table of the index, and its only column. */
  readonly table: 'turn_texts' | 'conversation_titles'
  readonly column: 'text' | 'title'
  /** Joins a match with its conversation, and excludes deleted ones. */
  readonly join: string
  readonly columns: string
}

/** The kind is the first value of every statement. */
const shownConversations = 'conversations.deleted_at IS NULL AND conversations.kind = ?'

const hasTags = `NOT EXISTS (SELECT value FROM json_each(?)
  EXCEPT SELECT tag FROM item_tags WHERE item_id = conversations.id)`

const turnTexts: SearchIndex = {
  table: 'turn_texts',
  column: 'text',
  join: `CROSS JOIN turns ON turns.seq = turn_texts.rowid AND turns.deleted_at IS NULL
    CROSS JOIN conversations ON conversations.id = turns.conversation_id AND ${shownConversations}`,
  columns: 'conversations.id, conversations.title, turns.id AS turn, turns.role, turns.created_at AS at',
}

const conversationTitles: SearchIndex = {
  table: 'conversation_titles',
  column: 'title',
  join: `CROSS JOIN conversations ON conversations.seq = conversation_titles.rowid AND ${shownConversations}`,
  columns:
    'conversations.id, conversations.title, NULL AS turn, NULL AS role, conversations.updated_at AS at',
}

interface HitRow {
  readonly seq: number
  /** The smaller, the better; 0 for long texts. */
  readonly distance: number
  readonly isLong?: number
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
  /** Only conversations with all of these tags. */
  readonly tags?: readonly string[]
}

/** One text must contain all words. Excludes the trash. */
export function searchConversations(
  connection: Connection,
  { query, kind, limit, tags = [] }: SearchInput,
): SearchHit[] {
  const words = readSearchQuery(query)
  if (!words) return []
  const search = { words, kind, limit, tags }
  const titles = searchIndex(connection, conversationTitles, search)
  const turns = searchIndex(connection, turnTexts, {
    ...search,
    others: searchLongTexts(connection, search),
  })
  return [...titles.slice(0, Math.max(minTitles, limit - turns.length)), ...turns].slice(0, limit)
}

interface Search {
  readonly words: SearchQuery
  readonly kind: ConversationKind
  readonly limit: number
  readonly tags: readonly string[]
}

function searchIndex(
  connection: Connection,
  index: SearchIndex,
  { words, kind, limit, tags, others = [] }: Search & { readonly others?: readonly HitRow[] },
): SearchHit[] {
  const { sql, values } = toStatement(index, words, tags)
  const rows = [...connection.all<HitRow>(sql, [kind, ...values, limit]), ...others]
  if (others.length > 0) rows.sort((one, other) => one.distance - other.distance || other.seq - one.seq)
  return rows.slice(0, limit).map((row) => ({
    conversationId: row.id,
    title: row.title,
    turnId: row.turn,
    role: row.role,
    at: row.at,
    snippet:
      row.isLong === 1
        ? readLongSnippet(connection, words, row.seq)
        : readSnippetOf(connection, { index, words, seq: row.seq }),
  }))
}

/** Long texts are indexed in pieces (`long-texts`). */
function searchLongTexts(connection: Connection, { words, kind, limit, tags }: Search): HitRow[] {
  const found = toLongTextCondition(words)
  const { columns } = turnTexts
  const sql = `SELECT turns.seq, ${columns}, 0 AS distance, 1 AS isLong FROM turns
    CROSS JOIN conversations ON conversations.id = turns.conversation_id AND ${shownConversations}
    WHERE turns.seq IN (${found.sql}) AND turns.deleted_at IS NULL ${tags.length > 0 ? `AND ${hasTags}` : ''}
    ORDER BY turns.seq DESC LIMIT ?`
  const values = [...found.values, ...(tags.length > 0 ? [JSON.stringify(tags)] : [])]
  return connection.all<HitRow>(sql, [kind, ...values, limit])
}

/** Selects the `seq` of turns whose pieces together contain every word. */
export function toLongTextCondition({ long, short }: SearchQuery): {
  readonly sql: string
  readonly values: readonly Value[]
} {
  const words = [
    ...long.map((match) => ({ match, long: [match], short: [] })),
    ...short.map((word) => ({ match: null, long: [], short: [word] })),
  ].map((word) => toTextCondition('turn_pieces', 'text', word))
  return {
    sql: words.map(({ sql }) => `SELECT rowid / 4096 FROM turn_pieces WHERE ${sql}`).join(' INTERSECT '),
    values: words.flatMap(({ values }) => values),
  }
}

/** The snippet of the first piece with one of the words. */
function readLongSnippet(connection: Connection, { long, short }: SearchQuery, seq: number): Snippet {
  const ofTurn = 'rowid BETWEEN CAST(? AS INTEGER) * 4096 AND CAST(? AS INTEGER) * 4096 + 4095 LIMIT 1'
  if (long.length === 0) {
    const { sql, values } = toTextCondition('turn_pieces', 'text', {
      match: null,
      long,
      short: short.slice(0, 1),
    })
    const text = findValue<string>(connection, `SELECT text FROM turn_pieces WHERE ${sql} AND ${ofTurn}`, [
      ...values,
      seq,
      seq,
    ])
    return cutSnippet(text ?? '', short)
  }
  const snippet = findValue<string>(
    connection,
    `SELECT snippet(turn_pieces, 0, ?, ?, '…', ${snippetLength}) FROM turn_pieces
      WHERE turn_pieces MATCH ? AND ${ofTurn}`,
    [matchMarks.start, matchMarks.end, long.join(' OR '), seq, seq],
  )
  return readSnippet(snippet ?? '', short)
}

/** A condition for texts that contain every word. */
export function toTextCondition(
  table: string,
  column: string,
  { match, short }: SearchQuery,
): { readonly sql: string; readonly values: readonly Value[] } {
  const patterns = short.map(toPatterns)
  const compared = patterns.map(
    (spellings) => `(${spellings.map(() => `${table}.${column} LIKE ? ESCAPE '\\'`).join(' OR ')})`,
  )
  return {
    sql: [...(match === null ? [] : [`${table} MATCH ?`]), ...compared].join(' AND '),
    values: [...(match === null ? [] : [match]), ...patterns.flat()],
  }
}

/** The values are preceded by the kind, and followed by the limit. */
function toStatement(
  index: SearchIndex,
  words: SearchQuery,
  tags: readonly string[],
): { sql: string; values: readonly Value[] } {
  const { table, column, join, columns } = index
  const text = toTextCondition(table, column, words)
  const isTagged = tags.length > 0
  const conditions = isTagged ? `${text.sql} AND ${hasTags}` : text.sql
  const values = isTagged ? [...text.values, JSON.stringify(tags)] : text.values
  const isRanked = words.match !== null
  const found = `SELECT ${table}.rowid AS seq, ${columns}, ${isRanked ? `bm25(${table})` : '0'} AS distance
    FROM ${table} ${join} WHERE ${conditions} ORDER BY ${table}.rowid DESC`
  if (!isRanked) return { sql: `${found} LIMIT ?`, values }
  return { sql: `SELECT * FROM (${found} LIMIT ${maxRanked}) ORDER BY distance, seq DESC LIMIT ?`, values }
}

interface SnippetSource extends Pick<Search, 'words'> {
  readonly index: SearchIndex
  readonly seq: number
}

function readSnippetOf(connection: Connection, { index, words, seq }: SnippetSource): SearchHit['snippet'] {
  const { table, column } = index
  if (words.match === null) {
    const row = connection.get<{ text: string }>(`SELECT ${column} AS text FROM ${table} WHERE rowid = ?`, [
      seq,
    ])
    return cutSnippet(row?.text ?? '', words.short)
  }
  // Numbers are bound as reals, and for a real rowid the index would scan all matches.
  const row = connection.get<{ snippet: string }>(
    `SELECT snippet(${table}, 0, ?, ?, '…', ${snippetLength}) AS snippet FROM ${table}
      WHERE ${table} MATCH ? AND rowid = CAST(? AS INTEGER)`,
    [matchMarks.start, matchMarks.end, words.match, seq],
  )
  return readSnippet(row?.snippet ?? '', words.short)
}

export interface SearchQuery {
  /** An FTS5 expression; null if no word is long enough for the index. */
  readonly match: string | null
  /** The same for each of these words. */
  readonly long: readonly string[]
  /** Words for LIKE, because the trigram index has nothing shorter than three characters. */
  readonly short: readonly string[]
}

/** Phrases in quotes are found as they are; operators are text. Returns undefined if there are no words. */
export function readSearchQuery(typed: string): SearchQuery | undefined {
  const words = listSearchTerms(typed)
  if (words.length === 0) return undefined
  const long = words
    .filter((word) => countCharacters(word) >= 3)
    .map((word) => `"${word.replaceAll('"', '""')}"`)
  return {
    match: long.length === 0 ? null : long.join(' AND '),
    long,
    short: words.filter((word) => countCharacters(word) < 3),
  }
}

/** Counts like the index, which ignores combining marks. */
function countCharacters(word: string): number {
  return [...word.replace(/\p{M}/gu, '')].length
}

/** Patterns for LIKE, which ignores case only in ASCII. The escape character is the backslash. */
function toPatterns(word: string): string[] {
  const isAscii = /^[ -~]*$/.test(word)
  const spellings = new Set(isAscii ? [word] : [word, word.toLowerCase(), word.toUpperCase()])
  // Some capitals are two characters (`ß`, `SS`), which would be another word.
  const same = [...spellings].filter(({ length }) => length === word.length)
  return same.map((spelling) => `%${spelling.replace(/[\\%_]/g, '\\$&')}%`)
}

type Snippet = SearchHit['snippet']

/** Characters before and in a snippet that the index has not made. */
const charactersBefore = 24
const maxSnippetLength = 80

/** Parses the match characters of the index's snippet, and highlights short words in the rest. */
function readSnippet(marked: string, short: readonly string[]): Snippet {
  const { start, end } = matchMarks
  const pieces: Snippet = []
  for (const [index, piece] of marked.split(start).entries()) {
    const [found = '', rest] = piece.split(end)
    if (index === 0 || rest === undefined) pieces.push(...highlightWords(piece.replaceAll(end, ''), short))
    else pieces.push({ text: found, found: true }, ...highlightWords(rest, short))
  }
  return pieces.filter(({ text }) => text !== '')
}

/** Returns the text around the first match. */
function cutSnippet(text: string, short: readonly string[]): Snippet {
  const at = Math.max(0, text.search(toExpression(short)))
  const characters = [...text.slice(Math.max(0, at - charactersBefore * 2), at + maxSnippetLength * 2)]
  const skipped = Math.max(
    0,
    [...text.slice(Math.max(0, at - charactersBefore * 2), at)].length - charactersBefore,
  )
  const cut = characters.slice(skipped, skipped + maxSnippetLength).join('')
  const prefix = at > charactersBefore ? '…' : ''
  const suffix = text.endsWith(cut) ? '' : '…'
  return highlightWords(`${prefix}${cut}${suffix}`, short)
}

function highlightWords(text: string, short: readonly string[]): Snippet {
  if (text === '' || short.length === 0) return text === '' ? [] : [{ text, found: false }]
  return text
    .split(new RegExp(`(${toExpression(short).source})`, 'giu'))
    .map((piece, index) => ({ text: piece, found: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

function toExpression(words: readonly string[]): RegExp {
  const sources = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return new RegExp(sources.join('|'), 'iu')
}
