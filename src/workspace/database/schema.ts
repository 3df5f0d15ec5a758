// The schema of a new database. It never changes: later formats are further migrations.
import { mediaReferences } from './media-references'

/**
 * `kind`: image sessions are conversations of a kind of their own. `title_origin` is who wrote the title: the prompt, the
 * model, or the user. `deleted_at` is -1 while the row is being removed from the emptied trash, as in `turns` and `items`.
 */
const conversations = `
  CREATE TABLE conversations (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL DEFAULT 'chat' CHECK (kind IN ('chat', 'images')),
    title TEXT NOT NULL,
    title_origin TEXT NOT NULL DEFAULT 'user' CHECK (title_origin IN ('prompt', 'model', 'user')),
    parameters TEXT NOT NULL,
    model TEXT GENERATED ALWAYS AS (
      CASE WHEN json_valid(parameters) THEN CAST(json_extract(parameters, '$.model') AS TEXT) END) VIRTUAL,
    head_turn_id TEXT,
    folder_id TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    pinned_at INTEGER,
    deleted_at INTEGER
  ) STRICT;
  CREATE INDEX conversations_by_update ON conversations (updated_at DESC, seq DESC) WHERE deleted_at IS NULL;
  CREATE INDEX conversations_by_model ON conversations (model) WHERE deleted_at IS NULL;

  CREATE TABLE turns (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    parent_id TEXT REFERENCES turns (id) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('user', 'model')),
    state TEXT NOT NULL CHECK (state IN ('running', 'complete', 'stopped', 'interrupted', 'failed')),
    created_at INTEGER NOT NULL,
    deleted_at INTEGER,
    model TEXT,
    model_version TEXT,
    finish_reason TEXT,
    block_reason TEXT,
    error TEXT,
    usage TEXT,
    first_token INTEGER,
    first_answer INTEGER,
    total INTEGER,
    exchange_id TEXT,
    upstream TEXT,
    parameters TEXT,
    metadata TEXT,
    comparison TEXT,
    continues TEXT,
    edited INTEGER NOT NULL DEFAULT 0,
    parts TEXT NOT NULL
  ) STRICT;
  CREATE INDEX turns_by_conversation ON turns (conversation_id, seq);
  CREATE INDEX turns_by_parent ON turns (parent_id);
  CREATE INDEX turns_running ON turns (state) WHERE state = 'running';
  CREATE INDEX turns_living ON turns (conversation_id, seq, parent_id, id, deleted_at) WHERE deleted_at IS NULL;
  CREATE INDEX turns_discarded ON turns (seq) WHERE deleted_at = -1;

  CREATE TABLE queued_prompts (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    conversation_id TEXT NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    parts TEXT NOT NULL,
    parameters TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX queued_by_conversation ON queued_prompts (conversation_id, seq);

  -- A deleted folder can be restored with its conversations, which stay in the list meanwhile.
  CREATE TABLE conversation_folders (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    deleted_at INTEGER
  ) STRICT;
`

/**
 * Full-text search. Triggers index titles, `conversations/tree/turn-rows` indexes texts, without thoughts. The characters 2
 * and 3 enclose matches, so no indexed text contains them. Long texts are indexed in pieces (`conversations/long-texts`):
 * the row id of a piece is the turn's `seq` times 4096, plus its number. `turns_to_index` holds the turns whose pieces are
 * not complete.
 */
const conversationSearch = `
  CREATE VIRTUAL TABLE turn_texts USING fts5 (text, tokenize = "trigram remove_diacritics 1");
  CREATE VIRTUAL TABLE turn_pieces USING fts5 (text, tokenize = "trigram remove_diacritics 1");
  CREATE TABLE turns_to_index (seq INTEGER PRIMARY KEY) STRICT;
  CREATE TRIGGER turn_deleted AFTER DELETE ON turns BEGIN
    DELETE FROM turn_texts WHERE rowid = old.seq;
    DELETE FROM turn_pieces WHERE rowid BETWEEN old.seq * 4096 AND old.seq * 4096 + 4095;
    DELETE FROM turns_to_index WHERE seq = old.seq;
  END;
  CREATE VIRTUAL TABLE conversation_titles USING fts5 (title, tokenize = "trigram remove_diacritics 1");
  CREATE TRIGGER title_added AFTER INSERT ON conversations BEGIN
    INSERT INTO conversation_titles (rowid, title)
    VALUES (new.seq, replace(replace(new.title, char(2), ''), char(3), ''));
  END;
  CREATE TRIGGER title_changed AFTER UPDATE OF title ON conversations WHEN new.title IS NOT old.title BEGIN
    UPDATE conversation_titles SET title = replace(replace(new.title, char(2), ''), char(3), '')
    WHERE rowid = new.seq;
  END;
  CREATE TRIGGER title_deleted AFTER DELETE ON conversations BEGIN
    DELETE FROM conversation_titles WHERE rowid = old.seq;
  END;
`

/**
 * Each result of a model is an item of the Library with tags, a trash and searchable text, and outlives its turn. The
 * characters 2 and 3 enclose matches, so no indexed text contains them. `text_seq` is the first item of the same prompt,
 * whose text finds it too: variations share one text. `generation` is the generation metadata if the turns do not have it;
 * `has_sidecar` is 1 once the sidecar includes the item. `items_shape` covers what the grid reads of all items.
 */
const libraryItems = `
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
    seconds REAL,
    conversation_id TEXT,
    turn_id TEXT,
    job_id TEXT,
    generation TEXT,
    text_seq INTEGER,
    has_sidecar INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX items_by_time ON items (created_at DESC, seq DESC);
  CREATE INDEX items_living ON items (kind, model) WHERE deleted_at IS NULL;
  CREATE INDEX items_shape ON items (created_at DESC, seq DESC, width, height, deleted_at)
    WHERE deleted_at IS NULL;
  CREATE INDEX items_in_bin ON items (deleted_at, id) WHERE deleted_at IS NOT NULL;
  CREATE INDEX items_discarded ON items (seq) WHERE deleted_at = -1;
  CREATE INDEX items_troubled ON items (file) WHERE file IN ('missing', 'changed');
  CREATE INDEX items_without_sidecar ON items (seq) WHERE has_sidecar = 0;
  CREATE INDEX items_by_text ON items (text_seq);
  CREATE UNIQUE INDEX items_by_media ON items (media, turn_id);
  CREATE UNIQUE INDEX items_by_job ON items (job_id, media) WHERE job_id IS NOT NULL;
  CREATE VIRTUAL TABLE item_texts USING fts5 (text, tokenize = "trigram remove_diacritics 1");
`

/** A board has items, a saved search has its filters as JSON. Deleted ones can be restored until the next start. */
const libraryMarks = `
  CREATE TABLE item_tags (
    item_id TEXT NOT NULL,
    tag TEXT NOT NULL,
    PRIMARY KEY (item_id, tag)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX item_tags_by_tag ON item_tags (tag);
  CREATE TABLE item_stars (item_id TEXT PRIMARY KEY, starred_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE collections (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('board', 'search')),
    name TEXT NOT NULL,
    filters TEXT,
    created_at INTEGER NOT NULL,
    deleted_at INTEGER
  ) STRICT;
  CREATE TABLE collection_items (
    collection_id TEXT NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    item_id TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    PRIMARY KEY (collection_id, item_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX collection_items_by_item ON collection_items (item_id);
  CREATE TRIGGER item_deleted AFTER DELETE ON items BEGIN
    DELETE FROM item_texts
    WHERE rowid = old.text_seq AND NOT EXISTS (SELECT 1 FROM items WHERE text_seq = old.text_seq);
  END;
  ${['items', 'conversations']
    .map(
      (table) => `CREATE TRIGGER ${table}_marks_deleted AFTER DELETE ON ${table} BEGIN
        DELETE FROM item_tags WHERE item_id = old.id;
        DELETE FROM item_stars WHERE item_id = old.id;
        DELETE FROM collection_items WHERE item_id = old.id;
      END;`,
    )
    .join('\n')}
`

/**
 * A job is a row before its request is sent. `open` is 1 while there is work left to do: the start reads only these.
 * `input` is the user's request, `progress` the state of the job; both are JSON. Transcripts store each version of their
 * text, the model's first. Loudness is binary (`shared/audio/loudness`). A recording's file is in `recordings/`.
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

/**
 * `unneeded_media` holds files that an edited or deleted item referred to: they are deleted once nothing needs them.
 * `metadata`: `app_version` is the version of the application that opened the file last. `named_keys` are gateway keys of
 * scripts, as hashes; `changed_at` is when the hash was set.
 */
const application = `
  CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE drafts (key TEXT PRIMARY KEY, draft TEXT NOT NULL, updated_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE forms (name TEXT PRIMARY KEY, form TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE shelf (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('preset', 'template')),
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER
  ) STRICT;
  CREATE TABLE unneeded_media (media TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE metadata (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
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

export const schema: string =
  conversations +
  conversationSearch +
  libraryItems +
  libraryMarks +
  jobsAndTranscripts +
  embeddingSets +
  application +
  mediaReferences

/** The database's `user_version` is the number of steps it has taken. */
export const migrations: readonly string[] = [schema]
