// Decides what emptying the trash deletes, and what stays because something else needs it.
import type { TrashUse } from '#shared/schemas/library'
import { joinGeneratedItems, stagedMarker } from '../conversations/tree/tree-rows'
import type { Connection } from '../database/connection'
import { findValue } from '../database/rows'

/** The items and conversations in the trash, or some of them. */
export interface TrashSelection {
  /** `seq` of the items. */
  readonly items: readonly number[]
  readonly conversations: readonly string[]
  /** Whether the jobs that the user cleared are deleted only with their items. */
  readonly isPartial: boolean
}

export interface TrashPlan {
  /** `seq` of the items to delete. */
  readonly items: readonly number[]
  /** Ids of the conversations to delete. */
  readonly conversations: readonly string[]
  /** Jobs to delete with their transcript, or because the user cleared them. */
  readonly jobs: readonly string[]
  /** `seq` of the turns to delete with the items. */
  readonly turns: readonly number[]
  /** Files that the deleted rows refer to. */
  readonly referenced: readonly string[]
  /** Files that no row refers to afterwards. */
  readonly media: readonly string[]
  /** Why other items stay in the trash. */
  readonly inUse: readonly TrashUse[]
}

/**
 * Selects the rows to delete with those of the selected items and conversations that are still in the trash: deleted turns
 * of the items with all their descendants, and jobs. A turn stays if another one continues it, while its branch is being deleted or restored, and if
 * it or a descendant has an item that stays or is another message of a chat, which can still be restored.
 */
const deletedRows = `WITH RECURSIVE
  deleted_items AS MATERIALIZED (SELECT items.seq, items.media, items.turn_id, items.job_id, items.kind
    FROM json_each(?) AS selected CROSS JOIN items ON items.seq = selected.value WHERE items.deleted_at > 0),
  trashed AS MATERIALIZED (SELECT conversations.id FROM json_each(?) AS selected
    CROSS JOIN conversations ON conversations.id = selected.value WHERE conversations.deleted_at > 0),
  changing AS MATERIALIZED (SELECT turns.conversation_id AS id FROM settings
    CROSS JOIN turns ON turns.id = settings.value WHERE settings.key LIKE 'taking-out:%'),
  steps AS MATERIALIZED (SELECT turns.seq, turns.id, turns.parent_id
    FROM deleted_items CROSS JOIN turns ON turns.id = deleted_items.turn_id
    WHERE turns.deleted_at > 0 AND turns.conversation_id NOT IN (SELECT id FROM changing)
      AND NOT EXISTS (SELECT 1 FROM turns AS next WHERE next.parent_id = turns.parent_id AND next.continues = turns.id)),
  from_steps (seq, id) AS (SELECT seq, id FROM steps
    UNION SELECT turns.seq, turns.id FROM from_steps CROSS JOIN turns ON turns.parent_id = from_steps.id),
  retained (id, parent_id) AS (
    SELECT turns.id, turns.parent_id FROM from_steps CROSS JOIN turns ON turns.seq = from_steps.seq
        CROSS JOIN conversations ON conversations.id = turns.conversation_id
      WHERE turns.deleted_at IS NOT ${stagedMarker} AND (
        EXISTS (SELECT 1 FROM (SELECT turns.id, turns.seq) AS turns ${joinGeneratedItems}
          WHERE items.deleted_at IS NOT ${stagedMarker} AND items.seq NOT IN (SELECT seq FROM deleted_items))
        OR (conversations.kind <> 'images' AND turns.id NOT IN (SELECT id FROM steps)
          AND turns.id NOT IN (SELECT parent_id FROM steps WHERE parent_id IS NOT NULL)))
    UNION SELECT turns.id, turns.parent_id FROM retained CROSS JOIN turns ON turns.id = retained.parent_id),
  below (seq, id) AS (SELECT seq, id FROM steps WHERE id NOT IN (SELECT id FROM retained)
    UNION SELECT turns.seq, turns.id FROM below CROSS JOIN turns ON turns.parent_id = below.id),
  deleted_turns AS MATERIALIZED (SELECT seq FROM below),
  deleted_jobs AS MATERIALIZED (SELECT seq, id FROM jobs WHERE open = 0 AND (
    id IN (SELECT job_id FROM deleted_items WHERE kind = 'transcript')
    OR (deleted_at IS NOT NULL AND (? = 'all' OR id IN (SELECT job_id FROM deleted_items))
      AND NOT EXISTS (SELECT 1 FROM items WHERE items.job_id = jobs.id
        AND items.seq NOT IN (SELECT seq FROM deleted_items))))),
  deleted_rows (owner_kind, owner) AS MATERIALIZED (
    SELECT 'item', seq FROM deleted_items
    UNION SELECT 'turn', seq FROM deleted_turns
    UNION SELECT 'turn', turns.seq FROM trashed CROSS JOIN turns ON turns.conversation_id = trashed.id
    UNION SELECT 'queued', queued_prompts.seq FROM trashed
      CROSS JOIN queued_prompts ON queued_prompts.conversation_id = trashed.id
    UNION SELECT 'draft', drafts.key FROM trashed CROSS JOIN drafts ON drafts.key = trashed.id
    UNION SELECT 'job', seq FROM deleted_jobs)`

/** An item with the same bytes outside the trash has its own reference, and retains the file. */
const isLastItem = `NOT EXISTS (SELECT 1 FROM items
  WHERE items.media = deleted_items.media AND items.deleted_at IS NULL)`

/** A row that stays and refers to the same file, or NULL. */
const firstNeed = `(SELECT json_array(deleted_items.seq, refs.owner_kind, refs.owner) FROM media_refs AS refs
  LEFT JOIN deleted_rows ON deleted_rows.owner_kind = refs.owner_kind AND deleted_rows.owner = refs.owner
  WHERE refs.media = unhex(deleted_items.media) AND deleted_rows.owner IS NULL LIMIT 1)`

/** Every list of a plan in one statement, so that the rows are selected once. All values are JSON. */
const selectPlan = `${deletedRows},
  referenced AS MATERIALIZED (SELECT DISTINCT refs.media FROM deleted_rows
    CROSS JOIN media_refs AS refs ON refs.owner_kind = deleted_rows.owner_kind AND refs.owner = deleted_rows.owner),
  freed (media) AS (SELECT media FROM referenced UNION SELECT unhex(media) FROM unneeded_media)
  SELECT
    (SELECT json_group_array(seq) FROM deleted_items) AS items,
    (SELECT json_group_array(id) FROM trashed) AS conversations,
    (SELECT json_group_array(seq) FROM deleted_turns) AS turns,
    (SELECT json_group_array(id) FROM deleted_jobs) AS jobs,
    (SELECT json_group_array(lower(hex(media))) FROM referenced) AS referenced,
    (SELECT json_group_array(lower(hex(media))) FROM freed WHERE NOT EXISTS (SELECT 1 FROM media_refs AS refs
      LEFT JOIN deleted_rows ON deleted_rows.owner_kind = refs.owner_kind AND deleted_rows.owner = refs.owner
      WHERE refs.media = freed.media AND deleted_rows.owner IS NULL)) AS media,
    (SELECT json_group_array(json(need)) FROM (SELECT ${firstNeed} AS need FROM deleted_items WHERE ${isLastItem})
      WHERE need IS NOT NULL) AS needed`

type NeededItem = readonly [seq: number, kind: string, owner: string | number]

type PlanLists = Omit<TrashPlan, 'inUse'> & { readonly needed: readonly NeededItem[] }

function readLists(connection: Connection, { items, conversations, isPartial }: TrashSelection): PlanLists {
  const values = [JSON.stringify(items), JSON.stringify(conversations), isPartial ? 'some' : 'all']
  const row: Record<string, string> = connection.get(selectPlan, values) ?? {}
  // SQLite has just written this JSON.
  return Object.fromEntries(Object.entries(row).map(([name, list]) => [name, JSON.parse(list)])) as PlanLists
}

/** Without ids, the whole trash is emptied. */
export type PlanInput = { readonly ids?: readonly string[] | undefined } | TrashSelection

export function planEmptying(connection: Connection, input: PlanInput): TrashPlan {
  return planDeletion(connection, 'items' in input ? input : readTrash(connection, input.ids))
}

/** Without ids, everything in the trash. */
export function readTrash(connection: Connection, ids?: readonly string[]): TrashSelection {
  const values = ids ? [JSON.stringify([...new Set(ids)])] : []
  const from = (table: string) =>
    ids ? `json_each(?) AS selected CROSS JOIN ${table} ON ${table}.id = selected.value` : table
  const row = (table: string, key: string) => {
    const sql = `SELECT json_group_array(${table}.${key}) FROM ${from(table)} WHERE ${table}.deleted_at > 0`
    return findValue<string>(connection, sql, values) ?? '[]'
  }
  // SQLite has just written this JSON.
  const items = JSON.parse(row('items', 'seq')) as number[]
  const conversations = JSON.parse(row('conversations', 'id')) as string[]
  return { items, conversations, isPartial: ids !== undefined }
}

/** Ignores what is no longer in the trash. */
export function planDeletion(connection: Connection, selection: TrashSelection): TrashPlan {
  let needed: readonly NeededItem[] = []
  let { items } = selection
  // An item that stays may need others.
  for (;;) {
    const { needed: found, ...lists } = readLists(connection, { ...selection, items })
    if (found.length === 0) return { ...lists, inUse: describeUses(connection, needed) }
    needed = [...needed, ...found]
    const stillNeeded = new Set(found.map(([seq]) => seq))
    items = lists.items.filter((seq) => !stillNeeded.has(seq))
  }
}

function describeUses(connection: Connection, needed: readonly NeededItem[]): TrashUse[] {
  const uses = new Map<string, TrashUse>()
  for (const [, kind, owner] of needed) {
    const use = describeUse(connection, kind, owner)
    const key = JSON.stringify(use)
    uses.set(key, { ...use, items: (uses.get(key)?.items ?? 0) + 1 })
  }
  return [...uses.values()]
}

function describeUse(connection: Connection, kind: string, owner: string | number): Omit<TrashUse, 'items'> {
  const conversation = (sql: string): Omit<TrashUse, 'items'> => {
    const found = connection.get<{ kind: string; title: string }>(
      `SELECT kind, title FROM conversations WHERE id = (${sql})`,
      [owner],
    )
    if (!found) return { usedBy: 'draft', title: null }
    return { usedBy: found.kind === 'images' ? 'session' : 'chat', title: found.title }
  }
  if (kind === 'turn') return conversation('SELECT conversation_id FROM turns WHERE seq = ?')
  if (kind === 'queued') return conversation('SELECT conversation_id FROM queued_prompts WHERE seq = ?')
  if (kind === 'draft') return conversation('?')
  if (kind === 'job') return { usedBy: 'job', title: null }
  if (kind === 'item') {
    const title = findValue<string>(connection, 'SELECT title FROM items WHERE seq = ?', [owner])
    return { usedBy: 'item', title: title ?? null }
  }
  return { usedBy: 'form', title: null }
}
