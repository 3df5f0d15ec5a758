// Checks the log: its entries, its size, and that no text of a user or a provider can reach it.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '#shared/schemas/api-error'
import { connect } from '#workspace/database/connection'
import { type LogEvent, openLog } from './log'

const root = mkdtempSync(join(tmpdir(), 'gen-playground-log-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const codeFolder = fileURLToPath(new URL('..', import.meta.url)).slice(0, -1)
const makeLog = (maxBytes?: number) =>
  openLog({
    folder: join(mkdtempSync(join(root, 'data-')), 'logs'),
    codeFolder,
    ...(maxBytes && { maxBytes }),
  })

function readAll(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('')
}

function catchError(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

test('an entry has the event, the class, the codes, the positions in the code, and the causes', () => {
  const log = makeLog()
  const cause = catchError(() => readFileSync(join(root, 'missing')))
  log.write('Uncaught exception', new ApiError('NOT_FOUND', 'No such thing', { cause }))
  log.write(
    'Unhandled rejection',
    catchError(() => (undefined as unknown as { name: string }).name),
  )
  log.write('Unhandled rejection', 'no error object')
  const text = readAll(log.folder)
  expect(text).toMatch(
    /^\d{4}-\d\d-\d\dT\S+ Uncaught exception\n {2}ApiError NOT_FOUND\n {4}at \(main\/log\.test\.ts:\d+:\d+\)\n/,
  )
  expect(text).toContain('  Cause: Error ENOENT open\n')
  expect(text).toMatch(/at readFileSync \(node:fs:\d+:\d+\)/)
  expect(text).toContain('  TypeError (… Cannot read properties of undefined …)\n    at (main/log.test.ts:')
  expect(text).toContain('Unhandled rejection\n  Not an error: string\n')
})

const marker = 'MARKERPROMPT'
const key = 'AIzaSyMARKERKEY0123456789'

/** Errors with a prompt or a key wherever they can have a text. */
function makeErrors(): unknown[] {
  const secret = `${marker} ${key}`
  const changed = new Error(`${secret}\n    at ${marker} (${codeFolder}/main/${marker}.ts:1:1)`)
  const renamed = Object.assign(new Error('short'), {
    name: marker,
    code: marker,
    syscall: key,
    path: marker,
  })
  const withPath = catchError(() => readFileSync(join(root, marker)))
  const ofDatabase = catchError(() =>
    connect(join(root, `${marker}.db`)).exec(`SELECT '${key}' FROM ${marker}`),
  )
  const ofClass = new { [marker.toLowerCase()]: class extends Error {} }[marker.toLowerCase()]!(secret)
  return [
    changed,
    renamed,
    withPath,
    ofDatabase,
    ofClass,
    secret,
    { [marker]: key },
    Symbol(marker),
    new ApiError('INVALID_ARGUMENT', secret, { source: 'provider', param: marker, details: [key] }),
    new Error('outer', { cause: new Error(secret, { cause: secret }) }),
    new AggregateError([new Error(secret)], secret),
    catchError(() => JSON.parse(secret)),
    catchError(() => z.object({ [marker]: z.literal(key) }).parse({ [marker]: secret })),
    catchError(() => ({ [marker]: 1 })[marker as never] ?? (undefined as never)[marker]),
    catchError(() => (undefined as never)[marker]),
    catchError(() => new URL(secret)),
    catchError(() => new (Function as unknown as new (code: string) => () => void)(`throw ${marker}`)()),
    new DOMException(secret, marker),
  ]
}

test('no text of an error reaches the log: not its message, its name, its path, or its lines that look like code', () => {
  const log = makeLog()
  for (const error of makeErrors()) log.write('Uncaught exception', error)
  const text = readAll(log.folder)
  expect(text.match(/Uncaught exception/g)).toHaveLength(makeErrors().length)
  expect(text).not.toMatch(/marker|AIza/i)
  expect(log.readTail()).toBe(text)
})

test('the log has at most five files of limited size, and the oldest entries are deleted first', () => {
  const maxBytes = 2_000
  const log = makeLog(maxBytes)
  const count = 400
  for (let at = 0; at < count; at += 1) log.write(`The page failed to load: ${at}`)
  expect(readdirSync(log.folder).sort()).toEqual([
    'gen-playground.1.log',
    'gen-playground.2.log',
    'gen-playground.3.log',
    'gen-playground.4.log',
    'gen-playground.log',
  ])
  const sizes = readdirSync(log.folder).map((name) => statSync(join(log.folder, name)).size)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(maxBytes)
  const newest = readFileSync(join(log.folder, 'gen-playground.log'), 'utf8')
  expect(newest).toContain(`load: ${count - 1}\n`)
  expect(readAll(log.folder)).not.toContain('load: 0\n')
})

test('the start is logged with the versions, and the tail begins with a whole line', () => {
  const log = makeLog()
  log.writeStart('1.2.3')
  expect(log.readTail()).toMatch(/ Started: version 1\.2\.3, Electron /)
  expect(log.readTail()).toContain(`Node.js ${process.versions.node}, ${process.platform} `)
  const event: LogEvent = 'Restarted after repeated errors'
  for (let count = 0; count < 400; count += 1) log.write(event)
  expect(log.readTail().length).toBeLessThan(9_000)
  for (const line of log.readTail().trimEnd().split('\n')) expect(line).toMatch(/^\d{4}-\S+ Restarted after/)
})

test('a log that cannot be written raises no error', () => {
  const file = join(root, 'a file')
  writeFileSync(file, '')
  const log = openLog({ folder: join(file, 'logs'), codeFolder })
  log.write('Uncaught exception', new Error('broken'))
  expect(log.readTail()).toBe('')
  const blocked = join(root, 'blocked')
  mkdirSync(join(blocked, 'gen-playground.log'), { recursive: true })
  openLog({ folder: blocked, codeFolder }).write('Stopped')
})
