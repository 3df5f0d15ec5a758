// The sentence that explains a failed start, for each kind of failure.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fromFailure, toFailure } from '#gateway/port-calls'
import { ApiError } from '#shared/schemas/api-error'
import { databaseIn, openDatabase } from '#workspace/database/database'
import { findFolderProblem } from './data-folder'
import { concernsDatabase, describeStartFailure, PageError, RestoreError } from './start-failure'

const snapshot = { path: 'snapshots/a.db', savedAt: 0, appVersion: '0.3.0' }

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'start failure '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function catchError(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown.')
}

const explain = (error: unknown, found: typeof snapshot | null = null) =>
  describeStartFailure(error, { dataFolder: '/data', log: '', snapshot: found }).reason

function makeDamageError(): unknown {
  const file = databaseIn(makeFolder())
  writeFileSync(file, 'not a database '.repeat(500))
  return catchError(() => openDatabase({ file }))
}

test('a damaged database is recognized, also if another thread has found the damage', () => {
  const error = makeDamageError()
  const ofThread = fromFailure(structuredClone(toFailure(error)))
  for (const each of [error, ofThread]) {
    expect(concernsDatabase(each)).toBe(true)
    expect(explain(each)).toContain('There’s no snapshot to restore.')
    expect(explain(each, snapshot)).toContain('Restore the last snapshot. The damaged file is kept.')
  }
})

test('an error of another thread has every field that it has there', () => {
  const context = { http: 503, param: 'a.b', details: [{ a: 1 }], retryAfter: 3, openAiCode: 'c' } as const
  const error = new ApiError('RESOURCE_EXHAUSTED', 'Busy', {
    ...context,
    source: 'provider',
    reason: 'connection',
  })
  expect(fromFailure(structuredClone(toFailure(error)))).toEqual(error)
})

test('a snapshot that is damaged, too, or that the disk has no space for is explained', () => {
  const damaged = new RestoreError(makeDamageError())
  expect(explain(damaged, snapshot)).toBe('The snapshot is damaged, too. Restore the one before it.')
  expect(explain(damaged)).toContain('there’s no other')
  const full = fromFailure(toFailure(Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' })))
  expect(explain(new RestoreError(full), snapshot)).toBe(
    'Couldn’t restore the snapshot. The disk is full. Free up space, then try again.',
  )
})

test('other failures say what to do, and only the database offers a snapshot', () => {
  const file = join(makeFolder(), 'a file')
  writeFileSync(file, '')
  const withCode = (code: string) => Object.assign(new Error('x'), { code })
  const cases: [unknown, string][] = [
    [findFolderProblem(join(file, 'data')), 'Check its permissions and free space.'],
    [withCode('MODULE_NOT_FOUND'), 'Reinstall Gen Playground.'],
    [withCode('EACCES'), 'Check its permissions, then try again.'],
    [
      new ApiError('RESOURCE_EXHAUSTED', 'The disk is full. Free up space.'),
      'The disk is full. Free up space.',
    ],
    [new PageError('The page failed to load: 404'), 'reinstall Gen Playground'],
    ['a text', 'An unexpected error occurred.'],
  ]
  for (const [error, text] of cases) {
    expect(explain(error)).toContain(text)
    expect(concernsDatabase(error)).toBe(false)
  }
})
