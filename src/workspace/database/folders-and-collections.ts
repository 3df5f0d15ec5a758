// Steps of the schema with which users organize chats and Library items.

/**
 * Folders of conversations; a deleted one can be restored with its conversations, which stay in the list meanwhile.
 * `title_origin` is who wrote a title: the prompt, the model, or the user. Only the prompt's is ever replaced, and the
 * titles of earlier versions may be the user's.
 */
export const conversationFolders = `
  CREATE TABLE conversation_folders (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    deleted_at INTEGER
  ) STRICT;
  ALTER TABLE conversations ADD COLUMN folder_id TEXT;
  ALTER TABLE conversations ADD COLUMN title_origin TEXT NOT NULL DEFAULT 'user'
    CHECK (title_origin IN ('prompt', 'model', 'user'));
`

/**
 * Stars, boards and saved searches of the Library. A board has items, a search has its filters as JSON. Deleted ones can be
 * restored until the next start. `items_shape` covers what the grid reads of all items.
 */
export const libraryCollections = `
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
  CREATE INDEX items_shape ON items (created_at DESC, seq DESC, width, height, deleted_at)
    WHERE deleted_at IS NULL;
  CREATE INDEX collection_items_by_item ON collection_items (item_id);
  ${['items', 'conversations']
    .map(
      (table) => `CREATE TRIGGER ${table}_collections_gone AFTER DELETE ON ${table} BEGIN
        DELETE FROM item_stars WHERE item_id = old.id;
        DELETE FROM collection_items WHERE item_id = old.id;
      END;`,
    )
    .join('\n')}
`
