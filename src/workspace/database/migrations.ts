// The schema of the database, one step for each version. A released step never changes.
import { conversationFolders, libraryCollections } from './folders-and-collections'

const conversationsAndTurns = `
  CREATE TABLE conversations (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    parameters TEXT NOT NULL,
    head_turn_id TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER
  ) STRICT;
  CREATE INDEX conversations_by_update ON conversations (updated_at DESC, seq DESC) WHERE deleted_at IS NULL;

  CREATE TABLE turns (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    parent_id TEXT REFERENCES turns (id) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('user', 'model')),
    state TEXT NOT NULL CHECK (state IN ('running', 'complete', 'stopped', 'interrupted', 'failed')),
    created_at INTEGER NOT NULL,
    model TEXT,
    model_version TEXT,
    finish_reason TEXT,
    block_reason TEXT,
    error TEXT,
    usage TEXT,
    first_token INTEGER,
    total INTEGER,
    exchange_id TEXT,
    upstream TEXT,
    parts TEXT NOT NULL
  ) STRICT;
  CREATE INDEX turns_by_conversation ON turns (conversation_id, seq);
  CREATE INDEX turns_by_parent ON turns (parent_id);
  CREATE INDEX turns_running ON turns (state) WHERE state = 'running';
`

const settings = `
  CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`

const exchanges = `
  CREATE TABLE exchanges (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    started_at INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    exchange TEXT NOT NULL
  ) STRICT;
  CREATE INDEX exchanges_by_start ON exchanges (started_at DESC, seq DESC);
  CREATE INDEX exchanges_by_size ON exchanges (seq, bytes);
`

/** The single service becomes the first of several. A row with damaged JSON falls back to its default. */
const serviceProfiles = `
  INSERT INTO settings (key, value)
  SELECT 'services', json_array(json_patch(
    json_object('id', 'service', 'name', 'Service', 'baseUrl', json_extract(value, '$.baseUrl')),
    json_object('apiBaseUrl', nullif(json_extract(value, '$.apiBaseUrl'), ''))
  ))
  FROM settings
  WHERE key = 'service' AND CASE WHEN json_valid(value) THEN json_extract(value, '$.baseUrl') <> '' END;
  UPDATE settings SET value = '{"kind":"service","profile":"service"}'
  WHERE key = 'upstream'
    AND CASE WHEN json_valid(value) THEN json_extract(value, '$.kind') = 'service' END
    AND EXISTS (SELECT 1 FROM settings WHERE key = 'services');
  DELETE FROM settings WHERE key = 'service';
`

/**
 * Deleted and restored branches, comparisons, edits, queued prompts, drafts, presets and full-text search. The trigram
 * index excludes thoughts and damaged turns. Triggers index titles, `conversations/tree/turn-rows` indexes texts. The
 * characters 2 and 3 enclose matches, so no indexed text contains them.
 */
const chatFeatures = `
  ALTER TABLE conversations ADD COLUMN pinned_at INTEGER;
  ALTER TABLE turns ADD COLUMN first_answer INTEGER;
  ALTER TABLE turns ADD COLUMN parameters TEXT;
  ALTER TABLE turns ADD COLUMN metadata TEXT;
  ALTER TABLE turns ADD COLUMN comparison TEXT;
  ALTER TABLE turns ADD COLUMN edited INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE turns ADD COLUMN deleted_at INTEGER;
  ALTER TABLE turns ADD COLUMN continues TEXT;
  CREATE INDEX turns_living ON turns (conversation_id, seq, parent_id, id, deleted_at)
    WHERE deleted_at IS NULL;
  CREATE TABLE queued_prompts (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    parts TEXT NOT NULL,
    parameters TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX queued_by_conversation ON queued_prompts (conversation_id, seq);
  CREATE TABLE drafts (key TEXT PRIMARY KEY, draft TEXT NOT NULL, updated_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE shelf (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('preset', 'template')),
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER
  ) STRICT;
  CREATE VIRTUAL TABLE turn_texts USING fts5 (text, tokenize = "trigram remove_diacritics 1");
  INSERT INTO turn_texts (rowid, text)
  SELECT seq, replace(replace(said, char(2), ''), char(3), '') FROM (
    SELECT seq, (
      SELECT group_concat(json_extract(value, '$.text'), char(10))
      FROM json_each(CASE WHEN json_valid(parts) THEN parts ELSE '[]' END)
      WHERE CASE WHEN type = 'object' THEN
        json_type(value, '$.text') = 'text' AND json_extract(value, '$.thought') IS NOT 1 END
    ) AS said FROM turns
  ) WHERE said <> '';
  CREATE TRIGGER turn_text_gone AFTER DELETE ON turns BEGIN
    DELETE FROM turn_texts WHERE rowid = old.seq;
  END;
  CREATE VIRTUAL TABLE conversation_titles USING fts5 (title, tokenize = "trigram remove_diacritics 1");
  INSERT INTO conversation_titles (rowid, title)
  SELECT seq, replace(replace(title, char(2), ''), char(3), '') FROM conversations;
  CREATE TRIGGER title_begun AFTER INSERT ON conversations BEGIN
    INSERT INTO conversation_titles (rowid, title)
    VALUES (new.seq, replace(replace(new.title, char(2), ''), char(3), ''));
  END;
  CREATE TRIGGER title_changed AFTER UPDATE OF title ON conversations WHEN new.title IS NOT old.title BEGIN
    UPDATE conversation_titles SET title = replace(replace(new.title, char(2), ''), char(3), '')
    WHERE rowid = new.seq;
  END;
  CREATE TRIGGER title_gone AFTER DELETE ON conversations BEGIN
    DELETE FROM conversation_titles WHERE rowid = old.seq;
  END;
`

/**
 * Drawings are conversations of a kind of their own. Each result is an item with tags, a trash and searchable text, and
 * outlives its turn. The characters 2 and 3 enclose matches, so no indexed text contains them.
 * `text_of` is the first item of the same prompt, whose text finds it too: variations share one text.
 * `making` is the generation metadata if the turns do not have it; `beside` is 1 once the sidecar includes the item.
 * `turns_to_list` holds the turns of earlier versions that have not been searched for pictures yet.
 */
const imagesAndLibrary = `
  ALTER TABLE conversations ADD COLUMN kind TEXT NOT NULL DEFAULT 'chat' CHECK (kind IN ('chat', 'images'));
  ALTER TABLE conversations ADD COLUMN model TEXT GENERATED ALWAYS AS (
    CASE WHEN json_valid(parameters) THEN CAST(json_extract(parameters, '$.model') AS TEXT) END) VIRTUAL;
  CREATE INDEX conversations_by_model ON conversations (model) WHERE deleted_at IS NULL;
  CREATE TABLE items (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('image', 'video', 'transcript', 'embeddings')),
    title TEXT NOT NULL,
    model TEXT,
    created_at INTEGER NOT NULL,
    deleted_at INTEGER,
    file TEXT NOT NULL CHECK (file IN ('none', 'here', 'missing', 'changed')),
    media TEXT,
    mime_type TEXT,
    bytes INTEGER,
    width INTEGER,
    height INTEGER,
    conversation_id TEXT,
    turn_id TEXT,
    making TEXT,
    text_of INTEGER,
    beside INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX items_by_time ON items (created_at DESC, seq DESC);
  CREATE INDEX items_living ON items (kind, model) WHERE deleted_at IS NULL;
  CREATE INDEX items_in_bin ON items (deleted_at, id) WHERE deleted_at IS NOT NULL;
  CREATE INDEX items_troubled ON items (file) WHERE file IN ('missing', 'changed');
  CREATE INDEX items_without_sidecar ON items (seq) WHERE beside = 0;
  CREATE INDEX items_by_text ON items (text_of);
  CREATE UNIQUE INDEX items_by_media ON items (media, turn_id);
  CREATE TABLE item_tags (
    item_id TEXT NOT NULL,
    tag TEXT NOT NULL,
    PRIMARY KEY (item_id, tag)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX item_tags_by_tag ON item_tags (tag);
  CREATE VIRTUAL TABLE item_texts USING fts5 (text, tokenize = "trigram remove_diacritics 1");
  CREATE TRIGGER item_gone AFTER DELETE ON items BEGIN
    DELETE FROM item_texts
    WHERE rowid = old.text_of AND NOT EXISTS (SELECT 1 FROM items WHERE text_of = old.text_of);
    DELETE FROM item_tags WHERE item_id = old.id;
  END;
  CREATE TRIGGER conversation_tags_gone AFTER DELETE ON conversations BEGIN
    DELETE FROM item_tags WHERE item_id = old.id;
  END;
  CREATE TABLE turns_to_list (after_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL) STRICT;
  INSERT INTO turns_to_list SELECT 0, coalesce(max(seq), 0) FROM turns;
`

/**
 * A job is a row before its request is sent. `open` is 1 while there is work left to do: the start reads only these.
 * `input` is the user's request, `progress` the state of the job; both are JSON. Transcripts store each version of their
 * text, the model's first. Loudness is binary (`shared/audio/loudness`). A recording's file is in `recordings/`.
 * `media_let_go` holds files that an edited or deleted item referred to: they are deleted once nothing needs them.
 */
const jobsAndTranscripts = `
  CREATE TABLE jobs (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('video', 'transcription')),
    state TEXT NOT NULL,
    open INTEGER NOT NULL CHECK (open IN (0, 1)),
    position REAL NOT NULL,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    deleted_at INTEGER,
    input TEXT NOT NULL,
    progress TEXT NOT NULL
  ) STRICT;
  CREATE INDEX jobs_open ON jobs (kind, position) WHERE open = 1;
  CREATE INDEX jobs_listed ON jobs (kind, seq DESC) WHERE open = 0 AND deleted_at IS NULL;
  CREATE TABLE transcripts (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    job_id TEXT NOT NULL,
    text TEXT NOT NULL,
    cuts TEXT NOT NULL,
    words INTEGER NOT NULL,
    origin TEXT NOT NULL CHECK (origin IN ('model', 'edit', 'restored')),
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX transcripts_by_job ON transcripts (job_id, seq DESC);
  CREATE TABLE loudness (media TEXT PRIMARY KEY, profile BLOB NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE recordings (
    id TEXT PRIMARY KEY,
    started_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE forms (name TEXT PRIMARY KEY, form TEXT NOT NULL) STRICT, WITHOUT ROWID;
  ALTER TABLE items ADD COLUMN job_id TEXT;
  ALTER TABLE items ADD COLUMN seconds REAL;
  CREATE UNIQUE INDEX items_by_job ON items (job_id, media) WHERE job_id IS NOT NULL;
  CREATE TABLE media_let_go (media TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`

/**
 * Sets of texts and their vectors. Each vector is stored once: `key` is the SHA-256 of upstream, model, task type,
 * dimensions, title and text, so that nothing is billed twice; `vector` holds 32-bit floats. Rows are ordered by
 * `position`; one index serves all counts of them. Row ids come from `next_row_id` and are never reused.
 */
const embeddingSets = `
  CREATE TABLE embedding_sets (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    settings TEXT NOT NULL,
    columns TEXT NOT NULL,
    upstream TEXT,
    twin_of TEXT,
    next_row_id INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER
  ) STRICT;
  CREATE TABLE embedding_rows (
    seq INTEGER PRIMARY KEY,
    set_id TEXT NOT NULL REFERENCES embedding_sets (id) ON DELETE CASCADE,
    row_id INTEGER NOT NULL,
    position REAL NOT NULL,
    text TEXT NOT NULL,
    title TEXT,
    cells TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'failed', 'empty')),
    key BLOB,
    dimensions INTEGER,
    error TEXT,
    cached INTEGER NOT NULL DEFAULT 0,
    deleted_at INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX embedding_rows_by_id ON embedding_rows (set_id, row_id);
  CREATE INDEX embedding_rows_in_order ON embedding_rows (set_id, position) WHERE deleted_at IS NULL;
  CREATE INDEX embedding_rows_counted ON embedding_rows (set_id, state, cached, dimensions) WHERE deleted_at IS NULL;
  CREATE INDEX embedding_rows_deleted ON embedding_rows (seq) WHERE deleted_at IS NOT NULL;
  CREATE INDEX embedding_rows_by_key ON embedding_rows (key) WHERE key IS NOT NULL;
  CREATE TABLE embedding_vectors (
    key BLOB PRIMARY KEY,
    dimensions INTEGER NOT NULL,
    vector BLOB NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
`

/** Selects every JSON string that is a SHA-256. In text that is not JSON, selects every run of 64 hex digits. */
const hashesIn = (text: string, condition = '1') => `
  SELECT atom AS media FROM json_tree(CASE WHEN json_valid(${text}) THEN ${text} ELSE '[]' END)
    WHERE type = 'text' AND length(atom) = 64 AND atom NOT GLOB '*[^0-9a-f]*' AND ${condition}
  UNION SELECT hash FROM (
    WITH RECURSIVE scan (at) AS (SELECT 1 WHERE NOT json_valid(${text})
      UNION ALL SELECT at + 1 FROM scan WHERE at < length(CAST(${text} AS BLOB)) - 63)
    SELECT CAST(substr(CAST(${text} AS BLOB), at, 64) AS TEXT) AS hash FROM scan)
    WHERE length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'`

interface MediaOwner {
  readonly kind: string
  readonly table: string
  /** Rows that do not match refer to no media, so that long texts are not parsed with every write. */
  readonly mayName?: (row: string) => string
  /** The column that `media_refs.owner` holds. */
  readonly key: string
  readonly columns: readonly string[]
  /** A SELECT of the hashes that the row refers to. */
  readonly hashes: (row: string) => string
}

/** The results of a job that are not items yet. The others belong to their items. */
const unlistedResults = (row: string) => `CASE WHEN json_valid(${row}.progress) THEN (
    SELECT json_group_array(CASE WHEN type = 'object' THEN json_extract(value, '$.made.media') END)
      FROM json_each(${row}.progress, '$.results')
      WHERE CASE WHEN type = 'object' THEN json_extract(value, '$.listed') = 0 END)
  ELSE ${row}.progress END`

const mediaOwners: readonly MediaOwner[] = [
  {
    kind: 'turn',
    table: 'turns',
    key: 'seq',
    columns: ['parts'],
    mayName: (row) => `instr(${row}.parts, '"media"') > 0 OR NOT json_valid(${row}.parts)`,
    hashes: (row) => hashesIn(`${row}.parts`),
  },
  ...[
    { kind: 'queued', table: 'queued_prompts', key: 'seq', columns: ['parts'] },
    { kind: 'draft', table: 'drafts', key: 'key', columns: ['draft'] },
    { kind: 'form', table: 'forms', key: 'name', columns: ['form'] },
  ].map((owner) => ({ ...owner, hashes: (row: string) => hashesIn(`${row}.${owner.columns[0]}`) })),
  {
    kind: 'job',
    table: 'jobs',
    key: 'seq',
    columns: ['input', 'progress'],
    hashes: (row) => `${hashesIn(`${row}.input`)} UNION ${hashesIn(unlistedResults(row))}`,
  },
  {
    kind: 'item',
    table: 'items',
    key: 'seq',
    columns: ['media', 'making'],
    // The chain is history: images that this one was made from may be deleted.
    hashes: (row) =>
      `SELECT ${row}.media AS media WHERE length(${row}.media) = 64 AND ${row}.media NOT GLOB '*[^0-9a-f]*'
        UNION ${hashesIn(`${row}.making`, "path NOT GLOB '$.chain*'")}`,
  },
]

function addReferences({ kind, key, hashes, mayName = () => '1' }: MediaOwner): string {
  return `INSERT OR IGNORE INTO media_refs SELECT unhex(media), '${kind}', new.${key} FROM (${hashes('new')})
    WHERE ${mayName('new')}`
}

function trackMedia(owner: MediaOwner): string {
  const { kind, table, key, columns, mayName = () => '1' } = owner
  const add = addReferences(owner)
  const remove = `DELETE FROM media_refs WHERE owner_kind = '${kind}' AND owner = old.${key}`
  return `
    CREATE TRIGGER ${kind}_media_added AFTER INSERT ON ${table} BEGIN ${add}; END;
    CREATE TRIGGER ${kind}_media_changed AFTER UPDATE OF ${columns} ON ${table} BEGIN ${remove}; ${add}; END;
    CREATE TRIGGER ${kind}_media_removed AFTER DELETE ON ${table} BEGIN ${remove}; END;
    UPDATE ${table} SET ${columns.map((column) => `${column} = ${column}`)} WHERE ${mayName(table)};
  `
}

/**
 * `media_refs` holds every row that needs a media file. Triggers maintain it in the row's own transaction. `media` is the
 * hash as 32 bytes. Rows with `deleted_at` -1 are being removed from the emptied trash.
 */
const mediaReferences = `
  CREATE TABLE media_refs (
    media BLOB NOT NULL,
    owner_kind TEXT NOT NULL,
    owner ANY NOT NULL,
    PRIMARY KEY (media, owner_kind, owner)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX media_refs_by_owner ON media_refs (owner_kind, owner);
  CREATE INDEX items_discarded ON items (seq) WHERE deleted_at = -1;
  CREATE INDEX turns_discarded ON turns (seq) WHERE deleted_at = -1;
  ${mediaOwners.map(trackMedia).join('')}
`

/** The request log has its own database (`exchange-log/`), to which its rows are moved before this step. */
const exchangesMoved = `
  DROP TABLE exchanges;
`

/** `app_version`: the version of the application that opened the file last. */
const metadata = `
  CREATE TABLE metadata (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`

/** Gateway keys of scripts, as hashes. `changed_at`: when the hash was set. */
const namedKeys = `
  CREATE TABLE named_keys (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    hash TEXT NOT NULL UNIQUE,
    ending TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    last_used_at INTEGER,
    requests INTEGER NOT NULL DEFAULT 0
  ) STRICT;
`

/** `+` because the owner has no type: compared with a typed column, the index of owners would not be used. */
function removeByIndex(owner: MediaOwner): string {
  const { kind, table, key, columns } = owner
  const remove = `DELETE FROM media_refs WHERE owner_kind = '${kind}' AND owner = +old.${key}`
  return `
    DROP TRIGGER ${kind}_media_changed;
    CREATE TRIGGER ${kind}_media_changed AFTER UPDATE OF ${columns} ON ${table} BEGIN
      ${remove}; ${addReferences(owner)}; END;
    DROP TRIGGER ${kind}_media_removed;
    CREATE TRIGGER ${kind}_media_removed AFTER DELETE ON ${table} BEGIN ${remove}; END;
  `
}

/**
 * Long texts of turns in pieces (`conversations/long-texts`): the row id of a piece is the turn's `seq` times 4096, plus
 * its number. `turns_to_index` holds the turns whose pieces are not complete.
 */
const longTextsAndReferences = `
  CREATE TABLE turns_to_index (seq INTEGER PRIMARY KEY) STRICT;
  CREATE VIRTUAL TABLE turn_pieces USING fts5 (text, tokenize = "trigram remove_diacritics 1");
  CREATE TRIGGER turn_pieces_gone AFTER DELETE ON turns BEGIN
    DELETE FROM turn_pieces WHERE rowid BETWEEN old.seq * 4096 AND old.seq * 4096 + 4095;
    DELETE FROM turns_to_index WHERE seq = old.seq;
  END;
  ${mediaOwners.map(removeByIndex).join('')}
`

/** The database's `user_version` is the number of steps it has taken. */
export const migrations: readonly string[] = [
  conversationsAndTurns + settings + exchanges,
  serviceProfiles,
  chatFeatures,
  imagesAndLibrary,
  jobsAndTranscripts,
  embeddingSets,
  mediaReferences,
  exchangesMoved,
  metadata,
  conversationFolders,
  libraryCollections,
  namedKeys,
  longTextsAndReferences,
]
