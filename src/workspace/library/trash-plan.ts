// Decides what emptying the trash deletes, and what stays because something else needs it.
import type { TrashUse } from '#shared/schemas/library'
import { stagedMarker } from '../conversations/tree/tree-rows'
import type { Connection } from '../database/connection'
import { findValue, listValues } from '../database/rows'

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
 * Selects the rows to delete with the items and the conversations of a plan: deleted turns of the items with all their
 * descendants, and jobs. A turn stays if another one continues it, while its branch is being deleted or restored, and if
 * it or a descendant has an item that stays or is another message of a chat, which can still be restored.
 */
const deletedRows = `WITH RECURSIVE
  deleted_items AS MATERIALIZED (SELECT items.seq, items.media, items.turn_id, items.job_id, items.kind
    FROM json_each(?) AS selected CROSS JOIN items ON items.seq = selected.value),
  trashed AS MATERIALIZED (SELECT value AS id FROM json_each(?)),
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
        turns.id IN (SELECT turn_id FROM items WHERE turn_id IS NOT NULL AND deleted_at IS NOT ${stagedMarker}
          AND seq NOT IN (SELECT seq FROM deleted_items))
        OR (conversations.kind <> 'images' AND turns.id NOT IN (SELECT id FROM steps)
          AND turns.id NOT IN (SELECT parent_id FROM steps WHERE parent_id IS NOT NULL)))
    UNION SELECT turns.id, turns.parent_id FROM retained CROSS JOIN turns ON turns.id = retained.parent_id),
  below (seq, id) AS (SELECT seq, id FROM steps WHERE id NOT IN (SELECT id FROM retained)
    UNION SELECT turns.seq, turns.id FROM below CROSS JOIN turns ON turns.parent_id = below.id),
  deleted_jobs AS MATERIALIZED (SELECT seq, id FROM jobs WHERE open = 0 AND (
    id IN (SELECT job_id FROM deleted_items WHERE kind = 'transcript')
    OR (deleted_at IS NOT NULL AND (? = 'all' OR id IN (SELECT job_id FROM deleted_items))
      AND id NOT IN (SELECT job_id FROM items WHERE job_id IS NOT NULL
        AND seq NOT IN (SELECT seq FROM deleted_items))))),
  deleted_rows (owner_kind, owner) AS MATERIALIZED (
    SELECT 'item', seq FROM deleted_items
    UNION SELECT 'turn', seq FROM below
    UNION SELECT 'turn', turns.seq FROM trashed CROSS JOIN turns ON turns.conversation_id = trashed.id
    UNION SELECT 'queued', queued_prompts.seq FROM trashed
      CROSS JOIN queued_prompts ON queued_prompts.conversation_id = trashed.id
    UNION SELECT 'draft', drafts.key FROM trashed CROSS JOIN drafts ON drafts.key = trashed.id
    UNION SELECT 'job', seq FROM deleted_jobs)`

/** An item with the same bytes outside the trash has its own reference, and retains the file. */
const neededItems = `${deletedRows}
  SELECT deleted_items.seq, refs.owner_kind AS kind, refs.owner FROM deleted_items
    CROSS JOIN media_refs AS refs ON refs.media = unhex(deleted_items.media)
    LEFT JOIN deleted_rows ON deleted_rows.owner_kind = refs.owner_kind AND deleted_rows.owner = refs.owner
  WHERE deleted_rows.owner IS NULL
    AND NOT EXISTS (SELECT 1 FROM items WHERE items.media = deleted_items.media AND items.deleted_at IS NULL)`

const freedMedia = `${deletedRows},
  referenced (media) AS (SELECT refs.media FROM deleted_rows
      CROSS JOIN media_refs AS refs ON refs.owner_kind = deleted_rows.owner_kind AND refs.owner = deleted_rows.owner
    UNION SELECT unhex(media) FROM media_let_go)
  SELECT lower(hex(media)) AS media FROM referenced WHERE NOT EXISTS (SELECT 1 FROM media_refs AS refs
    LEFT JOIN deleted_rows ON deleted_rows.owner_kind = refs.owner_kind AND deleted_rows.owner = refs.owner
    WHERE refs.media = referenced.media AND deleted_rows.owner IS NULL)`

interface NeededRow {
  readonly seq: number
  readonly kind: string
  readonly owner: string | number
}

interface Selected extends Pick<TrashPlan, 'items' | 'conversations'> {
  /** Only what the user selected is deleted, not the whole trash. */
  readonly isPartial: boolean
}

/** The values of `deletedRows`. */
function toSelected({ items, conversations, isPartial }: Selected) {
  return [JSON.stringify(items), JSON.stringify(conversations), isPartial ? 'some' : 'all'] as const
}

export interface PlanInput {
  /** Without ids, the whole trash is emptied. */
  readonly ids?: readonly string[] | undefined
}

export function planEmptying(connection: Connection, { ids }: PlanInput): TrashPlan {
  const inTrash = `deleted_at > 0 AND (?1 IS NULL OR id IN (SELECT value FROM json_each(?1)))`
  const values = [ids ? JSON.stringify(ids) : null]
  const isPartial = ids !== undefined
  const conversations = listValues<string>(
    connection,
    `SELECT id FROM conversations WHERE ${inTrash} ORDER BY seq`,
    values,
  )
  const needed: NeededRow[] = []
  let items = listValues<number>(connection, `SELECT seq FROM items WHERE ${inTrash} ORDER BY seq`, values)
  // An item that stays may need others.
  for (;;) {
    const rows = connection.all<NeededRow>(neededItems, toSelected({ items, conversations, isPartial }))
    if (rows.length === 0) break
    needed.push(...rows)
    const stillNeeded = new Set(rows.map(({ seq }) => seq))
    items = items.filter((seq) => !stillNeeded.has(seq))
  }
  const selected = toSelected({ items, conversations, isPartial })
  return {
    items,
    conversations,
    turns: listValues(connection, `${deletedRows} SELECT seq FROM below`, selected),
    referenced: listValues(
      connection,
      `${deletedRows} SELECT DISTINCT lower(hex(refs.media)) FROM deleted_rows
        CROSS JOIN media_refs AS refs ON refs.owner_kind = deleted_rows.owner_kind AND refs.owner = deleted_rows.owner`,
      selected,
    ),
    jobs: listValues(connection, `${deletedRows} SELECT id FROM deleted_jobs`, selected),
    media: listValues(connection, freedMedia, selected),
    inUse: describeUses(connection, needed),
  }
}

/** Counts every item once, for the first row that needs it. */
function describeUses(connection: Connection, needed: readonly NeededRow[]): TrashUse[] {
  const uses = new Map<string, TrashUse>()
  const counted = new Set<number>()
  for (const row of needed) {
    if (counted.has(row.seq)) continue
    counted.add(row.seq)
    const use = describeUse(connection, row)
    const key = JSON.stringify(use)
    uses.set(key, { ...use, items: (uses.get(key)?.items ?? 0) + 1 })
  }
  return [...uses.values()]
}

function describeUse(connection: Connection, { kind, owner }: NeededRow): Omit<TrashUse, 'items'> {
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
