// Files that the user asked for: whole under their name, or the old one stays; a refusal of the disk is a sentence.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { readTextFile, toFileError, writeFileAtomically } from './user-files'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

test('text, bytes and pieces are written whole, over what was there, into a folder that is made', async () => {
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

test('where the content ends in an error the old file stays, and nothing half-written beside it', async () => {
  const path = join(folder, 'a.txt')
  writeFileSync(path, 'old')
  async function* broken() {
    yield 'new'
    throw new Error('the source is gone')
  }
  await expect(writeFileAtomically(path, broken())).rejects.toThrow('the source is gone')
  expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['old', ['a.txt']])
})

test('a folder in the place of the file, or a file in the place of the folder, is told', async () => {
  mkdirSync(join(folder, 'taken'))
  writeFileSync(join(folder, 'file'), '')
  await expect(writeFileAtomically(join(folder, 'taken'), 'x')).rejects.toMatchObject({
    code: 'FAILED_PRECONDITION',
    message: `taken could not be written to ${folder}: it is a folder.`,
  })
  await expect(writeFileAtomically(join(folder, 'file', 'a.txt'), 'x')).rejects.toMatchObject({
    code: 'FAILED_PRECONDITION',
    message: expect.stringContaining('a file stands where a folder is needed'),
  })
  expect(readdirSync(folder).sort()).toEqual(['file', 'taken'])
})

test.each([
  ['ENOSPC', 'RESOURCE_EXHAUSTED', 'a.md could not be written: the disk is full.'],
  ['EACCES', 'PERMISSION_DENIED', 'a.md could not be written: you have no permission for it.'],
  ['EROFS', 'PERMISSION_DENIED', 'a.md could not be written: the disk can only be read.'],
  ['EIO', 'INTERNAL', 'a.md could not be written: bad sector.'],
])('%s is told as %s', (code, status, message) => {
  const error = toFileError(Object.assign(new Error('bad sector'), { code }), 'a.md could not be written')
  expect(error).toMatchObject({ code: status, message })
})

test('a file that is gone, or no text, is told by its name', async () => {
  const path = join(folder, 'a.json')
  await expect(readTextFile(path)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'a.json could not be read: it is not there any more.',
  })
  writeFileSync(path, Buffer.from([0x7b, 0xff]))
  await expect(readTextFile(path)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: 'a.json is no text: it is not valid UTF-8.',
  })
  writeFileSync(path, '{"größe": 1}')
  expect(await readTextFile(path)).toBe('{"größe": 1}')
})
