// Checks the error log: its entries, its size, and redaction of secrets.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openErrorLog } from './error-log'

const root = mkdtempSync(join(tmpdir(), 'gen-playground-errors-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const makeFolder = () => mkdtempSync(join(root, 'log-'))

test('an entry has the title, the stack and the cause, but no key in use', () => {
  const log = openErrorLog(join(makeFolder(), 'errors.log'))
  log.redact(() => ['the-secret-of-the-proxy', 'local-key-0123456789'])
  const cause = new Error('the proxy did not take the-secret-of-the-proxy')
  log.write('Uncaught exception', new Error('call with key=local-key-0123456789 failed', { cause }))
  log.write('Unhandled rejection', 'no error object')
  const text = readFileSync(log.file, 'utf8')
  expect(text).toMatch(/^\d{4}-\d\d-\d\dT\S+ Uncaught exception\nError: call with key=… failed\n\s+at /)
  expect(text).toContain('Cause: Error: the proxy did not take …\n')
  expect(text).toContain('Unhandled rejection\nno error object\n')
  expect(text).not.toMatch(/secret-of|local-key/)
})

test('the log stays within its size, however many errors there are', () => {
  const folder = makeFolder()
  const log = openErrorLog(join(folder, 'errors.log'))
  const long = new Error('x'.repeat(100_000))
  for (let count = 0; count < 200; count += 1) log.write('Uncaught exception', long)
  expect(readdirSync(folder).sort()).toEqual(['errors.log', 'errors.old.log'])
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
  expect(Math.max(...sizes)).toBeLessThan(600_000)
})

test('a log that cannot be written raises no error', () => {
  openErrorLog(join(root, 'no such folder', 'errors.log')).write('Uncaught exception', new Error('broken'))
})
