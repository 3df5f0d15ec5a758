// The shape of the database, one step a version; a step that has been released is never changed.

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

/** The one service that could be entered becomes the first of several; a row that is no JSON is left to its default. */
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

/** The database's `user_version` is the number of steps it has taken. */
export const migrations: readonly string[] = [conversationsAndTurns + settings + exchanges, serviceProfiles]
