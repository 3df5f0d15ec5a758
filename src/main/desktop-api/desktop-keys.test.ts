// Checks keys and named keys over the desktop contract, with the real gateway: bound, rotated, revoked, and unreadable.
import { cp, mkdir, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openServer } from '#gateway/testing/loopback-servers.fixture'
import type { Turn } from '#shared/schemas/chat'
import { restoreSnapshot, saveDailySnapshot } from '#workspace/database/daily-snapshots'
import type { Cipher } from '../vault/vault'
import { type Desktop, invertingCipher, openDesktop } from './desktop.fixture'

let folder = ''
let desktop: Desktop
let application: Desktop['application']
let client: Desktop['client']

async function open(cipher?: Cipher): Promise<void> {
  desktop = await openDesktop(folder, 'instant', cipher)
  ;({ application, client } = desktop)
}

const close = () => desktop.close()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desktop-keys-'))
  await open()
})

afterEach(async () => {
  await close()
  await rm(folder, { recursive: true, force: true })
})

const service = (baseUrl: string) => ({
  services: [{ id: 'service', name: 'Mine', baseUrl }],
  upstream: { kind: 'service', profile: 'service' } as const,
})

/** Sends a prompt in a new chat and waits for the end of the answer. */
async function ask(text: string): Promise<Turn | undefined> {
  const parameters = { model: 'gen-2.5-flash' }
  const { conversationId } = await client.chat.send({ conversationId: null, parts: [{ text }], parameters })
  let turns: Turn[] = []
  for await (const events of await client.chat.watch({ conversationId })) {
    for (const event of events) {
      if (event.type === 'snapshot') turns = event.turns
      if (event.type === 'turn') turns = [...turns.filter(({ id }) => id !== event.turn.id), event.turn]
    }
    if (turns.length > 0 && turns.every(({ state }) => state !== 'running')) break
  }
  return turns.find(({ role }) => role === 'model')
}

test('a key is not sent to another origin than the one it was entered for, until it is entered again', async () => {
  const received: string[] = []
  const listenOn = async (name: string) => {
    const server = await openServer((incoming, outgoing) => {
      received.push(
        `${name} ${incoming.url?.includes('canary') || incoming.headers.authorization ? 'with' : 'without'} a key`,
      )
      outgoing.writeHead(404).end()
    })
    return { ...server, url: `http://127.0.0.1:${server.port}` }
  }
  const [first, second] = [await listenOn('first'), await listenOn('second')]
  await client.settings.update(service(first.url))
  await client.keys.set({ slot: 'service', key: 'canary' })
  await ask('To the first?')
  expect(received).toEqual(['first with a key'])

  await client.settings.update(service(second.url))
  expect(await ask('To the second?')).toMatchObject({
    state: 'failed',
    error: {
      code: 'FAILED_PRECONDITION',
      message: expect.stringContaining('was entered for another URL'),
    },
  })
  expect(received).toHaveLength(1)
  expect(await client.keys.status({ slot: 'service' })).toMatchObject({
    state: 'ready',
    origins: [first.url],
    blockedOrigins: [second.url],
  })
  const { parts } = await client.upstreams.check({ upstream: 'service' })
  expect(new Set(parts.map(({ verdict }) => verdict))).toEqual(new Set(['key']))

  await close()
  await open()
  await ask('Still to the second?')
  expect(received).toHaveLength(1)
  await client.settings.update(service(`${first.url}/v1beta`))
  await ask('To the first again?')
  expect(received.at(-1)).toBe('first with a key')
  await client.settings.update(service(second.url))
  await client.keys.set({ slot: 'service', key: 'canary' })
  expect((await client.keys.status({ slot: 'service' })).blockedOrigins).toEqual([])
  await ask('And now to the second?')
  expect(received.at(-1)).toBe('second with a key')
  await Promise.all([first.close(), second.close()])
})

test('a saved local key that cannot be read stays saved and accepted, and is shown when it can be read', async () => {
  const { key } = await client.localKey.read()
  await close()
  await open({ ...invertingCipher, decrypt: async () => Promise.reject(new Error('another keyring')) })
  const temporary = await client.localKey.read()
  expect(temporary.state).toBe('unreadable')
  expect(temporary.key).not.toBe(key)
  expect((await client.application.status()).keys).toMatchObject({
    problem: null,
    isLocalKeyUnreadable: true,
    isSavedLocalKeyAccepted: true,
  })
  const { url } = await application.listening()
  const request = async (text: string) => (await fetch(`${url}/v1beta/models?key=${text}`)).status
  expect([await request(key), await request(temporary.key), await request(`${key}x`)]).toEqual([
    200, 200, 401,
  ])
  // Rotating with this keyring replaces the saved key for good.
  await close()
  await open()
  expect(await client.localKey.read()).toEqual({ key, state: 'ready' })
  await close()
  await open({ ...invertingCipher, decrypt: async () => Promise.reject(new Error('another keyring')) })
  await client.localKey.rotate()
  await close()
  await open()
  const response = await fetch(`${(await application.listening()).url}/v1beta/models?key=${key}`)
  expect(response.status).toBe(401)
})

/** Each harms the folder while the application is closed, and returns the problem that is reported then. */
const harms: readonly [string, () => Promise<string | null>][] = [
  ['damaged', () => writeFile(join(folder, 'vault.json'), '{"version":1,"secr').then(() => 'restored')],
  ['deleted', () => rm(join(folder, 'vault.json')).then(() => 'restored')],
  ['moved with its folder', () => moveFolder().then(() => null)],
  ['restored with its folder from a backup', () => restoreFolder().then(() => null)],
]

/** Without SQLite's own files: they are empty once the application is closed, and deleted some time later. */
const copyOptions = { recursive: true, filter: (path: string) => !/-(wal|shm)$/.test(path) }

async function moveFolder(): Promise<void> {
  const moved = await mkdtemp(join(tmpdir(), 'desktop-keys-'))
  await cp(folder, moved, copyOptions)
  await rm(folder, { recursive: true })
  folder = moved
}

async function restoreFolder(): Promise<void> {
  const backup = await mkdtemp(join(tmpdir(), 'desktop-keys-'))
  await cp(folder, backup, copyOptions)
  await rm(folder, { recursive: true })
  await mkdir(folder)
  await cp(backup, folder, { recursive: true })
  await rm(backup, { recursive: true })
}

test.each(harms)('the local key does not change if the key file was %s', async (_, harm) => {
  const { key } = await client.localKey.read()
  const named = await client.namedKeys.create({ name: 'Build' })
  await close()
  const problem = await harm()
  await open()
  expect(await client.localKey.read()).toEqual({ key, state: 'ready' })
  expect((await client.application.status()).keys.problem?.kind ?? null).toBe(problem)
  const { url } = await application.listening()
  for (const text of [key, named.key])
    expect((await fetch(`${url}/v1beta/models?key=${text}`)).status).toBe(200)
})

test('reports an unreadable key file in the status, and works with session keys', async () => {
  const local = await client.localKey.read()
  await close()
  await rm(join(folder, 'vault.json'))
  await mkdir(join(folder, 'vault.json'))
  await open()
  expect((await client.application.status()).keys).toEqual({
    file: join(folder, 'vault.json'),
    problem: { kind: 'unreadable', detail: 'EISDIR' },
    isLocalKeyUnreadable: false,
    isSavedLocalKeyAccepted: false,
  })
  expect(await client.localKey.read()).toEqual(local)
  await expect(client.keys.set({ slot: 'service', key: 'canary' })).rejects.toMatchObject({
    message: expect.stringContaining('(EISDIR)'),
  })
  expect((await ask('Are you there?'))?.state).toBe('complete')
  await rmdir(join(folder, 'vault.json'))
  await client.keys.reload()
  expect((await client.application.status()).keys).toMatchObject({
    problem: { kind: 'restored', detail: '' },
    isLocalKeyUnreadable: false,
  })
  expect(await client.localKey.read()).toEqual(local)
  expect((await client.keys.status({ slot: 'service' })).state).toBe('ready')
})

async function requestModels(key: string): Promise<number> {
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
  expect([await requestModels(key), await requestModels(key)]).toEqual([200, 200])
  await expect.poll(clients).toEqual(['Nightly run', 'Nightly run'])
  await expect.poll(async () => (await client.namedKeys.list())[0]?.requests).toBe(2)

  await desktop.close()
  await open()
  const [saved] = await client.namedKeys.list()
  expect(saved).toMatchObject({ ...namedKey, requests: 2, lastUsedAt: expect.any(Number) })
  expect(await requestModels(key)).toBe(200)

  const rotated = await client.namedKeys.rotate({ id: namedKey.id })
  expect(rotated.namedKey).toMatchObject({ id: namedKey.id, ending: rotated.key.slice(-4) })
  expect([await requestModels(key), await requestModels(rotated.key)]).toEqual([401, 200])
  await client.namedKeys.revoke({ id: namedKey.id })
  expect([await requestModels(rotated.key), await client.namedKeys.list()]).toEqual([401, []])
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
    Promise.all([revoked.key, rotated.key, next.key, unchanged.key, later.key].map(requestModels))
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
  const check = async () => Promise.all([key, next.key, another.key].map(requestModels))
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
  await open({
    ...invertingCipher,
    encrypt: async (text) => isUnlocked.then(() => invertingCipher.encrypt(text)),
  })
  const saving = client.keys.set({ slot: 'gemini', key: 'a-key-that-waits' })
  expect(await requestModels(key)).toBe(200)
  // A new key is shown meanwhile.
  expect(await requestModels((await client.namedKeys.create({ name: 'Other' })).key)).toBe(200)
  const revoking = client.namedKeys.revoke({ id: namedKey.id })
  await expect.poll(() => requestModels(key)).toBe(401)
  unlock()
  await Promise.all([saving, revoking])
})

test('a renamed key stays valid; the log keeps the name that each request had, and finds both', async () => {
  const { key, namedKey } = await client.namedKeys.create({ name: 'Before' })
  await requestModels(key)
  await expect.poll(clients).toEqual(['Before'])
  expect(await client.namedKeys.rename({ id: namedKey.id, name: ' After ' })).toMatchObject({
    name: 'After',
    ending: namedKey.ending,
  })
  await requestModels(key)
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
  expect(await requestModels(key)).toBe(401)
})
