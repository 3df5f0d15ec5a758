// The table of media references equals a scan of every row that names media, after any changes.
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Connection, connect } from '../database/connection'
import { closeDatabase, openDatabase } from '../database/database'
import { makeFolder } from '../workspace.fixture'

type Reference = readonly [media: string, kind: string, owner: string | number]

interface Source {
  readonly kind: string
  readonly sql: string
}

const sources: readonly Source[] = [
  { kind: 'turn', sql: 'SELECT seq AS owner, parts AS text FROM turns' },
  { kind: 'queued', sql: 'SELECT seq AS owner, parts AS text FROM queued_prompts' },
  { kind: 'draft', sql: 'SELECT key AS owner, draft AS text FROM drafts' },
  { kind: 'form', sql: 'SELECT name AS owner, form AS text FROM forms' },
  { kind: 'job', sql: 'SELECT seq AS owner, input AS text FROM jobs' },
  { kind: 'job', sql: 'SELECT seq AS owner, progress AS text FROM jobs' },
  { kind: 'item', sql: 'SELECT seq AS owner, media AS text FROM items WHERE media IS NOT NULL' },
  { kind: 'item', sql: 'SELECT seq AS owner, generation AS text FROM items WHERE generation IS NOT NULL' },
]

/** Reads the references from the rows, without the table. */
function scan(connection: Connection): Reference[] {
  const references = sources.flatMap(({ kind, sql }) =>
    connection
      .all<{ owner: string | number; text: string }>(sql)
      .flatMap(({ owner, text }) => findHashes(text).map((media) => [media, kind, owner] as const)),
  )
  return sort([...new Map(references.map((each) => [JSON.stringify(each), each])).values()])
}

function findHashes(text: string): string[] {
  try {
    return listStrings(JSON.parse(text)).filter((each) => /^[0-9a-f]{64}$/.test(each))
  } catch {
    return [...text.matchAll(/(?=([0-9a-f]{64}))/g)].map(([, hash = '']) => hash)
  }
}

function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  // A result that is listed belongs to its item.
  if ('listed' in value && value.listed === true) return []
  return Object.entries(value).flatMap(([key, each]) => (key === 'chain' ? [] : listStrings(each)))
}

function readTable(connection: Connection): Reference[] {
  const rows = connection.all<{ media: string; owner_kind: string; owner: string | number }>(
    'SELECT lower(hex(media)) AS media, owner_kind, owner FROM media_refs',
  )
  return sort(rows.map(({ media, owner_kind, owner }) => [media, owner_kind, owner]))
}

function sort(references: Reference[]): Reference[] {
  return references.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}

const hash = (number: number) => number.toString(16).padStart(64, 'a')

/** JSON that names up to three files at several paths; sometimes damaged. */
function makeText(random: (below: number) => number): string {
  const names = Array.from({ length: random(4) }, () => hash(random(12)))
  const parts = names.map((media, index) =>
    index % 2 === 0
      ? { inlineData: { mimeType: 'image/png', media } }
      : { functionResponse: { parts: [{ media }] } },
  )
  const text = JSON.stringify([{ text: `not a name: ${hash(random(12))}` }, ...parts])
  return random(5) === 0 ? text.slice(0, random(text.length)) : text
}

function makeProgress(random: (below: number) => number): string {
  const results = [{ made: { media: hash(random(12)) }, listed: random(2) === 0 }, null, 'damaged']
  const text = JSON.stringify({ polls: [], results })
  return random(5) === 0 ? text.slice(0, random(text.length)) : text
}

type Change = (connection: Connection, random: (below: number) => number, id: number) => void

const changes: readonly Change[] = [
  (connection, random, id) =>
    connection.run(
      `INSERT INTO turns (id, conversation_id, parent_id, role, state, created_at, parts)
        VALUES (?, 'c', (SELECT id FROM turns ORDER BY seq DESC LIMIT 1), 'model', 'running', 1, ?)`,
      [`t${id}`, makeText(random)],
    ),
  (connection, random) =>
    connection.run(`UPDATE turns SET parts = ?, state = 'complete' WHERE ${some('turns', random)}`, [
      makeText(random),
    ]),
  (connection, random) => connection.run(`DELETE FROM turns WHERE ${some('turns', random)}`),
  (connection, random, id) =>
    connection.run(
      "INSERT INTO queued_prompts (id, conversation_id, parts, parameters, created_at) VALUES (?, 'c', ?, '{}', 1)",
      [`q${id}`, makeText(random)],
    ),
  (connection, random) =>
    connection.run(`DELETE FROM queued_prompts WHERE ${some('queued_prompts', random)}`),
  (connection, random) =>
    connection.run(
      `INSERT INTO drafts (key, draft, updated_at) VALUES (?, ?, 1)
        ON CONFLICT (key) DO UPDATE SET draft = excluded.draft`,
      [`d${random(3)}`, makeText(random)],
    ),
  (connection, random) => connection.run('DELETE FROM drafts WHERE key = ?', [`d${random(3)}`]),
  (connection, random) =>
    connection.run('INSERT INTO forms VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET form = excluded.form', [
      `f${random(3)}`,
      makeText(random),
    ]),
  (connection, random, id) =>
    connection.run(
      `INSERT INTO jobs (id, kind, state, open, position, created_at, input, progress)
        VALUES (?, 'video', 'running', 1, 1, 1, ?, ?)`,
      [`j${id}`, makeText(random), makeProgress(random)],
    ),
  (connection, random) =>
    connection.run(`UPDATE jobs SET progress = ? WHERE ${some('jobs', random)}`, [makeProgress(random)]),
  (connection, random) => connection.run(`DELETE FROM jobs WHERE ${some('jobs', random)}`),
  (connection, random, id) =>
    connection.run(
      `INSERT INTO items (id, kind, title, created_at, file, media, turn_id, generation)
        VALUES (?, 'image', '', 1, 'here', ?, ?, ?)`,
      [
        `i${id}`,
        random(6) === 0 ? 'no hash' : hash(random(12)),
        `t${id}`,
        JSON.stringify({ references: [{ media: hash(random(12)) }], chain: [{ media: hash(random(12)) }] }),
      ],
    ),
  (connection, random) =>
    connection.run(`UPDATE items SET media = ?, generation = ? WHERE ${some('items', random)}`, [
      hash(random(12)),
      makeText(random),
    ]),
  (connection, random) =>
    connection.run(`UPDATE items SET generation = NULL, deleted_at = 5 WHERE ${some('items', random)}`),
  (connection, random) => connection.run(`DELETE FROM items WHERE ${some('items', random)}`),
]

function some(table: string, random: (below: number) => number): string {
  return `seq = (SELECT seq FROM ${table} ORDER BY seq LIMIT 1 OFFSET ${random(4)})`
}

function openWithConversation(file: string): Connection {
  const connection = openDatabase({ file })
  connection.run(
    "INSERT OR IGNORE INTO conversations (id, title, parameters, created_at, updated_at) VALUES ('c', '', '{}', 1, 1)",
  )
  return connection
}

/** Makes changes that the numbers choose. */
function changeBy(connection: Connection, numbers: readonly number[], onChange: () => void): void {
  let at = 0
  const random = (below: number) => (numbers[at++ % numbers.length] ?? 0) % below
  for (let id = 0; at < numbers.length; id += 1) {
    changes[random(changes.length)]?.(connection, random, id)
    onChange()
  }
}

const numbers = fc.array(fc.nat(), { minLength: 400, maxLength: 800 })

test('the media references equal a full scan after every change', () => {
  fc.assert(
    fc.property(numbers, (given) => {
      const connection = openWithConversation(join(makeFolder(), 'workspace.db'))
      changeBy(connection, given, () => expect(readTable(connection)).toEqual(scan(connection)))
      connection.run('DELETE FROM conversations')
      expect(readTable(connection)).toEqual(scan(connection))
      expect(readTable(connection).filter(([, kind]) => kind === 'turn' || kind === 'queued')).toEqual([])
      connection.close()
    }),
    { numRuns: 5, endOnFailure: true },
  )
})

test('a row damaged on the disk still counts for the files it named', () => {
  const file = join(makeFolder(), 'workspace.db')
  const connection = openWithConversation(file)
  connection.run("INSERT INTO forms VALUES ('video', ?)", [JSON.stringify({ media: hash(1) })])
  closeDatabase(connection)
  const direct = connect(file)
  direct.exec('DROP TRIGGER form_media_changed')
  direct.run("UPDATE forms SET form = '{'")
  expect(readTable(direct)).toEqual([[hash(1), 'form', 'video']])
  direct.close()
})
