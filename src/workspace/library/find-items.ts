// Finds items and conversations, counts their facets, and finds the conversations that items were made in.
import type {
  GeneratedImage,
  ItemKind,
  ItemLocation,
  LibraryFacets,
  LibraryQuery,
  LibraryShape,
} from '#shared/schemas/library'
import {
  readSearchQuery,
  type SearchQuery,
  toLongTextCondition,
  toTextCondition,
} from '../conversations/search'
import { joinGeneratedItems } from '../conversations/tree/tree-rows'
import type { Connection, Value } from '../database/connection'
import { findValue, listValues } from '../database/rows'

interface Condition {
  readonly sql: string
  readonly values: readonly Value[]
}

/** Reads the ids as one JSON text, which for 10,000 ids is several times faster than rows. */
export function findIds(connection: Connection, query: LibraryQuery): string[] {
  return findPage(connection, query, { offset: 0, limit: -1 }).ids
}

export function findPage(
  connection: Connection,
  query: LibraryQuery,
  { offset, limit }: { offset: number; limit: number },
): { total: number; ids: string[] } {
  const selects = [...selectItems(query), ...selectConversations(query)]
  if (selects.length === 0) return { total: 0, ids: [] }
  const row = connection.get<{ total: number; ids: string }>(toStatement(query, selects), [
    ...selects.flatMap(({ values }) => values),
    ...(isPlain(query) ? selects.flatMap(({ values }) => values) : []),
    limit,
    offset,
  ])
  // SQLite has just written this JSON.
  return { total: row?.total ?? 0, ids: JSON.parse(row?.ids ?? '[]') as string[] }
}

/** Reads the moments and ratios as one JSON text, like the ids. */
export function findShape(connection: Connection, query: LibraryQuery): LibraryShape {
  const selects = [...selectItems(query, 'ratio'), ...selectConversations(query, 'ratio')]
  if (selects.length === 0) return { moments: [], ratios: [] }
  const all = selects.map(({ sql }) => sql).join(' UNION ALL ')
  const text = findValue<string>(
    connection,
    `SELECT json_array(json_group_array(at), json_group_array(ratio))
      FROM (${all} ORDER BY ${orders[query.order]})`,
    selects.flatMap(({ values }) => values),
  )
  // SQLite has just written this JSON.
  const [moments, ratios] = JSON.parse(text ?? '[[],[]]') as [number[], number[]]
  return { moments, ratios }
}

/** Without text, tags, stars and boards, indexes provide the order and a page is read from its start; otherwise all matches are found once. */
function isPlain({ text, tags, starred, board }: LibraryQuery): boolean {
  return text === '' && tags.length === 0 && !starred && board === null
}

function toStatement(query: LibraryQuery, selects: readonly Condition[]): string {
  const all = selects.map(({ sql }) => sql).join(' UNION ALL ')
  const page = `ORDER BY ${orders[query.order]} LIMIT ? OFFSET ?`
  if (isPlain(query)) {
    const counts = selects.map(({ sql }) => `(SELECT count(*) FROM (${sql}))`).join(' + ')
    return `SELECT ${counts} AS total, (SELECT json_group_array(id) FROM (${all} ${page})) AS ids`
  }
  return `WITH found AS MATERIALIZED (${all}) SELECT (SELECT count(*) FROM found) AS total,
    (SELECT json_group_array(id) FROM (SELECT id FROM found ${page})) AS ids`
}

const orders: Readonly<Record<LibraryQuery['order'], string>> = {
  newest: 'at DESC, seq DESC',
  oldest: 'at, seq',
  largest: toOrder('DESC'),
  smallest: toOrder('ASC'),
  title: toOrder('ASC'),
  'title-descending': toOrder('DESC'),
  kind: toOrder('ASC'),
  'kind-descending': toOrder('DESC'),
  model: toOrder('ASC'),
  'model-descending': toOrder('DESC'),
}

/** Items without the value are last in both directions. */
function toOrder(direction: 'ASC' | 'DESC'): string {
  return `sort COLLATE NOCASE ${direction} NULLS LAST, at DESC, seq DESC`
}

interface SortColumn {
  readonly items: string
  readonly conversations: string
}

/** By the start of the order's name. */
const sortColumns: Readonly<Record<string, SortColumn>> = {
  largest: { items: 'bytes', conversations: 'NULL' },
  smallest: { items: 'bytes', conversations: 'NULL' },
  title: { items: "nullif(title, '')", conversations: "nullif(title, '')" },
  // As they are called on screen.
  kind: { items: 'kind', conversations: "CASE kind WHEN 'images' THEN 'image session' ELSE 'chat' END" },
  model: { items: 'model', conversations: 'model' },
}

function toSortColumn({ order }: LibraryQuery): SortColumn {
  return sortColumns[order.replace('-descending', '')] ?? { items: 'NULL', conversations: 'NULL' }
}

function includesItems({ kinds }: LibraryQuery): boolean {
  return kinds.length === 0 || kinds.some((kind) => kind !== 'conversation')
}

function includesConversations({ kinds, fileProblems }: LibraryQuery): boolean {
  return !fileProblems && (kinds.length === 0 || kinds.includes('conversation'))
}

/** Only what is needed, so that an index covers the ratios of all items. */
type Selected = 'id' | 'ratio'

const ratioOf = 'coalesce(round(1.0 * width / nullif(height, 0), 3), 1) AS ratio'

function selectItems(query: LibraryQuery, selected: Selected = 'id'): Condition[] {
  if (!includesItems(query)) return []
  const at = query.bin ? 'deleted_at' : 'created_at'
  const value = selected === 'id' ? 'id' : ratioOf
  const select = `SELECT ${value}, ${at} AS at, ${toSortColumn(query).items} AS sort, seq FROM items`
  return [withConditions(select, itemConditions(query))]
}

function itemConditions(query: LibraryQuery): Condition[] {
  return [
    query.bin ? inTrash : condition('deleted_at IS NULL'),
    ...(query.kinds.length > 0 ? [isOneOf('kind', query.kinds)] : []),
    ...(query.models.length > 0 ? [isOneOf('model', query.models)] : []),
    ...(query.fileProblems ? [condition("file IN ('missing', 'changed')")] : []),
    ...within('created_at', query),
    ...hasTags('items.id', query.tags),
    ...isMarked('items.id', query),
    ...itemTextMatches(readSearchQuery(query.text)),
  ]
}

function selectConversations(query: LibraryQuery, selected: Selected = 'id'): Condition[] {
  if (!includesConversations(query)) return []
  const at = query.bin ? 'deleted_at' : 'updated_at'
  const value = selected === 'id' ? 'id' : '1 AS ratio'
  const select = `SELECT ${value}, ${at} AS at, ${toSortColumn(query).conversations} AS sort, seq FROM conversations`
  return [withConditions(select, conversationConditions(query))]
}

function conversationConditions(query: LibraryQuery): Condition[] {
  return [
    query.bin ? inTrash : condition('deleted_at IS NULL'),
    ...(query.models.length > 0 ? [isOneOf('model', query.models)] : []),
    ...within('updated_at', query),
    ...hasTags('conversations.id', query.tags),
    ...isMarked('conversations.id', query),
    ...conversationTextMatches(readSearchQuery(query.text)),
  ]
}

function withConditions(select: string, conditions: readonly Condition[], end = ''): Condition {
  return {
    sql: `${select} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ${end}`,
    values: conditions.flatMap(({ values }) => values),
  }
}

function condition(sql: string): Condition {
  return { sql, values: [] }
}

/** Staged and partly deleted rows, which are negative, are not listed. */
const inTrash = condition('deleted_at > 0')

function isOneOf(column: string, values: readonly string[]): Condition {
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] }
}

function within(column: string, { from, to }: LibraryQuery): Condition[] {
  return [
    ...(from === null ? [] : [{ sql: `${column} >= ?`, values: [from] }]),
    ...(to === null ? [] : [{ sql: `${column} < ?`, values: [to] }]),
  ]
}

function hasTags(column: string, tags: readonly string[]): Condition[] {
  return tags.map((tag) => ({
    sql: `${column} IN (SELECT item_id FROM item_tags WHERE tag = ?)`,
    values: [tag],
  }))
}

function isMarked(column: string, { starred, board }: LibraryQuery): Condition[] {
  const onBoard = `${column} IN (SELECT item_id FROM collection_items WHERE collection_id = ?)`
  return [
    ...(starred ? [condition(`${column} IN (SELECT item_id FROM item_stars)`)] : []),
    ...(board === null ? [] : [{ sql: onBoard, values: [board] }]),
  ]
}

function itemTextMatches(search: SearchQuery | undefined): Condition[] {
  if (!search) return []
  const { sql, values } = toTextCondition('item_texts', 'text', search)
  return [{ sql: `items.text_seq IN (SELECT rowid FROM item_texts WHERE ${sql})`, values }]
}

/** `CROSS` makes the index the outer loop. */
function conversationTextMatches(search: SearchQuery | undefined): Condition[] {
  if (!search) return []
  const title = toTextCondition('conversation_titles', 'title', search)
  const turn = toTextCondition('turn_texts', 'text', search)
  const long = toLongTextCondition(search)
  const sql = `(conversations.seq IN (SELECT rowid FROM conversation_titles WHERE ${title.sql})
    OR conversations.id IN (SELECT turns.conversation_id FROM turn_texts CROSS JOIN turns
      ON turns.seq = turn_texts.rowid AND turns.deleted_at IS NULL WHERE ${turn.sql})
    OR conversations.id IN (SELECT conversation_id FROM turns
      WHERE seq IN (${long.sql}) AND deleted_at IS NULL))`
  return [{ sql, values: [...title.values, ...turn.values, ...long.values] }]
}

type FacetCounts = LibraryFacets['kinds']

interface FacetRow {
  readonly kind: ItemKind
  /** A model or a tag. */
  readonly value: string | null
  readonly count: number
}

/** Each facet counts what its values would find with the other filters; tags narrow each other. */
export function countFacets(connection: Connection, query: LibraryQuery): LibraryFacets {
  const { kinds, models } = query
  const counts = countKindsAndModels(connection, query)
  const hasKind = ({ kind }: FacetRow) => kinds.length === 0 || kinds.includes(kind)
  const hasModel = ({ value }: FacetRow) => models.length === 0 || (value !== null && models.includes(value))
  const countAll = (sql: string, values: readonly Value[] = []) =>
    findValue<number>(connection, `SELECT ${sql}`, values) ?? 0
  const starred = { ...query, starred: true }
  const stars = [...selectItems(starred), ...selectConversations(starred)]
  const [problems] = selectItems({ ...query, fileProblems: true })
  return {
    kinds: sumCounts(counts.filter(hasModel), ({ kind }) => kind),
    models: sumCounts(counts.filter(hasKind), ({ value }) => value),
    tags: sumCounts(countTags(connection, query), ({ value }) => value),
    boards: sumCounts(countBoards(connection, { ...query, board: null }), ({ value }) => value),
    starred: stars.reduce((sum, { sql, values }) => sum + countAll(`count(*) FROM (${sql})`, values), 0),
    inBin: countAll(`(SELECT count(*) FROM items WHERE deleted_at > 0)
      + (SELECT count(*) FROM conversations WHERE deleted_at > 0)`),
    fileProblems: problems ? countAll(`count(*) FROM (${problems.sql})`, problems.values) : 0,
  }
}

/** With the filters other than type and model, so that one search serves both facets. */
function countKindsAndModels(connection: Connection, query: LibraryQuery): FacetRow[] {
  return countGroups(
    connection,
    { ...query, kinds: [], models: [] },
    {
      items: 'SELECT kind, model AS value, count(*) AS count FROM items',
      conversations: "SELECT 'conversation' AS kind, model AS value, count(*) AS count FROM conversations",
    },
  )
}

/** With all filters. The tags are the outer loop, because most items have none. */
function countTags(connection: Connection, query: LibraryQuery): FacetRow[] {
  return countGroups(connection, query, {
    items:
      'SELECT kind, tag AS value, count(*) AS count FROM item_tags CROSS JOIN items ON items.id = item_id',
    conversations: `SELECT 'conversation' AS kind, tag AS value, count(*) AS count FROM item_tags
      CROSS JOIN conversations ON conversations.id = item_id`,
  })
}

/** Like tags; an item may be on several boards, so each counts without the others. */
function countBoards(connection: Connection, query: LibraryQuery): FacetRow[] {
  return countGroups(connection, query, {
    items: `SELECT items.kind, collection_id AS value, count(*) AS count FROM collection_items
      CROSS JOIN items ON items.id = item_id`,
    conversations: `SELECT 'conversation' AS kind, collection_id AS value, count(*) AS count FROM collection_items
      CROSS JOIN conversations ON conversations.id = item_id`,
  })
}

/** The statements select a kind, a value and their number. */
function countGroups(
  connection: Connection,
  query: LibraryQuery,
  selects: { readonly items: string; readonly conversations: string },
): FacetRow[] {
  const group = 'GROUP BY kind, value'
  const statements = [
    ...(includesItems(query) ? [withConditions(selects.items, itemConditions(query), group)] : []),
    ...(includesConversations(query)
      ? [withConditions(selects.conversations, conversationConditions(query), group)]
      : []),
  ]
  return statements.flatMap(({ sql, values }) => connection.all<FacetRow>(sql, values))
}

/** Most frequent first. */
function sumCounts(rows: readonly FacetRow[], toValue: (row: FacetRow) => string | null): FacetCounts {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const value = toValue(row)
    if (value !== null) sums.set(value, (sums.get(value) ?? 0) + row.count)
  }
  return [...sums]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
}

interface LocationRow {
  readonly id: string
  readonly kind: 'chat' | 'images'
  readonly deleted_at: number | null
  readonly turn_id: string | null
  readonly has_turn: number
  readonly turn_deleted_at: number | null
}

export function findLocation(connection: Connection, itemId: string): ItemLocation {
  const row = connection.get<LocationRow>(
    `SELECT conversations.id, conversations.kind, conversations.deleted_at, items.turn_id,
        turns.id IS NOT NULL AS has_turn, turns.deleted_at AS turn_deleted_at
      FROM items JOIN conversations ON conversations.id = items.conversation_id
        LEFT JOIN turns ON turns.id = items.turn_id AND turns.conversation_id = conversations.id
      WHERE items.id = ?`,
    [itemId],
  )
  if (!row || (row.deleted_at ?? 0) < 0) return { state: 'gone', conversation: null, turnId: null }
  const location = { conversation: { id: row.id, kind: row.kind }, turnId: row.turn_id }
  if (row.deleted_at !== null) return { ...location, state: 'in trash' }
  if (row.turn_id === null) return { ...location, state: 'shown' }
  const isDeleted = row.has_turn === 0 || (row.turn_deleted_at ?? 0) < 0
  if (isDeleted) return { ...location, turnId: null, state: 'gone' }
  return { ...location, state: row.turn_deleted_at === null ? 'shown' : 'removed' }
}

/** Images in the trash whose turns are still in the conversation. */
type GeneratedImageRow = Omit<GeneratedImage, 'starred' | 'isTrashed'> &
  Readonly<Record<'starred' | 'isTrashed', number>>

export function listConversationImages(connection: Connection, conversationId: string): GeneratedImage[] {
  const rows = connection.all<GeneratedImageRow>(
    `SELECT items.id, items.turn_id AS turnId, turns.parent_id AS promptId, items.media, items.deleted_at IS NOT NULL AS isTrashed,
        EXISTS (SELECT 1 FROM item_stars WHERE item_id = items.id) AS starred
      FROM turns ${joinGeneratedItems}
      WHERE turns.conversation_id = ? AND ((turns.deleted_at IS NULL AND items.deleted_at IS NULL)
        OR (ifnull(turns.deleted_at, 1) > 0 AND items.deleted_at > 0))
      ORDER BY items.seq`,
    [conversationId],
  )
  return rows.map((row) => ({ ...row, starred: row.starred === 1, isTrashed: row.isTrashed === 1 }))
}

/** Ids of the turn's items that are not in the trash. */
export function listItemsOfTurn(connection: Connection, conversationId: string, turnId: string): string[] {
  const sql = `SELECT items.id FROM turns ${joinGeneratedItems}
    WHERE turns.id = ? AND turns.conversation_id = ? AND items.deleted_at IS NULL`
  return listValues(connection, sql, [turnId, conversationId])
}
