// The desktop contract, joined: a client over a MessagePort, the workspace, the real gateway and the demo service.
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import { RPCHandler } from '@orpc/server/message-port'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openServer } from '#gateway/upstreams/loopback-servers.fixture'
import type { Contract } from '#shared/desktop/contract'
import type { ChatEvent, Turn } from '#shared/schemas/chat'
import { defaultVendorAddresses } from '#shared/schemas/upstream'
import { type Application, openApplication } from '../application'
import { openGateway } from '../compose'
import { extraCertificate } from '../extra-certificate.fixture'
import { createDesktop } from './desktop'

type Client = ContractRouterClient<Contract>

let folder = ''
let application: Application
let client: Client
let closePorts = () => {}
const opened: string[] = []
/** The file that the user points at in the dialog. */
let chosen: string | null = null

/** Turns bytes over: enough to see that nothing is written as it is. */
const cipher = {
  available: true,
  backend: 'a keyring',
  encrypt: async (text: string) => Buffer.from(text).reverse(),
  decrypt: async (bytes: Buffer) => Buffer.from(bytes).reverse().toString('utf8'),
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desktop-'))
  await open()
})

afterEach(() => close())

async function open(demoPace = 'instant'): Promise<void> {
  application = await openApplication({
    folder,
    cipher,
    gatewayPort: 0,
    demoPace,
    version: '0.0.0',
    startGateway: (settings, { onExchange }) => openGateway(settings, onExchange),
  })
  const { port1, port2 } = new MessageChannel()
  const host = {
    openLink: async (url: string) => opened.push(url) > 0,
    revealFolder: async () => {},
    chooseCertificates: async () => chosen,
    resolveProxy: async (url: string) => `PROXY for ${url}`,
  }
  new RPCHandler(createDesktop(application, host)).upgrade(port1)
  port1.start()
  port2.start()
  client = createORPCClient(new RPCLink({ port: port2 }))
  closePorts = () => port2.close()
}

async function close(): Promise<void> {
  closePorts()
  await application.close()
}

/** A service that is kept and chosen. */
const service = (baseUrl: string) => ({
  services: [{ id: 'service', name: 'Mine', baseUrl }],
  upstream: { kind: 'service', profile: 'service' } as const,
})

/** Sends a prompt and follows the answer to its end. */
async function ask(text: string, conversationId: string | null = null) {
  const sent = await client.chat.send({ conversationId, text, parameters: { model: 'gen-2.5-flash' } })
  return { ...sent, turns: await followToTheEnd(sent.conversationId) }
}

async function followToTheEnd(conversationId: string): Promise<Turn[]> {
  const events = await client.chat.watch({ conversationId })
  let turns: Turn[] = []
  for await (const event of events as AsyncIterable<ChatEvent>) {
    if (event.type === 'snapshot') turns = event.turns
    if (event.type === 'turn') turns = [...turns.filter(({ id }) => id !== event.turn.id), event.turn]
    if (turns.length > 0 && turns.every(({ state }) => state !== 'running')) break
  }
  return turns
}

const textOf = (turn: Turn | undefined) => turn?.parts.map(({ text = '' }) => text).join('')

test('a prompt is answered by the demo through the gateway, and the log has the exchange', async () => {
  const { turns, conversationId } = await ask('What is 6 times 7?')
  expect(turns.map(({ role, state }) => [role, state])).toEqual([
    ['user', 'complete'],
    ['model', 'complete'],
  ])
  expect(textOf(turns[1])).toContain('42')
  const [exchange] = await client.exchanges.list({ limit: 1 })
  expect(exchange).toMatchObject({
    id: turns[1]?.exchangeId,
    status: 200,
    upstream: 'demo',
    outcome: 'completed',
  })
  expect(await client.conversations.list()).toMatchObject([{ id: conversationId, running: false }])
})

test('a second prompt stands on the first', async () => {
  const first = await ask('My name is Ada.')
  const { turns } = await ask('What did I say first?', first.conversationId)
  expect(turns).toHaveLength(4)
  expect(textOf(turns.at(-1))).toContain('Ada')
})

test('a deleted conversation comes back whole', async () => {
  const { conversationId, turns } = await ask('Hello')
  await client.conversations.delete({ conversationId })
  expect(await client.conversations.list()).toEqual([])
  await client.conversations.restore({ conversationId })
  expect(await followToTheEnd(conversationId)).toEqual(turns)
})

test('a service without a key is refused with a sentence, and the prompt is kept', async () => {
  await client.settings.update(service('http://127.0.0.1:9'))
  const { turns } = await ask('Count to two.')
  expect(turns).toMatchObject([
    { role: 'user', parts: [{ text: 'Count to two.' }] },
    {
      state: 'failed',
      error: { code: 'FAILED_PRECONDITION', message: expect.stringContaining('has no key yet') },
    },
  ])
})

test('a service that nobody serves is told with what to check', async () => {
  await client.settings.update(service('http://127.0.0.1:9'))
  await client.keys.set({ slot: 'service', key: 'canary' })
  const { turns } = await ask('Count to two.')
  expect(turns[1]).toMatchObject({ state: 'failed', error: { code: 'UNAVAILABLE' } })
  expect(turns[1]?.error?.message).toMatch(/base URL/i)
  expect(JSON.stringify(await client.exchanges.list({ limit: 10 }))).not.toContain('canary')
})

test('a key can be set and cleared, and its status never holds it', async () => {
  const canary = `canary-${randomBytes(8).toString('hex')}`
  const statuses = [
    await client.keys.status({ slot: 'service' }),
    await client.keys.set({ slot: 'service', key: ` ${canary}\n` }),
    await client.keys.clear({ slot: 'service' }),
  ]
  expect(statuses.map(({ state }) => state)).toEqual(['absent', 'ready', 'absent'])
  expect(JSON.stringify(statuses)).not.toContain(canary)
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const file of files.filter((entry) => entry.isFile())) {
    expect(await readFile(join(file.parentPath ?? file.path, file.name), 'latin1')).not.toContain(canary)
  }
})

test('a rotated local key counts at once, and the old one no more', async () => {
  const { url } = await application.listening()
  const before = await client.localKey.read()
  const after = await client.localKey.rotate()
  expect(after.key).not.toBe(before.key)
  const status = async (key: string) => (await fetch(`${url}/v1beta/models?key=${key}`)).status
  expect([await status(before.key), await status(after.key)]).toEqual([401, 200])
  expect((await ask('Still there?')).turns[1]?.state).toBe('complete')
})

test('the local key and the settings survive a restart', async () => {
  const { key } = await client.localKey.read()
  await client.settings.update({ theme: 'dark' })
  await close()
  await open()
  expect((await client.localKey.read()).key).toBe(key)
  expect((await client.settings.read()).theme).toBe('dark')
})

test.each([
  'example.com',
  'http://',
  'http://a b',
  'http://[',
  'http:///path',
  'ftp://example.com',
  'http:example.com',
])('%s is refused as a base URL, names its field and harms nothing', async (baseUrl) => {
  await expect(client.settings.update(service(baseUrl))).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    data: {
      issues: [
        {
          path: ['services', 0, 'baseUrl'],
          message: 'must start with http:// or https:// and name a host',
        },
      ],
    },
  })
  expect((await client.application.status()).upstream.kind).toBe('demo')
})

test('a base URL with a key in its query is refused, and nothing of it is kept', async () => {
  await expect(client.settings.update(service('https://host.example/?key=canary'))).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    data: { issues: [{ path: ['services', '0', 'baseUrl'] }] },
  })
  await expect(
    client.settings.update({ vendor: { ...defaultVendorAddresses, geminiUrl: 'https://host.example/#x' } }),
  ).rejects.toMatchObject({ data: { issues: [{ path: ['vendor', 'geminiUrl'] }] } })
  expect((await client.settings.read()).services).toEqual([])
})

test('changes are told by topic', async () => {
  const topics: string[] = []
  const changes = await client.application.changes()
  await client.settings.update({ theme: 'light' })
  for await (const { topic } of changes) {
    topics.push(topic)
    if (topic === 'settings') break
  }
  expect(topics).toContain('settings')
})

test('what only the settings as a whole can tell names its field as the schema does', async () => {
  const circle = [
    { from: 'gen-2.5-pro', to: 'gen-2.5-flash' },
    { from: 'gen-2.5-flash', to: 'gen-2.5-pro' },
  ]
  await expect(client.settings.update({ aliases: circle })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    data: {
      issues: [{ path: ['aliases', '0', 'to'], message: expect.stringMatching(/^leads in a circle: /) }],
    },
  })
})

test.each([
  ['service', 'first\nsecond', 'must be one line: a line break was pasted in the middle of it'],
  ['gemini', '   ', 'must not be empty'],
  ['openai', 'two words', 'must be letters, digits and signs without spaces'],
  ['proxy', 'no-colon', 'must be a name, a colon and a password, on one line'],
])('as the key of %s %j is refused beside its field, and nothing is kept', async (slot, key, message) => {
  await expect(client.keys.set({ slot, key })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: `key: ${message}`,
    data: { issues: [{ path: ['key'], message }] },
  })
  expect((await client.keys.status({ slot })).state).toBe('absent')
})

test('a profile that is removed takes its key along, and no other’s', async () => {
  const profiles = ['service', 'service-b', 'service-c'].map((id) => {
    return { id, name: id, baseUrl: 'http://127.0.0.1:9' }
  })
  await client.settings.update({ services: profiles })
  for (const { id } of profiles) await client.keys.set({ slot: id, key: `key-of-${id}` })
  await client.keys.set({ slot: 'gemini', key: 'key-of-gemini' })
  const topics: string[] = []
  const changes = await client.application.changes()
  await client.settings.update({ services: profiles.filter(({ id }) => id !== 'service-b') })
  for await (const { topic } of changes) {
    topics.push(topic)
    if (topic === 'keys') break
  }
  const states = async () =>
    Promise.all(
      ['service', 'service-b', 'service-c', 'gemini'].map(
        async (slot) => (await client.keys.status({ slot })).state,
      ),
    )
  expect(await states()).toEqual(['ready', 'absent', 'ready', 'ready'])
  await close()
  await open()
  expect(await states()).toEqual(['ready', 'absent', 'ready', 'ready'])
})

test('the status names the upstream as a person knows it', async () => {
  const label = async () => (await client.application.status()).upstream
  expect(await label()).toEqual({ kind: 'demo', label: 'Demo service, embedded' })
  await client.settings.update(service('https://models.example:8443/v1beta'))
  expect(await label()).toEqual({ kind: 'service', label: 'Mine (models.example:8443)' })
  await client.settings.update({ upstream: { kind: 'vendor' } })
  expect(await label()).toEqual({ kind: 'vendor', label: 'Gemini and OpenAI' })
})

test('an upstream is tested with the settings and keys of the moment', async () => {
  expect(await client.upstreams.check({ upstream: 'demo' })).toMatchObject({
    parts: [{ part: 'demo', verdict: 'working' }],
    models: [],
  })
  await client.settings.update({ services: service('http://127.0.0.1:9').services })
  const verdicts = async () =>
    (await client.upstreams.check({ upstream: 'service' })).parts.map(({ verdict }) => verdict)
  expect(new Set(await verdicts())).toEqual(new Set(['no-key']))
  await client.keys.set({ slot: 'service', key: 'canary' })
  expect(new Set(await verdicts())).toEqual(new Set(['connection-refused']))
  await expect(client.upstreams.check({ upstream: 'service-9' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a key that cannot be written to disk is used all the same, and whoever entered it is told', async () => {
  await client.settings.update({ services: service('http://127.0.0.1:9').services })
  const obstacle = join(folder, 'vault.json.tmp')
  await mkdir(obstacle)
  await expect(client.keys.set({ slot: 'service', key: 'canary' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The file of keys cannot be written (EISDIR): the change counts until the application quits.',
  })
  const { parts } = await client.upstreams.check({ upstream: 'service' })
  expect(new Set(parts.map(({ verdict }) => verdict))).toEqual(new Set(['connection-refused']))
  await rmdir(obstacle)
})

test('a test that is cancelled ends the calls that it made', async () => {
  const leaving = new AbortController()
  const gone: Promise<void>[] = []
  const silent = await openServer((incoming) => {
    gone.push(new Promise((resolve) => incoming.socket.on('close', () => resolve())))
    if (gone.length === 2) leaving.abort()
  })
  await client.settings.update({ services: service(`http://127.0.0.1:${silent.port}`).services })
  await client.keys.set({ slot: 'service', key: 'canary' })
  const { signal } = leaving
  await expect(client.upstreams.check({ upstream: 'service' }, { signal })).rejects.toThrow()
  await Promise.all(gone)
  await silent.close()
})

test('models tell what the vendor is asked for, also one’s own, and their list is told to have changed', async () => {
  const topics: string[] = []
  const changes = await client.application.changes()
  await client.settings.update({
    models: [{ id: 'gen-9', displayName: 'Nine', kind: 'image', thinks: false, aspectRatios: ['1:1'] }],
    aliases: [{ from: 'gen-2.5-pro', to: 'gemini-3.1-pro-preview' }],
  })
  for await (const { topic } of changes) {
    topics.push(topic)
    if (topic === 'models') break
  }
  const models = await client.models.list()
  const [pro, retired, own] = ['gen-2.5-pro', 'gen-2.5-flash-image', 'gen-9'].map((id) =>
    models.find((model) => model.id === id),
  )
  expect(pro).toMatchObject({
    vendorId: 'gemini-3.1-pro-preview',
    vendorIdBy: 'alias',
    retires: '2026-12-01',
  })
  expect(retired).toMatchObject({
    own: false,
    vendorId: 'gemini-3.1-flash-image',
    vendorIdBy: 'retirement',
    retires: '2026-10-02',
  })
  expect(own).toEqual({
    id: 'gen-9',
    displayName: 'Nine',
    description: 'Added by you.',
    kind: 'image',
    thinks: false,
    aspectRatios: ['1:1'],
    imageSizes: [],
    own: true,
    vendorId: 'gemini-9',
    vendorIdBy: 'family',
    retires: null,
  })
})

test('a file of certificates is chosen and read; one that holds none is refused', async () => {
  chosen = null
  expect(await client.network.chooseCertificates()).toBeNull()
  chosen = join(folder, 'extra.pem')
  await writeFile(chosen, extraCertificate)
  const told = {
    file: chosen,
    certificates: [{ subject: 'Extra authority', validTo: expect.any(Number) }],
  }
  expect(await client.network.chooseCertificates()).toEqual(told)
  expect(await client.network.readCertificates({ file: chosen })).toEqual(told)
  await writeFile(chosen, 'nothing of the kind')
  await expect(client.network.chooseCertificates()).rejects.toMatchObject({
    code: 'FAILED_PRECONDITION',
    message: expect.stringContaining('extra.pem'),
  })
})

test('the system’s proxy is told for an address, and for nothing else', async () => {
  expect(await client.network.systemProxy({ url: 'https://models.example' })).toEqual({
    proxy: 'PROXY for https://models.example/',
  })
  await expect(client.network.systemProxy({ url: 'models' })).rejects.toMatchObject({
    data: { issues: [{ path: ['url'], message: 'is no address' }] },
  })
})
