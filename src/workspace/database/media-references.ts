// The triggers that maintain `media_refs`: which rows need which media file.

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
    columns: ['media', 'generation'],
    // The chain is history: images that this one was made from may be deleted.
    hashes: (row) =>
      `SELECT ${row}.media AS media WHERE length(${row}.media) = 64 AND ${row}.media NOT GLOB '*[^0-9a-f]*'
        UNION ${hashesIn(`${row}.generation`, "path NOT GLOB '$.chain*'")}`,
  },
]

function addReferences({ kind, key, hashes, mayName = () => '1' }: MediaOwner): string {
  return `INSERT OR IGNORE INTO media_refs SELECT unhex(media), '${kind}', new.${key} FROM (${hashes('new')})
    WHERE ${mayName('new')}`
}

/** `+` because the owner has no type: compared with a typed column, the index of owners would not be used. */
function trackMedia(owner: MediaOwner): string {
  const { kind, table, key, columns } = owner
  const add = addReferences(owner)
  const remove = `DELETE FROM media_refs WHERE owner_kind = '${kind}' AND owner = +old.${key}`
  return `
    CREATE TRIGGER ${kind}_media_added AFTER INSERT ON ${table} BEGIN ${add}; END;
    CREATE TRIGGER ${kind}_media_changed AFTER UPDATE OF ${columns} ON ${table} BEGIN ${remove}; ${add}; END;
    CREATE TRIGGER ${kind}_media_removed AFTER DELETE ON ${table} BEGIN ${remove}; END;
  `
}

/**
 * `media_refs` holds every row that needs a media file. Triggers maintain it in the row's own transaction. `media` is the
 * hash as 32 bytes.
 */
export const mediaReferences = `
  CREATE TABLE media_refs (
    media BLOB NOT NULL,
    owner_kind TEXT NOT NULL,
    owner ANY NOT NULL,
    PRIMARY KEY (media, owner_kind, owner)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX media_refs_by_owner ON media_refs (owner_kind, owner);
  ${mediaOwners.map(trackMedia).join('')}
`
