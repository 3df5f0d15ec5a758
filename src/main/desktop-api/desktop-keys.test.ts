// Checks keys over the desktop contract: bound to origins, unreadable, rotated, and in an unreadable key file.
import { cp, mkdir, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openServer } from '#gateway/testing/loopback-servers.fixture'
import type { Turn } from '#shared/schemas/chat'
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
  for await (const event of await client.chat.watch({ conversationId })) {
    if (event.type === 'snapshot') turns = event.turns
    if (event.type === 'turn') turns = [...turns.filter(({ id }) => id !== event.turn.id), event.turn]
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
  expect(new Set(parts.map(({ verdict }) => verdict))).toEqual(new Set(['key-entered-elsewhere']))

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
