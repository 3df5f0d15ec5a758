// The daily snapshot: when it is saved, that a damaged database never replaces it, and restoring it.
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../workspace.fixture'
import { type Connection, connect, isDatabaseDamaged } from './connection'
import { findSnapshot, restoreSnapshot, saveDailySnapshot, wasInterrupted } from './daily-snapshots'
import { closeDatabase, databaseIn, openDatabase } from './database'
import { listSnapshots, saveSnapshot } from './snapshots'

const day = 24 * 60 * 60 * 1000
const start = Date.now()

function openFile(folder = makeFolder()) {
  const file = databaseIn(folder)
  const connection = openDatabase({ file, appVersion: '0.3.0', now: () => start - 20 * day })
  onTestFinished(connection.close)
  return { file, folder, connection }
}

const save = (connection: Connection, theme: string) =>
  connection.run("INSERT OR REPLACE INTO settings VALUES ('theme', ?)", [theme])

/** Writes many pages. */
function fill(connection: Connection): void {
  for (let count = 0; count < 200; count += 1)
    connection.run('INSERT INTO settings VALUES (?, ?)', [`key ${count}`, 'x'.repeat(2_000)])
}

function readTheme(file: string): unknown {
  const connection = connect(file)
  const row = connection.get<{ value: string }>("SELECT value FROM settings WHERE key = 'theme'")
  connection.close()
  return row?.value
}

/** Overwrites pages in the middle of the file, as a failing disk does. */
function damage(file: string): void {
  const bytes = readFileSync(file)
  bytes.fill(0xa5, 4096 * 3, bytes.length)
  writeFileSync(file, bytes)
}

test('a snapshot of an open database is saved once a day, if something was written since the last one', () => {
  const { file, connection } = openFile()
  save(connection, 'dark')
  const first = saveDailySnapshot(file, start)
  // Complete, although the row is only in the write-ahead log.
  expect(readTheme(first ?? '')).toBe('dark')
  save(connection, 'light')
  expect(saveDailySnapshot(file, start + day - 1)).toBeNull()
  const second = saveDailySnapshot(file, start + day)
  expect(readTheme(second ?? '')).toBe('light')
  // Its name has a time after the last write.
  expect(saveDailySnapshot(file, start + 3 * day)).toBeNull()
  expect(listSnapshots(file)).toEqual([second, first])
})

test('after the clock was set back, a snapshot is saved again, and then once a day', () => {
  const { file, connection } = openFile()
  save(connection, 'dark')
  const ahead = saveDailySnapshot(file, start + 30 * day) ?? ''
  utimesSync(ahead, (start + 30 * day) / 1000, (start + 30 * day) / 1000)
  save(connection, 'light')
  const next = saveDailySnapshot(file, start) ?? ''
  expect(readTheme(next)).toBe('light')
  expect(listSnapshots(file)).toEqual([next, ahead])
  save(connection, 'dark')
  expect(saveDailySnapshot(file, start + day / 2)).toBeNull()
})

test('of the daily snapshots the newest two are retained, beside the one from before an update', () => {
  const { file, connection } = openFile()
  const ofUpdate = saveSnapshot(connection, {
    file,
    version: 0,
    now: start - 20 * day,
    purpose: 'update your data',
  })
  const days = [1, 2, 3].map((count) => {
    save(connection, `day ${count}`)
    // The time of the file's last write is now.
    return saveDailySnapshot(file, start - 10 * day + count * day)
  })
  expect(days.every((path) => path !== null)).toBe(true)
  expect(listSnapshots(file).sort()).toEqual([ofUpdate, days[1], days[2]].sort())
})

test('a damaged database is reported, and replaces no snapshot', () => {
  const { file, connection } = openFile()
  fill(connection)
  const good = saveDailySnapshot(file, start - 2 * day)
  closeDatabase(connection)
  damage(file)
  let error: unknown
  try {
    saveDailySnapshot(file, start)
  } catch (thrown) {
    error = thrown
  }
  expect(isDatabaseDamaged(error)).toBe(true)
  expect(listSnapshots(file)).toEqual([good])
  expect(readdirSync(join(dirname(file), 'snapshots'))).toHaveLength(1)
})

test('restoring replaces a damaged database, and keeps it and its latest changes under another name', () => {
  const { file, folder, connection } = openFile()
  save(connection, 'dark')
  saveDailySnapshot(file, start)
  closeDatabase(connection)
  writeFileSync(file, 'not a database '.repeat(500))
  writeFileSync(`${file}-wal`, 'its latest changes')
  const snapshot = findSnapshot(file)
  expect(snapshot).toMatchObject({ appVersion: '0.3.0', savedAt: start })
  const replaced = restoreSnapshot(file, snapshot?.path ?? '', Date.UTC(2026, 0, 2))
  expect(replaced).toBe('workspace-replaced-2026-01-02T00-00-00-000Z.db')
  expect(readFileSync(join(folder, replaced), 'utf8')).toMatch(/^not a database/)
  expect(readFileSync(join(folder, `${replaced}-wal`), 'utf8')).toBe('its latest changes')
  expect(readTheme(file)).toBe('dark')
  // The snapshot stays.
  expect(existsSync(snapshot?.path ?? '')).toBe(true)
  expect(readdirSync(folder).filter((name) => name.startsWith('unfinished'))).toEqual([])
})

test('a damaged snapshot changes nothing, and an older one is found instead', () => {
  const { file, connection } = openFile()
  fill(connection)
  const older = saveDailySnapshot(file, start - 2 * day) ?? ''
  save(connection, 'light')
  const newer = saveDailySnapshot(file, start) ?? ''
  closeDatabase(connection)
  damage(newer)
  const before = statSync(file)
  expect(() => restoreSnapshot(file, newer, start)).toThrow('damaged')
  expect(statSync(file)).toMatchObject({ ino: before.ino, size: before.size })
  expect(findSnapshot(file, new Set([newer]))?.path).toBe(older)
})

test('snapshots of a newer version, of a development build, and files that are not databases are not offered', () => {
  const { file, connection } = openFile()
  const snapshot = saveDailySnapshot(file, start - 2 * day) ?? ''
  closeDatabase(connection)
  const newer = join(dirname(snapshot), basename(snapshot).replace(/\d{4}/, '2099'))
  writeFileSync(newer, readFileSync(snapshot))
  const direct = connect(newer)
  direct.exec('PRAGMA user_version = 99')
  direct.close()
  const ofDevelopmentBuild = connect(newer.replace('2099', '2097'))
  ofDevelopmentBuild.exec('PRAGMA user_version = 1')
  ofDevelopmentBuild.close()
  writeFileSync(newer.replace('2099', '2098'), 'not a database '.repeat(500))
  expect(findSnapshot(file)?.path).toBe(snapshot)
})

test('a database that was not closed is recognized', () => {
  const { file, connection } = openFile()
  save(connection, 'dark')
  expect(wasInterrupted(file)).toBe(true)
  closeDatabase(connection)
  expect(wasInterrupted(file)).toBe(false)
})
