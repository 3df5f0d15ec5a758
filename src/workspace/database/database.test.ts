// The database file: created, migrated with a snapshot, rejected, damaged, and with damaged rows.
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { ApiError } from '#shared/schemas/api-error'
import { ask, makeFolder, openTestWorkspace, read } from '../workspace.fixture'
import { connect } from './connection'
import {
  closeDatabase,
  isDatabaseUnsupported,
  openDatabase,
  openWhenWritable,
  type UpgradeStep,
} from './database'
import { holdLock } from './lock-holder.fixture'
import { migrations } from './schema'
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

test('opening waits without an error while another program has the write lock, and reports it', async () => {
  const file = makeVersionOne()
  const migrations = [first, second]
  const holder = await holdLock(file)
  const locked: (string | null)[] = []
  const upgraded: string[] = []
  const opening = openWhenWritable({
    file,
    migrations,
    onLocked: (path) => locked.push(path),
    upgrade: async (path) => {
      upgraded.push(path)
      openDatabase({ file: path, migrations }).close()
    },
  })
  await expect.poll(() => locked).toEqual([file])
  expect(upgraded).toEqual([])
  await holder.release()
  const connection = await opening
  expect(upgraded).toEqual([file])
  expect(locked).toEqual([file, null])
  expect(connection.all('SELECT text, stars FROM notes')).toMatchObject([{ text: 'kept', stars: 0 }])
  connection.close()
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
  expect(isDatabaseUnsupported(error)).toBe(true)
  expect(error).toMatchObject({ code: 'FAILED_PRECONDITION' })
  expect(String(error)).toContain(
    `The database ${file} was saved by Gen Playground 0.4.0 (format ${later.length}). This version, 0.3.0, supports up to format ${migrations.length}.`,
  )
  expect(String(error)).toContain('Install version 0.4.0 or later')
  expect(readFileSync(file)).toEqual(before)
})

test.each([1, 13])(
  'a database of a development build with format %i is rejected, and unchanged',
  (format) => {
    const file = join(makeFolder(), 'workspace.db')
    const direct = connect(file)
    direct.exec(`CREATE TABLE settings (key TEXT, value TEXT); PRAGMA user_version = ${format}`)
    direct.close()
    const before = readFileSync(file)
    const error = catchError(() => openDatabase({ file, appVersion: '0.1.0' }))
    expect(isDatabaseUnsupported(error)).toBe(true)
    expect(String(error)).toContain(
      `The database ${file} was saved by a development build of Gen Playground, in a format that isn’t supported. The file wasn’t changed. Move it away to start fresh, or choose another data folder.`,
    )
    expect(readFileSync(file)).toEqual(before)
  },
)

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
