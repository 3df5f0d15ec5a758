// Finds items and conversations, counts what they can be filtered by, and finds where items were made.
import type { ItemLocation, LibraryFacets, LibraryQuery, TrashedImage } from '#shared/schemas/library'
import { readSearchQuery, type SearchQuery, toTextCondition } from '../conversations/search'
import type { Connection, Value } from '../database/connection'
import { findValue, listValues } from '../database/rows'

interface Condition {
  readonly sql: string
  readonly values: readonly Value[]
}

/** The ids come as one text: with 10,000 of them a row for each costs several times as much. */
export function findIds(connection: Connection, query: LibraryQuery): string[] {
  return findPage(connection, query, { offset: 0, limit: -1 }).ids
}

export function findPage(
  connection: Connection,
  query: LibraryQuery,
  { offset, limit }: { offset: number; limit: number },
): { total: number; ids: string[] } {
  const halves = [...findMade(query), ...findConversations(query)]
  if (halves.length === 0) return { total: 0, ids: [] }
  const row = connection.get<{ total: number; ids: string }>(toStatement(query, halves), [
    ...halves.flatMap(({ values }) => values),
    ...(isPlain(query) ? halves.flatMap(({ values }) => values) : []),
    limit,
    offset,
  ])
  // SQLite has written it in this form just now.
  return { total: row?.total ?? 0, ids: JSON.parse(row?.ids ?? '[]') as string[] }
}

/** The indices give the order, and a page is read from its beginning; words and tags are looked for only once. */
function isPlain({ text, tags }: LibraryQuery): boolean {
  return text === '' && tags.length === 0
}

function toStatement(query: LibraryQuery, halves: readonly Condition[]): string {
  const all = halves.map(({ sql }) => sql).join(' UNION ALL ')
  const page = `ORDER BY ${orders[query.order]} LIMIT ? OFFSET ?`
  if (isPlain(query)) {
    const counts = halves.map(({ sql }) => `(SELECT count(*) FROM (${sql}))`).join(' + ')
    return `SELECT ${counts} AS total, (SELECT json_group_array(id) FROM (${all} ${page})) AS ids`
  }
  return `WITH found AS MATERIALIZED (${all}) SELECT (SELECT count(*) FROM found) AS total,
    (SELECT json_group_array(id) FROM (SELECT id FROM found ${page})) AS ids`
}

const orders: Readonly<Record<LibraryQuery['order'], string>> = {
  newest: 'at DESC, seq DESC',
  oldest: 'at, seq',
  largest: 'size DESC, at DESC, seq DESC',
}

function findMade(query: LibraryQuery): Condition[] {
  const kinds = query.kinds.filter((kind) => kind !== 'conversation')
  if (query.kinds.length > 0 && kinds.length === 0) return []
  const size = query.order === 'largest' ? 'bytes' : '0'
  const half = `SELECT id, created_at AS at, ${size} AS size, seq FROM items`
  return [
    toHalf(half, [
      query.bin ? inBin : bare('deleted_at IS NULL'),
      ...(kinds.length > 0 ? [oneOf('kind', kinds)] : []),
      ...(query.models.length > 0 ? [oneOf('model', query.models)] : []),
      ...(query.fileProblems ? [bare("file IN ('missing', 'changed')")] : []),
      ...within('created_at', query),
      ...bearing('items.id', query.tags),
      ...sayingMade(readSearchQuery(query.text)),
    ]),
  ]
}

function findConversations(query: LibraryQuery): Condition[] {
  if (query.fileProblems || (query.kinds.length > 0 && !query.kinds.includes('conversation'))) return []
  const half = 'SELECT id, updated_at AS at, 0 AS size, seq FROM conversations'
  return [
    toHalf(half, [
      query.bin ? inBin : bare('deleted_at IS NULL'),
      ...(query.models.length > 0 ? [oneOf('model', query.models)] : []),
      ...within('updated_at', query),
      ...bearing('conversations.id', query.tags),
      ...sayingConversation(readSearchQuery(query.text)),
    ]),
  ]
}

function toHalf(half: string, conditions: readonly Condition[]): Condition {
  return {
    sql: `${half} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`,
    values: conditions.flatMap(({ values }) => values),
  }
}

function bare(sql: string): Condition {
  return { sql, values: [] }
}

/** What is being written or removed at the moment is not listed. */
const inBin = bare('deleted_at > 0')

function oneOf(column: string, wanted: readonly string[]): Condition {
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(wanted)] }
}

function within(column: string, { from, to }: LibraryQuery): Condition[] {
  return [
    ...(from === null ? [] : [{ sql: `${column} >= ?`, values: [from] }]),
    ...(to === null ? [] : [{ sql: `${column} < ?`, values: [to] }]),
  ]
}

function bearing(column: string, tags: readonly string[]): Condition[] {
  return tags.map((tag) => ({
    sql: `${column} IN (SELECT item_id FROM item_tags WHERE tag = ?)`,
    values: [tag],
  }))
}

function sayingMade(words: SearchQuery | undefined): Condition[] {
  if (!words) return []
  const { sql, values } = toTextCondition('item_texts', 'text', words)
  return [{ sql: `items.text_of IN (SELECT rowid FROM item_texts WHERE ${sql})`, values }]
}

/** `CROSS` keeps the index outermost. */
function sayingConversation(words: SearchQuery | undefined): Condition[] {
  if (!words) return []
  const title = toTextCondition('conversation_titles', 'title', words)
  const turn = toTextCondition('turn_texts', 'text', words)
  const sql = `(conversations.seq IN (SELECT rowid FROM conversation_titles WHERE ${title.sql})
    OR conversations.id IN (SELECT turns.conversation_id FROM turn_texts CROSS JOIN turns
      ON turns.seq = turn_texts.rowid AND turns.deleted_at IS NULL WHERE ${turn.sql}))`
  return [{ sql, values: [...title.values, ...turn.values] }]
}

type Counted = LibraryFacets['kinds']

/** Of what is not in the trash; the most frequent first. */
export function countFacets(connection: Connection): LibraryFacets {
  const countAll = (selected: string) => findValue<number>(connection, `SELECT ${selected}`) ?? 0
  return {
    kinds: count(
      connection,
      `SELECT kind AS value, count(*) AS count FROM items WHERE deleted_at IS NULL GROUP BY kind
        UNION ALL SELECT 'conversation', count(*) FROM conversations WHERE deleted_at IS NULL HAVING count(*) > 0`,
    ),
    models: count(
      connection,
      `SELECT model AS value, sum(count) AS count FROM (
        SELECT model, count(*) AS count FROM items WHERE deleted_at IS NULL GROUP BY kind, model
        UNION ALL SELECT model, count(*) FROM conversations WHERE deleted_at IS NULL GROUP BY model)
        WHERE model IS NOT NULL GROUP BY model`,
    ),
    tags: count(
      connection,
      `SELECT tag AS value, count(*) AS count FROM item_tags WHERE item_id NOT IN (
        SELECT id FROM items WHERE deleted_at IS NOT NULL
        UNION ALL SELECT id FROM conversations WHERE deleted_at IS NOT NULL) GROUP BY tag`,
    ),
    inBin: countAll(`(SELECT count(*) FROM items WHERE deleted_at > 0)
      + (SELECT count(*) FROM conversations WHERE deleted_at > 0)`),
    fileProblems: countAll("count(*) FROM items WHERE file IN ('missing', 'changed') AND deleted_at IS NULL"),
  }
}

function count(connection: Connection, sql: string): Counted {
  return connection
    .all<Counted[number]>(`SELECT value, count FROM (${sql}) ORDER BY count DESC, value`)
    .map(({ value, count: items }) => ({ value, count: items }))
}

interface PlaceRow {
  readonly id: string
  readonly kind: 'chat' | 'images'
  readonly deleted_at: number | null
  readonly turn_id: string | null
  readonly has_turn: number
  readonly turn_deleted_at: number | null
}

export function findPlace(connection: Connection, itemId: string): ItemLocation {
  const row = connection.get<PlaceRow>(
    `SELECT conversations.id, conversations.kind, conversations.deleted_at, items.turn_id,
        turns.id IS NOT NULL AS has_turn, turns.deleted_at AS turn_deleted_at
      FROM items JOIN conversations ON conversations.id = items.conversation_id
        LEFT JOIN turns ON turns.id = items.turn_id AND turns.conversation_id = conversations.id
      WHERE items.id = ?`,
    [itemId],
  )
  if (!row || (row.deleted_at ?? 0) < 0) return { state: 'gone', conversation: null, turnId: null }
  const place = { conversation: { id: row.id, kind: row.kind }, turnId: row.turn_id }
  if (row.deleted_at !== null) return { ...place, state: 'in trash' }
  if (row.turn_id === null) return { ...place, state: 'shown' }
  const isGone = row.has_turn === 0 || (row.turn_deleted_at ?? 0) < 0
  if (isGone) return { ...place, turnId: null, state: 'gone' }
  return { ...place, state: row.turn_deleted_at === null ? 'shown' : 'removed' }
}

/** Images in the trash whose places the conversation still shows. */
export function listTrashedImages(connection: Connection, conversationId: string): TrashedImage[] {
  return connection.all<TrashedImage>(
    `SELECT items.id, items.turn_id AS turnId, items.media FROM items
        CROSS JOIN turns ON turns.id = items.turn_id AND turns.deleted_at IS NULL AND turns.conversation_id = ?
      WHERE items.deleted_at > 0 AND items.media IS NOT NULL`,
    [conversationId],
  )
}

/** What a turn has made and is not in the trash, by the ids of its items. */
export function listMadeBy(connection: Connection, conversationId: string, turnId: string): string[] {
  const sql = `SELECT items.id FROM turns
      CROSS JOIN media_refs AS refs ON refs.owner_kind = 'turn' AND refs.owner = turns.seq
      CROSS JOIN items ON items.media = lower(hex(refs.media)) AND items.turn_id = turns.id
    WHERE turns.id = ? AND turns.conversation_id = ? AND items.deleted_at IS NULL`
  return listValues(connection, sql, [turnId, conversationId])
}
