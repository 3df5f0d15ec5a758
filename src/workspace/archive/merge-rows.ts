// Adds the rows of an archive's database, attached as `source`, to the workspace's. Runs within one transaction.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import { Part } from '#shared/schemas/content'
import { indexTurn } from '../conversations/tree/turn-rows'
import type { Connection } from '../database/connection'
import { findValue, indexText, listValues } from '../database/rows'
import { parseStored } from '../parse-json'
import { listColumns } from './archive-tables'
import { listChangedEntries, listChangedSets } from './merge-plan'

interface MergeContext {
  readonly signal: AbortSignal
  /** Rows that are added, and all of them. */
  readonly report: (rows: number, total: number) => void
}

/** The archive's rows get new positions, after those of the workspace. */
export async function mergeRows(connection: Connection, { signal, report }: MergeContext): Promise<void> {
  // A reader of the workspace has the old state until the commit.
  const pause = async () => {
    await yieldToEventLoop()
    signal.throwIfAborted()
  }
  mergeFolders(connection)
  insertMissing(connection, 'conversations', {
    replaced: { folder_id: 'SELECT into_id FROM temp.folder_ids WHERE from_id = theirs.folder_id' },
  })
  await mergeTurns(connection, pause, report)
  insertMissing(connection, 'queued_prompts')
  for (const table of ['drafts', 'forms'] as const) insertOrIgnore(connection, table)
  insertMissing(connection, 'shelf')
  copyChanged(connection, 'shelf')
  mergeTranscripts(connection)
  await pause()
  mergeItems(connection)
  insertMissing(connection, 'collections')
  copyChanged(connection, 'collections')
  await pause()
  for (const table of ['loudness', 'embedding_vectors']) insertOrIgnore(connection, table)
  await pause()
  mergeSets(connection)
  await pause()
  const marked = `(item_id IN (SELECT id FROM main.items) OR item_id IN (SELECT id FROM main.conversations))`
  insertOrIgnore(connection, 'item_tags', marked)
  insertOrIgnore(connection, 'item_stars', marked)
  insertOrIgnore(
    connection,
    'collection_items',
    `${marked} AND collection_id IN (SELECT id FROM main.collections)`,
  )
}

interface InsertOptions {
  readonly where?: string
  /** Expressions in place of columns. */
  readonly replaced?: Readonly<Record<string, string>>
}

/** Rows whose `id` the workspace does not have. */
function insertMissing(
  connection: Connection,
  table: string,
  { where = 'TRUE', replaced = {} }: InsertOptions = {},
) {
  const columns = listColumns(connection, table).filter((column) => column !== 'seq')
  const values = columns.map((column) => (replaced[column] ? `(${replaced[column]})` : `theirs.${column}`))
  return connection.run(
    `INSERT OR IGNORE INTO main.${table} (${columns.join(', ')}) SELECT ${values.join(', ')}
      FROM source.${table} AS theirs
      WHERE NOT EXISTS (SELECT 1 FROM main.${table} AS ours WHERE ours.id = theirs.id) AND ${where}
      ORDER BY theirs.seq`,
  )
}

/** For tables whose primary key is their identity. */
function insertOrIgnore(connection: Connection, table: string, where = 'TRUE'): void {
  const columns = listColumns(connection, table).join(', ')
  connection.run(
    `INSERT OR IGNORE INTO main.${table} (${columns}) SELECT ${columns} FROM source.${table} WHERE ${where}`,
  )
}

/** Folders of the same name become one. */
function mergeFolders(connection: Connection): void {
  connection.exec(`CREATE TEMP TABLE folder_ids (from_id TEXT PRIMARY KEY, into_id TEXT NOT NULL);
    INSERT INTO temp.folder_ids SELECT theirs.id, coalesce(
      (SELECT id FROM main.conversation_folders AS ours WHERE ours.id = theirs.id),
      (SELECT min(id) FROM main.conversation_folders AS ours
        WHERE ours.name = theirs.name COLLATE NOCASE AND ours.deleted_at IS NULL),
      theirs.id) FROM source.conversation_folders AS theirs`)
  insertMissing(connection, 'conversation_folders', {
    where: 'theirs.id IN (SELECT into_id FROM temp.folder_ids)',
  })
}

/** Turns per slice. */
const sliceLength = 200
const Parts = z.array(Part)

async function mergeTurns(
  connection: Connection,
  pause: () => Promise<void>,
  report: MergeContext['report'],
): Promise<void> {
  const isMissing = 'NOT EXISTS (SELECT 1 FROM main.turns AS ours WHERE ours.id = theirs.id)'
  const seqs = listValues<number>(
    connection,
    `SELECT seq FROM source.turns AS theirs WHERE ${isMissing} ORDER BY seq`,
  )
  connection.run(
    `UPDATE main.conversations AS ours SET updated_at = max(updated_at,
        (SELECT updated_at FROM source.conversations AS theirs WHERE theirs.id = ours.id))
      WHERE id IN (SELECT conversation_id FROM source.turns AS theirs WHERE ${isMissing})`,
  )
  const columns = listColumns(connection, 'turns').filter((column) => column !== 'seq')
  for (let at = 0; at < seqs.length; at += sliceLength) {
    await pause()
    const slice = JSON.stringify(seqs.slice(at, at + sliceLength))
    const isInSlice = 'seq IN (SELECT value FROM json_each(?))'
    connection.run(
      `INSERT INTO main.turns (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM source.turns
        WHERE ${isInSlice} ORDER BY seq`,
      [slice],
    )
    const rows = connection.all<{ id: string; parts: string }>(
      `SELECT id, parts FROM source.turns WHERE ${isInSlice}`,
      [slice],
    )
    indexText(connection, () => {
      for (const { id, parts } of rows) indexTurn(connection, { id, parts: parseStored(Parts, parts) ?? [] })
    })
    report(Math.min(at + sliceLength, seqs.length), seqs.length)
  }
}

/** Adds presets, templates and searches whose content differs, with a name that says so. */
function copyChanged(connection: Connection, table: 'shelf' | 'collections'): void {
  for (const { id, copyId } of listChangedEntries(connection, table))
    insertCopy(connection, table, { id, copyId, name: 'name' })
}

interface Copy {
  readonly id: string
  readonly copyId: string
  /** The column that receives the suffix. */
  readonly name: string
}

/** Names have up to 80 characters. */
const suffix = ' (imported)'
const maxName = 80

function insertCopy(connection: Connection, table: string, { id, copyId, name }: Copy): void {
  const columns = listColumns(connection, table).filter((column) => !['seq', 'id'].includes(column))
  const values = columns.map((column) =>
    column === name ? `substr(${column}, 1, ${maxName - suffix.length}) || '${suffix}'` : column,
  )
  connection.run(
    `INSERT INTO main.${table} (id, ${columns.join(', ')}) SELECT ?, ${values.join(', ')}
      FROM source.${table} WHERE id = ?`,
    [copyId, id],
  )
}

/** If the workspace's text of a transcript is newer, it becomes the newest version again. */
function mergeTranscripts(connection: Connection): void {
  connection.exec(`CREATE TEMP TABLE newest_transcripts AS
    SELECT job_id, max(seq) AS seq, created_at, changed_at FROM main.transcripts
      WHERE job_id IN (SELECT job_id FROM source.transcripts AS theirs
        WHERE NOT EXISTS (SELECT 1 FROM main.transcripts AS ours WHERE ours.id = theirs.id))
      GROUP BY job_id;
    CREATE TEMP TABLE newer_transcripts AS
      SELECT theirs.job_id FROM source.transcripts AS theirs JOIN temp.newest_transcripts AS newest USING (job_id)
      GROUP BY theirs.job_id HAVING max(theirs.changed_at) > max(newest.changed_at)`)
  // An export has no others; here, they would be continued, and billed.
  insertMissing(connection, 'jobs', { where: 'theirs.open = 0' })
  insertMissing(connection, 'transcripts')
  const columns = listColumns(connection, 'transcripts').filter(
    (column) => !['seq', 'id', 'origin'].includes(column),
  )
  connection.exec(`INSERT INTO main.transcripts (id, origin, ${columns.join(', ')})
      SELECT lower(hex(randomblob(16))), 'restored', ${columns.map((column) => `ours.${column}`).join(', ')}
        FROM temp.newest_transcripts AS newest JOIN main.transcripts AS ours ON ours.seq = newest.seq
        WHERE newest.job_id NOT IN (SELECT job_id FROM temp.newer_transcripts);
    CREATE TEMP TABLE newer_items AS SELECT ours.seq, ours.media AS old_media, theirs.media, theirs.generation, texts.text
      FROM main.items AS ours JOIN source.items AS theirs ON theirs.id = ours.id
        LEFT JOIN source.item_texts AS texts ON texts.rowid = theirs.text_seq
      WHERE ours.kind = 'transcript' AND ours.job_id IN (SELECT job_id FROM temp.newer_transcripts);
    INSERT OR IGNORE INTO main.unneeded_media SELECT old_media FROM temp.newer_items WHERE old_media IS NOT NULL;
    UPDATE main.items SET (media, generation, bytes, has_sidecar) =
        (SELECT media, generation, NULL, 0 FROM temp.newer_items AS newer WHERE newer.seq = items.seq)
      WHERE seq IN (SELECT seq FROM temp.newer_items);
    DELETE FROM main.item_texts WHERE rowid IN (SELECT seq FROM temp.newer_items);
    INSERT INTO main.item_texts (rowid, text) SELECT seq, text FROM temp.newer_items WHERE text IS NOT NULL`)
}

interface NewItem {
  /** Positions in the workspace and in the archive. */
  readonly seq: number
  readonly theirs: number
  readonly text_seq: number | null
}

/** Adds items with their searchable texts. Their sidecars are written later. */
function mergeItems(connection: Connection): void {
  const last = findValue<number>(connection, 'SELECT max(seq) FROM main.items') ?? 0
  insertMissing(connection, 'items', { replaced: { text_seq: 'NULL', has_sidecar: '0' } })
  indexText(connection, () => {
    const added = connection.all<NewItem>(
      `SELECT ours.seq, theirs.seq AS theirs, theirs.text_seq FROM main.items AS ours
        JOIN source.items AS theirs ON theirs.id = ours.id WHERE ours.seq > CAST(? AS INTEGER) ORDER BY ours.seq`,
      [last],
    )
    const owners = new Map<number, number>()
    for (const { seq, theirs, text_seq } of added) {
      const text = text_seq ?? theirs
      const owner = owners.get(text) ?? seq
      owners.set(text, owner)
      connection.run('UPDATE main.items SET text_seq = ? WHERE seq = ?', [owner, seq])
      if (owner !== seq) continue
      connection.run(
        'INSERT INTO main.item_texts (rowid, text) SELECT ?, text FROM source.item_texts WHERE rowid = ?',
        [seq, text],
      )
    }
  })
}

function mergeSets(connection: Connection): void {
  const changed = listChangedSets(connection)
  const added = listValues<string>(
    connection,
    'SELECT id FROM source.embedding_sets WHERE id NOT IN (SELECT id FROM main.embedding_sets) ORDER BY seq',
  )
  insertMissing(connection, 'embedding_sets')
  const addRows = (id: string, into: string) => {
    const columns = listColumns(connection, 'embedding_rows').filter(
      (column) => !['seq', 'set_id'].includes(column),
    )
    connection.run(
      `INSERT INTO main.embedding_rows (set_id, ${columns.join(', ')}) SELECT ?, ${columns.join(', ')}
        FROM source.embedding_rows WHERE set_id = ? ORDER BY seq`,
      [into, id],
    )
  }
  for (const id of added) addRows(id, id)
  for (const { id, copyId } of changed) {
    insertCopy(connection, 'embedding_sets', { id, copyId, name: 'name' })
    addRows(id, copyId)
    insertCopy(connection, 'items', { id, copyId, name: 'title' })
    connection.run('UPDATE main.items SET text_seq = seq, has_sidecar = 0 WHERE id = ?', [copyId])
    connection.run(
      `INSERT INTO main.item_texts (rowid, text) SELECT ours.seq, texts.text FROM main.items AS ours
        JOIN source.items AS theirs ON theirs.id = ? JOIN source.item_texts AS texts ON texts.rowid = theirs.text_seq
        WHERE ours.id = ?`,
      [id, copyId],
    )
  }
}
