// Checks that files are written atomically, and that errors of the disk have clear messages.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { toFileError } from '../file-error'
import { readTextFile, writeFileAtomically, writeNewFile } from './user-files'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

test('writes text, bytes and chunks over an existing file, and creates the folder', async () => {
  const path = join(folder, 'new', 'a.txt')
  await writeFileAtomically(path, 'Grüße')
  await writeFileAtomically(path, new Uint8Array([65, 66]))
  expect(readFileSync(path, 'utf8')).toBe('AB')
  async function* pieces() {
    yield 'Grü'
    yield new Uint8Array([65])
    yield 'x'.repeat(300_000)
  }
  await writeFileAtomically(path, pieces())
  expect(readFileSync(path, 'utf8')).toBe(`GrüA${'x'.repeat(300_000)}`)
  expect(readdirSync(join(folder, 'new'))).toEqual(['a.txt'])
})

test('keeps the old file, and no partial one, if the content fails', async () => {
  const path = join(folder, 'a.txt')
  writeFileSync(path, 'old')
  async function* broken() {
    yield 'new'
    throw new Error('the source is gone')
  }
  await expect(writeFileAtomically(path, broken())).rejects.toThrow('the source is gone')
  expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['old', ['a.txt']])
})

test('a new file is complete, or leaves an existing file or folder of its name unchanged', async () => {
  const path = join(folder, 'a.txt')
  expect(await writeNewFile(path, 'first')).toBe(true)
  expect(await writeNewFile(path, 'second')).toBe(false)
  mkdirSync(join(folder, 'taken'))
  expect(await writeNewFile(join(folder, 'taken'), 'x')).toBe(false)
  expect([readFileSync(path, 'utf8'), readdirSync(folder).sort()]).toEqual(['first', ['a.txt', 'taken']])
  await expect(writeNewFile(join(path, 'b.txt'), 'x')).rejects.toThrow('not a folder')
})

test('reports a folder instead of a file, and a file instead of a folder', async () => {
  mkdirSync(join(folder, 'taken'))
  writeFileSync(join(folder, 'file'), '')
  await expect(writeFileAtomically(join(folder, 'taken'), 'x')).rejects.toMatchObject({
    code: 'FAILED_PRECONDITION',
    message: `Couldn’t save taken to ${folder}: it is a folder.`,
  })
  await expect(writeFileAtomically(join(folder, 'file', 'a.txt'), 'x')).rejects.toMatchObject({
    code: 'FAILED_PRECONDITION',
    message: expect.stringContaining('part of its path is a file, not a folder'),
  })
  expect(readdirSync(folder).sort()).toEqual(['file', 'taken'])
})

test('describes errors of the disk', () => {
  for (const [code, status, reason] of [
    ['ENOSPC', 'RESOURCE_EXHAUSTED', 'the disk is full'],
    ['EACCES', 'PERMISSION_DENIED', 'you don’t have permission'],
    ['EROFS', 'PERMISSION_DENIED', 'the disk is read-only'],
    ['EIO', 'INTERNAL', 'bad sector'],
  ]) {
    const error = toFileError(Object.assign(new Error('bad sector'), { code }), 'Couldn’t save a.md')
    expect(error).toMatchObject({ code: status, message: `Couldn’t save a.md: ${reason}.` })
  }
})

test('names a file that is missing or not text', async () => {
  const path = join(folder, 'a.json')
  await expect(readTextFile(path)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'Couldn’t read “a.json”: it no longer exists.',
  })
  writeFileSync(path, Buffer.from([0x7b, 0xff]))
  await expect(readTextFile(path)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: '“a.json” isn’t a valid UTF-8 text file.',
  })
  writeFileSync(path, '{"größe": 1}')
  expect(await readTextFile(path)).toBe('{"größe": 1}')
})
