// Checks named keys over the desktop contract, with the real gateway: issued once, stored as hashes, counted, revoked.
import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { restoreSnapshot, saveDailySnapshot } from '#workspace/database/daily-snapshots'
import { type Desktop, invertingCipher, openDesktop } from './desktop.fixture'

let folder = ''
let desktop: Desktop
let client: Desktop['client']

async function open(): Promise<void> {
  desktop = await openDesktop(folder)
  client = desktop.client
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desktop-named-keys-'))
  await open()
})

afterEach(async () => {
  await desktop.close()
  await rm(folder, { recursive: true, force: true })
})

async function request(key: string): Promise<number> {
  const { url } = await desktop.application.listening()
  const response = await fetch(`${url}/v1beta/models`, { headers: { 'x-goog-api-key': key } })
  await response.text()
  return response.status
}

const clients = async () => (await client.exchanges.list({ limit: 9 })).rows.map((row) => row.client)

test('a key is returned once, counts its requests, and lasts until it is rotated or revoked', async () => {
  const { key, namedKey } = await client.namedKeys.create({ name: ' Nightly run ' })
  expect(key).toMatch(/^gp-[\w-]{32}$/)
  expect(namedKey).toMatchObject({
    name: 'Nightly run',
    ending: key.slice(-4),
    requests: 0,
    lastUsedAt: null,
  })
  expect(await client.namedKeys.list()).toEqual([namedKey])
  expect([await request(key), await request(key)]).toEqual([200, 200])
  await expect.poll(clients).toEqual(['Nightly run', 'Nightly run'])
  await expect.poll(async () => (await client.namedKeys.list())[0]?.requests).toBe(2)

  await desktop.close()
  await open()
  const [saved] = await client.namedKeys.list()
  expect(saved).toMatchObject({ ...namedKey, requests: 2, lastUsedAt: expect.any(Number) })
  expect(await request(key)).toBe(200)

  const rotated = await client.namedKeys.rotate({ id: namedKey.id })
  expect(rotated.namedKey).toMatchObject({ id: namedKey.id, ending: rotated.key.slice(-4) })
  expect([await request(key), await request(rotated.key)]).toEqual([401, 200])
  await client.namedKeys.revoke({ id: namedKey.id })
  expect([await request(rotated.key), await client.namedKeys.list()]).toEqual([401, []])
  await expect(client.namedKeys.rotate({ id: namedKey.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a restored snapshot revives neither a revoked nor a rotated key, and keeps the rotated one valid', async () => {
  const [revoked, rotated, unchanged] = await Promise.all(
    ['Revoked', 'Rotated', 'Kept'].map((name) => client.namedKeys.create({ name })),
  )
  if (!revoked || !rotated || !unchanged) throw new Error('Three keys were expected.')
  await desktop.close()
  const database = join(folder, 'workspace.db')
  const snapshot = saveDailySnapshot(database, Date.now()) ?? ''
  await open()
  await client.namedKeys.revoke({ id: revoked.namedKey.id })
  const next = await client.namedKeys.rotate({ id: rotated.namedKey.id })
  await client.namedKeys.rename({ id: unchanged.namedKey.id, name: 'Renamed' })
  const later = await client.namedKeys.create({ name: 'Later' })
  await desktop.close()
  restoreSnapshot(database, snapshot, Date.now())

  await open()
  expect((await client.namedKeys.list()).map(({ name, ending }) => [name, ending])).toEqual([
    ['Rotated', next.key.slice(-4)],
    ['Kept', unchanged.key.slice(-4)],
  ])
  const statuses = async () =>
    Promise.all([revoked.key, rotated.key, next.key, unchanged.key, later.key].map(request))
  expect(await statuses()).toEqual([401, 401, 200, 200, 401])
  expect((await client.namedKeys.create({ name: 'Revoked' })).namedKey.name).toBe('Revoked')
  await desktop.close()
  await open()
  expect(await statuses()).toEqual([401, 401, 200, 200, 401])
})

test('a key that was rotated while the key file could not be written is not undone by the next start', async () => {
  const { key, namedKey } = await client.namedKeys.create({ name: 'Rotated' })
  const blocker = join(folder, 'vault.json.tmp')
  await mkdir(blocker)
  const next = await client.namedKeys.rotate({ id: namedKey.id })
  const another = await client.namedKeys.create({ name: 'Revoked' })
  await expect(client.namedKeys.revoke({ id: another.namedKey.id })).rejects.toMatchObject({
    message: expect.stringContaining('The key is revoked.'),
  })
  const check = async () => Promise.all([key, next.key, another.key].map(request))
  expect(await check()).toEqual([401, 200, 401])
  await desktop.close()
  await rmdir(blocker)
  await open()
  expect(await check()).toEqual([401, 200, 401])
})

test('a key is revoked at once, even while another key waits for the keyring', async () => {
  const { key, namedKey } = await client.namedKeys.create({ name: 'Build' })
  await desktop.close()
  let unlock = () => {}
  const isUnlocked = new Promise<void>((resolve) => {
    unlock = resolve
  })
  desktop = await openDesktop(folder, 'instant', {
    ...invertingCipher,
    encrypt: async (text) => isUnlocked.then(() => invertingCipher.encrypt(text)),
  })
  client = desktop.client
  const saving = client.keys.set({ slot: 'gemini', key: 'a-key-that-waits' })
  expect(await request(key)).toBe(200)
  // A new key is shown meanwhile.
  expect(await request((await client.namedKeys.create({ name: 'Other' })).key)).toBe(200)
  const revoking = client.namedKeys.revoke({ id: namedKey.id })
  await expect.poll(() => request(key)).toBe(401)
  unlock()
  await Promise.all([saving, revoking])
})

test('a renamed key stays valid; the log keeps the name that each request had, and finds both', async () => {
  const { key, namedKey } = await client.namedKeys.create({ name: 'Before' })
  await request(key)
  await expect.poll(clients).toEqual(['Before'])
  expect(await client.namedKeys.rename({ id: namedKey.id, name: ' After ' })).toMatchObject({
    name: 'After',
    ending: namedKey.ending,
  })
  await request(key)
  await expect.poll(clients).toEqual(['After', 'Before'])
  await expect.poll(async () => (await client.namedKeys.list())[0]?.requests).toBe(2)
  await client.namedKeys.revoke({ id: namedKey.id })
  const filter = { clients: ['Before'] }
  expect((await client.exchanges.list({ limit: 9, filter })).rows.map((row) => row.client)).toEqual([
    'Before',
  ])
  const counts = await client.exchanges.counts({})
  expect(counts.clients.map(({ value }) => value).sort()).toEqual(['After', 'Before'])
})

test('names are unique and not the window’s, whatever their case', async () => {
  const create = (name: string) => client.namedKeys.create({ name })
  await create('Build')
  const { id } = (await create('Test')).namedKey
  const exists = { message: 'name: already exists' }
  await expect(client.namedKeys.rename({ id, name: 'BUILD' })).rejects.toMatchObject(exists)
  await client.namedKeys.rename({ id, name: 'TEST' })
  await client.namedKeys.revoke({ id })
  await expect(create('build')).rejects.toMatchObject(exists)
  for (const name of ['', '  ', 'a\nb', 'Window', 'x'.repeat(65)])
    await expect(create(name)).rejects.toThrow()
  expect((await client.namedKeys.list()).map(({ name }) => name)).toEqual(['Build'])
})

test('the requests of the panels do not depend on the local key, and scripts cannot pass for them', async () => {
  const { key } = await client.localKey.read()
  const [rotation] = await Promise.all([
    client.localKey.rotate(),
    client.chat.send({
      conversationId: null,
      parts: [{ text: 'Hello' }],
      parameters: { model: 'gen-2.5-flash' },
    }),
  ])
  await expect.poll(clients).toEqual(['window'])
  const { url } = await desktop.application.listening()
  await fetch(`${url}/v1beta/models`, {
    headers: { 'x-goog-api-key': rotation.key, 'x-playground-client': 'window', 'user-agent': 'script/1' },
  })
  await expect.poll(clients).toEqual(['script/1', 'window'])
  expect(await request(key)).toBe(401)
})
