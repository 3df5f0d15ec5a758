// Boards, which items are added to, and saved searches.
import { ApiError } from '#shared/schemas/api-error'
import { type LibraryCollection, type LibraryFacets, LibraryFilters } from '#shared/schemas/library'
import type { Connection } from '../database/connection'
import { findValue, listValues } from '../database/rows'
import { parseStored } from '../parse-json'
import type { LibraryPorts } from './item-rows'
import { inSlices } from './mark-items'

export interface BoardItems {
  readonly id: string
  readonly ids: readonly string[]
}

interface CollectionRow extends Pick<LibraryCollection, 'id' | 'kind' | 'name'> {
  readonly filters: string | null
}

const select = 'SELECT id, kind, name, filters FROM collections WHERE deleted_at IS NULL'

/** For tens of thousands of items, without reading them. */
async function countMarks(connection: Connection, ids: readonly string[]) {
  let starred = 0
  const tags = new Map<string, number>()
  const boards = new Map<string, number>()
  await inSlices(ids, (slice) => {
    starred += findValue<number>(connection, countStars, [slice]) ?? 0
    const add = (counts: Map<string, number>, sql: string) => {
      for (const { value, count } of connection.all<{ value: string; count: number }>(sql, [slice]))
        counts.set(value, (counts.get(value) ?? 0) + count)
    }
    add(tags, countTags)
    add(boards, countBoards)
  })
  const toValues = (counts: Map<string, number>) => [...counts].map(([value, count]) => ({ value, count }))
  return { starred, tags: toValues(tags), boards: toValues(boards) }
}

const countStars = 'SELECT count(*) FROM item_stars WHERE item_id IN (SELECT value FROM json_each(?))'
const countTags = `SELECT tag AS value, count(*) AS count FROM item_tags
  WHERE item_id IN (SELECT value FROM json_each(?)) GROUP BY tag`
const countBoards = `SELECT collection_id AS value, count(*) AS count FROM collection_items
  WHERE item_id IN (SELECT value FROM json_each(?)) GROUP BY collection_id`

const selectOnBoard = `SELECT item_id FROM collection_items
  WHERE item_id IN (SELECT value FROM json_each(?1)) AND collection_id = ?2`

export function createCollections({ connection, now, newId, notify }: LibraryPorts) {
  const change = (sql: string, values: readonly (string | number)[]) => {
    if (connection.run(sql, values) === 0)
      throw new ApiError('NOT_FOUND', 'Board or saved search not found.', { param: 'id' })
    notify()
  }
  const changeItems = async (id: string, ids: readonly string[], sql: string) => {
    const [board] = connection.all(`${select} AND kind = 'board' AND id = ?`, [id])
    if (!board) throw new ApiError('NOT_FOUND', 'Board not found.', { param: 'id' })
    const changed: string[] = []
    await inSlices(ids, (slice) => {
      const list = () => new Set(listValues<string>(connection, selectOnBoard, [slice, id]))
      connection.transact(() => {
        const before = list()
        connection.run(sql, [slice, id])
        const after = list()
        for (const each of new Set([...before, ...after]))
          if (before.has(each) !== after.has(each)) changed.push(each)
      })
      notify()
    })
    return { ids: changed }
  }
  return {
    /** Sorted by name. */
    listCollections: (): LibraryCollection[] =>
      connection.all<CollectionRow>(`${select} ORDER BY name COLLATE NOCASE, seq`).flatMap(toCollection),
    /** A board; with filters a saved search. */
    createCollection({ name, filters }: Pick<LibraryCollection, 'name' | 'filters'>): LibraryCollection {
      const created = { id: newId(), kind: filters ? ('search' as const) : ('board' as const), name, filters }
      connection.run('INSERT INTO collections (id, kind, name, filters, created_at) VALUES (?, ?, ?, ?, ?)', [
        created.id,
        created.kind,
        name,
        filters && JSON.stringify(filters),
        now(),
      ])
      notify()
      return created
    },
    renameCollection: ({ id, name }: { id: string; name: string }) =>
      change('UPDATE collections SET name = ? WHERE id = ? AND deleted_at IS NULL', [name, id]),
    /** The items of a board stay in the Library. */
    deleteCollection: ({ id }: { id: string }) =>
      change('UPDATE collections SET deleted_at = ? WHERE id = ?', [now(), id]),
    restoreCollection: ({ id }: { id: string }) =>
      change('UPDATE collections SET deleted_at = NULL WHERE id = ?', [id]),
    /** Adds them to a board, or removes them. Both return the IDs whose membership changed: undoing must not touch the others. */
    addToBoard: ({ id, ids }: BoardItems) =>
      changeItems(
        id,
        ids,
        `INSERT OR IGNORE INTO collection_items (collection_id, item_id, added_at)
          SELECT ?2, value, ${Math.round(now())} FROM json_each(?1)
          WHERE EXISTS (SELECT 1 FROM items WHERE id = value)
            OR EXISTS (SELECT 1 FROM conversations WHERE id = value)`,
      ),
    /** How many of the items have a star, have each of the tags, and are on each of the boards. */
    countMarks: ({
      ids,
    }: Pick<BoardItems, 'ids'>): Promise<Pick<LibraryFacets, 'starred' | 'tags' | 'boards'>> =>
      countMarks(connection, ids),
    removeFromBoard: ({ id, ids }: BoardItems) =>
      changeItems(
        id,
        ids,
        `DELETE FROM collection_items
          WHERE item_id IN (SELECT value FROM json_each(?1)) AND collection_id = ?2`,
      ),
  }
}

/** Without a search whose filters are damaged. */
function toCollection({ filters, ...row }: CollectionRow): LibraryCollection[] {
  if (row.kind === 'board') return [{ ...row, filters: null }]
  const stored = filters === null ? undefined : parseStored(LibraryFilters, filters)
  return stored ? [{ ...row, filters: stored }] : []
}

/** Called at the start, because a deletion of the previous run can no longer be undone. */
export function dropDeletedCollections(connection: Connection, startedAt: number): void {
  connection.run('DELETE FROM collections WHERE deleted_at < ?', [startedAt])
}
