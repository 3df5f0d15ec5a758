// The database file: created, migrated with a snapshot, rejected, damaged, and with damaged rows.
import { existsSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ApiError } from '#shared/schemas/api-error'
import { defaultRequestLog } from '#shared/schemas/request-log'
import { createChanges } from '../changes'
import { makeExchange } from '../exchange-log/exchange.fixture'
import { createExchanges } from '../exchange-log/exchanges'
import { logDatabaseIn } from '../exchange-log/log-database'
import { openWorkspace } from '../workspace'
import { ask, makeFolder, openTestWorkspace, read } from '../workspace.fixture'
import { connect } from './connection'
import { closeDatabase, databaseIn, isDatabaseNewer, openDatabase, type UpgradeStep } from './database'
import { holdLock } from './lock-holder.fixture'
import { migrations } from './migrations'
import { listSnapshots } from './snapshots'

const first = 'CREATE TABLE notes (text TEXT NOT NULL) STRICT;'
const second = 'ALTER TABLE notes ADD COLUMN stars INTEGER NOT NULL DEFAULT 0;'

function makeVersionOne(): string {
  const file = join(makeFolder(), 'notes.db')
  const connection = openDatabase({ file, migrations: [first] })
  connection.run('INSERT INTO notes (text) VALUES (?)', ['kept'])
  // Closed without a checkpoint: the row is only in the write-ahead log, as after a crash.
  connection.close()
  return file
}

test('a migration keeps the data, and saves a complete copy of the earlier file', () => {
  const file = makeVersionOne()
  const connection = openDatabase({ file, migrations: [first, second], now: () => Date.UTC(2026, 0, 2) })
  expect(connection.all('SELECT text, stars FROM notes')).toMatchObject([{ text: 'kept', stars: 0 }])
  closeDatabase(connection)
  const snapshot = join(file, '..', 'snapshots', 'notes-2026-01-02T00-00-00-000Z-v1.db')
  expect(listSnapshots(file)).toEqual([snapshot])
  const copy = connect(snapshot)
  expect(copy.all('SELECT * FROM notes')).toMatchObject([{ text: 'kept' }])
  copy.close()
})

const failingStep = 'CREATE TABLE notes (x TEXT);'
const steps = [1, 2, 3, 4, 5].map((day) => `CREATE TABLE day${day} (x TEXT) STRICT`)

test.each([
  [
    'the newest three',
    [1, 2, 3, 4, 5].map((day) => ({ day, migrations: [first, second, ...steps.slice(0, day)] })),
    ['05T00-00-00-000Z-v6', '04T00-00-00-000Z-v5', '03T00-00-00-000Z-v4'],
  ],
  [
    'only the newest two of a version',
    [
      { day: 1, migrations: [first, second] },
      ...[2, 3, 4, 5].map((day) => ({ day, migrations: [first, second, failingStep] })),
    ],
    ['05T00-00-00-000Z-v2', '04T00-00-00-000Z-v2', '01T00-00-00-000Z-v1'],
  ],
  [
    'as the newest, one that is saved after the clock was set back',
    [5, 1].map((day) => ({ day, migrations: [first, failingStep] })),
    ['05T00-00-00-001Z-v1', '05T00-00-00-000Z-v1'],
  ],
])('of the snapshots, %s are retained', (_, openings, names) => {
  const file = makeVersionOne()
  // Opening without a migration saves none.
  openDatabase({ file, migrations: [first] }).close()
  expect(listSnapshots(file)).toEqual([])
  for (const { day, migrations } of openings) {
    const open = () => openDatabase({ file, migrations, now: () => Date.UTC(2026, 0, day) }).close()
    if (migrations.includes(failingStep)) expect(open).toThrow(ApiError)
    else open()
  }
  expect(listSnapshots(file).map((path) => basename(path))).toEqual(
    names.map((name) => `notes-2026-01-${name}.db`),
  )
})

test('an incomplete copy is never listed as a snapshot, and the next upgrade deletes it', () => {
  const file = makeVersionOne()
  const folder = join(file, '..', 'snapshots')
  const cutOff = join(folder, 'unfinished-00000000-0000-4000-8000-000000000000')
  mkdirSync(folder)
  writeFileSync(cutOff, 'SQLite format 3')
  // SQLite's own, while it writes the copy.
  writeFileSync(`${cutOff}-journal`, '')
  expect(listSnapshots(file)).toEqual([])
  const steps: UpgradeStep[] = []
  openDatabase({
    file,
    migrations: [first, second],
    onUpgrade(step) {
      steps.push(step)
      // It has a temporary name until all of it is on the disk.
      if (step.type === 'snapshot') expect(listSnapshots(file)).toEqual([])
    },
  }).close()
  expect(steps.map(({ type }) => type)).toEqual(['snapshot', 'migration'])
  expect(listSnapshots(file)).toHaveLength(1)
  expect([existsSync(cutOff), existsSync(`${cutOff}-journal`)]).toEqual([false, false])
})

test('large snapshots of earlier versions are deleted, and the newest one is always retained', () => {
  const file = makeVersionOne()
  const folder = join(file, '..', 'snapshots')
  mkdirSync(folder)
  const large = ['notes-2025-01-02T00-00-00-000Z-v-1.db', 'notes-2025-01-01T00-00-00-000Z-v0.db']
  for (const name of large) {
    writeFileSync(join(folder, name), '')
    // A sparse file, which uses no disk space.
    truncateSync(join(folder, name), 200 * 1024 * 1024)
  }
  openDatabase({ file, migrations: [first, second], now: () => Date.UTC(2026, 0, 1) }).close()
  expect(listSnapshots(file).map((path) => basename(path))).toEqual([
    'notes-2026-01-01T00-00-00-000Z-v1.db',
    'notes-2025-01-02T00-00-00-000Z-v-1.db',
  ])
})

const row = (id: string, body?: string) => JSON.stringify(makeExchange(id, 5, body))

/** A database of version 6, with the request log in it. */
function makeVersionSix(bodies: readonly string[]): string {
  const folder = makeFolder()
  const before = openDatabase({ file: databaseIn(folder), migrations: migrations.slice(0, 6) })
  before.run("INSERT INTO settings VALUES ('theme', '\"dark\"')")
  for (const [at, body] of bodies.entries())
    before.run('INSERT INTO exchanges (id, started_at, bytes, exchange) VALUES (?, 5, 9, ?)', [
      `e${at}`,
      body,
    ])
  closeDatabase(before)
  return folder
}

function openLog(folder: string) {
  const log = createExchanges({
    file: logDatabaseIn(folder),
    changes: createChanges(),
    settings: () => ({ ...defaultRequestLog, maxDays: 100_000 }),
  })
  onTestFinished(log.close)
  const listIds = async () => (await log.list({ limit: 100 })).rows.map(({ id }) => id).sort()
  return { log, listIds }
}

test('the request log of an earlier version moves to its own database, and snapshots exclude it', async () => {
  const folder = makeVersionSix([...Array(40).keys()].map((at) => row(`e${at}`, 'y'.repeat(50_000))))
  const file = databaseIn(folder)
  const sizeBefore = statSync(file).size
  closeDatabase(openDatabase({ file }))
  const { log, listIds } = openLog(folder)
  // Before its row is moved, and afterwards.
  expect(await log.read({ id: 'e3' })).toEqual(JSON.parse(row('e3', 'y'.repeat(50_000))))
  await expect.poll(listIds).toHaveLength(40)
  expect(await log.read({ id: 'e3' })).toEqual(JSON.parse(row('e3', 'y'.repeat(50_000))))
  expect(readSettings(file)).toEqual({ theme: '"dark"' })
  const [snapshot = ''] = listSnapshots(file)
  const copy = connect(snapshot)
  expect(copy.get('SELECT count(*) AS rows FROM exchanges')).toMatchObject({ rows: 0 })
  copy.close()
  expect([statSync(file).size, statSync(snapshot).size].every((size) => size < sizeBefore / 4)).toBe(true)
})

test('a crash while the request log moves copies no row twice, and damaged rows are skipped', async () => {
  const folder = makeVersionSix([row('e0'), '{', row('e2')])
  const file = databaseIn(folder)
  const broken = [...migrations.slice(0, 6), 'CREATE TABLE settings (x)']
  // Moves the log, then fails before the schema changes.
  expect(() => openDatabase({ file, migrations: broken })).toThrow(ApiError)
  const reopened = connect(file)
  reopened.run('INSERT INTO exchanges (id, started_at, bytes, exchange) VALUES (?, 5, 9, ?)', [
    'e0',
    row('e0'),
  ])
  reopened.close()
  closeDatabase(openDatabase({ file }))
  await expect.poll(openLog(folder).listIds).toEqual(['e0', 'e2'])
})

test('a request log that cannot be moved does not stop the update of the data', () => {
  const folder = makeVersionSix([row('e0')])
  writeFileSync(logDatabaseIn(folder), 'not a database '.repeat(500))
  closeDatabase(openDatabase({ file: databaseIn(folder) }))
  expect(readSettings(databaseIn(folder))).toEqual({ theme: '"dark"' })
})

test('opening waits without an error while another program has the write lock, and reports it', async () => {
  const folder = makeVersionSix([row('e0')])
  const holder = await holdLock(databaseIn(folder))
  const locked: (string | null)[] = []
  const upgraded: string[] = []
  const opening = openWorkspace({
    folder,
    send: () => new Promise(() => {}),
    onLocked: (file) => locked.push(file),
    upgrade: async (file) => {
      upgraded.push(file)
      openDatabase({ file }).close()
    },
  })
  await expect.poll(() => locked).toEqual([databaseIn(folder)])
  expect(upgraded).toEqual([])
  await holder.release()
  const app = await opening
  expect(upgraded).toEqual([databaseIn(folder)])
  expect(locked).toEqual([databaseIn(folder), null])
  expect(app.settings.read().theme).toBe('dark')
  await app.close()
})

test('a migration that fails leaves the database as it was', () => {
  const file = makeVersionOne()
  const broken = 'UPDATE notes SET text = upper(text); CREATE TABLE notes (x TEXT);'
  expect(() => openDatabase({ file, migrations: [first, broken] })).toThrow(ApiError)
  const connection = openDatabase({ file, migrations: [first] })
  expect(connection.all('SELECT text FROM notes')).toMatchObject([{ text: 'kept' }])
  connection.close()
})

test('a database of a newer version is rejected with the names of both versions, and unchanged', () => {
  const file = join(makeFolder(), 'workspace.db')
  closeDatabase(openDatabase({ file, appVersion: '0.3.0' }))
  const later = [...migrations, 'CREATE TABLE of_later (x TEXT) STRICT']
  closeDatabase(openDatabase({ file, migrations: later, appVersion: '0.4.0' }))
  const before = readFileSync(file)
  const error = catchError(() => openDatabase({ file, appVersion: '0.3.0' }))
  expect(isDatabaseNewer(error)).toBe(true)
  expect(error).toMatchObject({ code: 'FAILED_PRECONDITION' })
  expect(String(error)).toContain(
    `The database ${file} was saved by Gen Playground 0.4.0 (format ${later.length}). This version, 0.3.0, supports up to format ${migrations.length}.`,
  )
  expect(String(error)).toContain('Install version 0.4.0 or later')
  expect(readFileSync(file)).toEqual(before)
})

test('a file that is not a database is rejected with its name and advice, and unchanged', () => {
  const file = makeVersionOne()
  openDatabase({ file, migrations: [first, second] }).close()
  const [snapshot] = listSnapshots(file)
  const bytes = Buffer.from('not a database '.repeat(500))
  writeFileSync(file, bytes)
  writeFileSync(`${file}-wal`, '')
  expect(() => openDatabase({ file, migrations: [first, second] })).toThrow(
    `The database ${file} is damaged (file is not a database). It wasn’t changed. To restore the latest snapshot, copy ${snapshot} over the file.`,
  )
  expect(readFileSync(file)).toEqual(bytes)
})

function catchError(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown.')
}

test('a transaction is all or nothing, and a closed connection rejects statements', () => {
  const connection = connect(makeVersionOne())
  expect(() =>
    connection.transact(() => {
      connection.run('INSERT INTO notes (text) VALUES (?)', ['gone'])
      throw new Error('changed my mind')
    }),
  ).toThrow('changed my mind')
  expect(connection.get('SELECT count(*) AS notes FROM notes')).toMatchObject({ notes: 1 })
  connection.transactDurably(() => connection.run('INSERT INTO notes (text) VALUES (?)', ['stays']))
  expect(connection.get('SELECT count(*) AS notes FROM notes')).toMatchObject({ notes: 2 })
  expect(connection.get('PRAGMA synchronous')).toMatchObject({ synchronous: 1 })
  connection.close()
  expect(() => connection.all('SELECT * FROM notes')).toThrow('The workspace is closed.')
})

test.each([
  ['that is cut', '[{"text":"Ans'],
  ['of another shape', '{"text":"Answer"}'],
  ['with a part of a wrong type', '[{"text":5}]'],
])('a turn %s is shown as damaged, and all others are intact', async (_, damage) => {
  const workspace = await openTestWorkspace()
  const { conversationId, turnId } = await ask(workspace, 'One?')
  await ask(workspace, 'Two?', conversationId)
  const other = await ask(workspace, 'Elsewhere?')
  const direct = connect(join(workspace.folder, 'workspace.db'))
  direct.run('UPDATE turns SET parts = ?, usage = ? WHERE id = ?', [damage, '{', turnId])
  direct.run('UPDATE conversations SET parameters = ? WHERE id = ?', ['{"model":', conversationId])
  direct.close()

  const { conversation, turns } = await read(workspace.app, conversationId)
  expect(conversation.parameters).toEqual({ model: 'gen-2.5-flash' })
  expect(turns.map(({ state, parts, error }) => ({ state, parts, error: error?.code }))).toEqual([
    { state: 'complete', parts: [{ text: 'One?' }], error: undefined },
    { state: 'failed', parts: [], error: 'INTERNAL' },
    { state: 'complete', parts: [{ text: 'Two?' }], error: undefined },
    { state: 'complete', parts: [{ text: 'Answer to Two?' }], error: undefined },
  ])
  expect(workspace.app.conversations.list().map(({ id }) => id)).toEqual([
    other.conversationId,
    conversationId,
  ])
  const next = await ask(workspace, 'Three?', conversationId)
  // A prompt is not sent without its response.
  expect(next.body.contents.map(({ parts }) => parts)).toEqual([
    [{ text: 'Two?' }],
    [{ text: 'Answer to Two?' }],
    [{ text: 'Three?' }],
  ])
})

test.each([
  [
    { baseUrl: 'https://a.example', apiBaseUrl: '' },
    { services: [{ id: 'service', name: 'Service', baseUrl: 'https://a.example' }] },
  ],
  [
    { baseUrl: 'https://a.example', apiBaseUrl: 'https://b.example' },
    {
      services: [
        {
          id: 'service',
          name: 'Service',
          baseUrl: 'https://a.example',
          apiBaseUrl: 'https://b.example',
        },
      ],
    },
  ],
])('the one service of the first version becomes the first of several', (service, expected) => {
  const file = join(makeFolder(), 'notes.db')
  const before = openDatabase({ file, migrations: migrations.slice(0, 1) })
  before.run("INSERT INTO settings VALUES ('service', ?), ('upstream', ?), ('theme', '{broken')", [
    JSON.stringify(service),
    JSON.stringify({ kind: 'service', ...service }),
  ])
  closeDatabase(before)
  expect(readSettings(file)).toEqual({
    ...expected,
    upstream: { kind: 'service', profile: 'service' },
    theme: '{broken',
  })
})

test('damaged or missing settings of the first version do not stop the migration', () => {
  const file = join(makeFolder(), 'notes.db')
  const before = openDatabase({ file, migrations: migrations.slice(0, 1) })
  before.run("INSERT INTO settings VALUES ('service', '{bro'), ('upstream', 'ken')")
  closeDatabase(before)
  expect(readSettings(file)).toEqual({ upstream: 'ken' })
})

function readSettings(file: string): Record<string, unknown> {
  const connection = openDatabase({ file })
  const rows = connection.all<{ key: string; value: string }>('SELECT key, value FROM settings')
  closeDatabase(connection)
  return Object.fromEntries(
    rows.map(({ key, value }) => [key, /^[{[]"|^\[\{/.test(value) ? JSON.parse(value) : value]),
  )
}
