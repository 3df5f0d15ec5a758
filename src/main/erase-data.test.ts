// A reset of everything, which the next start carries out, deletes data and leaves other files.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eraseIfRequested, requestErasure } from './erase-data'

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'erase '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const hash = 'ab'.repeat(32)
  const mediaFolder = join(folder, 'media')
  mkdirSync(join(mediaFolder, 'ab'), { recursive: true })
  for (const name of [`${hash}.png`, `${hash}.json`]) writeFileSync(join(mediaFolder, 'ab', name), '')
  for (const name of ['snapshots', 'exchange-media', 'logs', 'Cache']) mkdirSync(join(folder, name))
  const files = [
    'workspace.db',
    'workspace.db-wal',
    'exchanges.db',
    'vault.json',
    'vault.json.backup',
    'notes.txt',
  ]
  for (const name of files) writeFileSync(join(folder, name), '')
  return { folder, mediaFolder }
}

test('without a request, nothing is deleted', async () => {
  const { folder } = makeFolder()
  const before = readdirSync(folder)
  expect(await eraseIfRequested(folder)).toBe(false)
  expect(readdirSync(folder)).toEqual(before)
})

test('data are deleted, but neither keys nor files of others', async () => {
  const { folder, mediaFolder } = makeFolder()
  requestErasure(folder, { keys: false, mediaFolder })
  expect(await eraseIfRequested(folder)).toBe(true)
  expect(readdirSync(folder).sort()).toEqual([
    'Cache',
    'logs',
    'notes.txt',
    'vault.json',
    'vault.json.backup',
  ])
  expect(await eraseIfRequested(folder)).toBe(false)
})

test('keys are deleted on request; own files in the media folder stay', async () => {
  const { folder, mediaFolder } = makeFolder()
  writeFileSync(join(mediaFolder, 'mine.txt'), '')
  requestErasure(folder, { keys: true, mediaFolder })
  await eraseIfRequested(folder)
  expect(readdirSync(folder).sort()).toEqual(['Cache', 'logs', 'media', 'notes.txt'])
  expect(readdirSync(mediaFolder)).toEqual(['mine.txt'])
})
