// A reset of everything, which the next start carries out, deletes data and leaves other files.
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openWorkspace } from '#workspace/workspace'
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

test('keys that stay keep their names, services and proxies, also if the deletion is interrupted', async () => {
  const { folder, mediaFolder } = makeFolder()
  for (const name of ['workspace.db', 'workspace.db-wal']) rmSync(join(folder, name))
  const workspace = await openWorkspace({ folder, send: () => Promise.reject(new Error('Not sent.')) })
  workspace.namedKeys.add({ name: 'Script', hash: 'a hash', ending: 'abcd' })
  const services = [{ id: 'service', name: 'Mine', baseUrl: 'http://127.0.0.1:9' }]
  workspace.settings.update({ theme: 'dark', services })
  workspace.settings.saveProxyHosts(['proxy:8080'])
  workspace.templates.save({ name: 'Greeting', text: 'Hello' })
  const namedKeys = workspace.namedKeys.list()
  const hashes = workspace.namedKeys.hashes()
  await workspace.close()
  for (const _ of ['first', 'interrupted after the last step']) {
    requestErasure(folder, { keys: false, mediaFolder })
    await eraseIfRequested(folder)
  }
  // Interrupted while files were being deleted.
  renameSync(join(folder, 'workspace.db'), join(folder, 'keys.db'))
  requestErasure(folder, { keys: false, mediaFolder })
  await eraseIfRequested(folder)
  const opened = await openWorkspace({ folder, send: () => Promise.reject(new Error('Not sent.')) })
  onTestFinished(() => opened.close())
  expect(opened.namedKeys.list()).toEqual(namedKeys)
  expect(opened.namedKeys.hashes()).toEqual(hashes)
  expect(opened.settings.read()).toMatchObject({ theme: 'system', services, proxyHosts: ['proxy:8080'] })
  expect(opened.templates.list()).toEqual([])
  expect(readdirSync(folder).filter((name) => name.startsWith('keys'))).toEqual([])
})

test('a damaged database is deleted, too', async () => {
  const { folder, mediaFolder } = makeFolder()
  writeFileSync(join(folder, 'workspace.db'), 'no database '.repeat(1000))
  requestErasure(folder, { keys: false, mediaFolder })
  expect(await eraseIfRequested(folder)).toBe(true)
  expect(readdirSync(folder)).not.toContain('workspace.db')
  expect(readdirSync(folder).filter((name) => name.startsWith('keys'))).toEqual([])
})
