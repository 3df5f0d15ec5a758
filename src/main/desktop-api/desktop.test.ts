// Checks the desktop contract with a client over a MessagePort, the workspace, the real gateway and the demo service.
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openServer } from '#gateway/testing/loopback-servers.fixture'
import type { Turn } from '#shared/schemas/chat'
import { summarizeExchange } from '#shared/schemas/exchange'
import { defaultVendorAddresses } from '#shared/schemas/upstream'
import { extraCertificate } from '../extra-certificate.fixture'
import { type Desktop, openDesktop } from './desktop.fixture'

let folder = ''
let desktop: Desktop
let application: Desktop['application']
let client: Desktop['client']
let user: Desktop['user']

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desktop-'))
  await open()
})

afterEach(() => close())

async function open(demoPace?: string): Promise<void> {
  desktop = await openDesktop(folder, demoPace)
  ;({ application, client, user } = desktop)
}

const close = () => desktop.close()

/** Adds a service and selects it. */
const service = (baseUrl: string) => ({
  services: [{ id: 'service', name: 'Mine', baseUrl }],
  upstream: { kind: 'service', profile: 'service' } as const,
})

const parameters = { model: 'gen-2.5-flash' }

/** Sends a prompt and waits for the end of the answer. */
async function ask(text: string, conversationId: string | null = null) {
  const sent = await client.chat.send({ conversationId, parts: [{ text }], parameters })
  return { ...sent, turns: await followToTheEnd(sent.conversationId) }
}

async function followToTheEnd(conversationId: string): Promise<Turn[]> {
  let turns: Turn[] = []
  for await (const events of await client.chat.watch({ conversationId })) {
    for (const event of events) {
      if (event.type === 'snapshot') turns = event.turns
      if (event.type === 'turn') turns = [...turns.filter(({ id }) => id !== event.turn.id), event.turn]
    }
    if (turns.length > 0 && turns.every(({ state }) => state !== 'running')) break
  }
  return turns
}

const textOf = (turn: Turn | undefined) => turn?.parts.map(({ text = '' }) => text).join('')

test('sends a prompt to the demo through the gateway, and logs the exchange', async () => {
  const { turns, conversationId } = await ask('What is 6 times 7?')
  expect(turns.map(({ role, state }) => [role, state])).toEqual([
    ['user', 'complete'],
    ['model', 'complete'],
  ])
  expect(textOf(turns[1])).toContain('42')
  const [listed] = (await client.exchanges.list({ limit: 1 })).rows
  expect(listed).toMatchObject({
    ...{ id: turns[1]?.exchangeId, status: 200, upstream: 'demo', outcome: 'completed' },
    ...{ client: 'window', provider: 'demo', hasDetail: true },
  })
  const exchange = await client.exchanges.read({ id: turns[1]?.exchangeId ?? '' })
  expect(exchange && summarizeExchange(exchange)).toEqual(listed)
  expect(await client.exchanges.read({ id: 'gone' })).toBeNull()
  expect(await client.conversations.list()).toMatchObject([{ id: conversationId, running: false }])
})

test('sets and clears a key without exposing it in its status', async () => {
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

test('accepts a rotated local key immediately, rejects the old one, and saves it like the settings', async () => {
  const { url } = await application.listening()
  const before = await client.localKey.read()
  const after = await client.localKey.rotate()
  expect(after.key).not.toBe(before.key)
  const status = async (key: string) => (await fetch(`${url}/v1beta/models?key=${key}`)).status
  expect([await status(before.key), await status(after.key)]).toEqual([401, 200])
  expect((await ask('Still there?')).turns[1]?.state).toBe('complete')
  await client.settings.update({ theme: 'dark' })
  await close()
  await open()
  expect((await client.localKey.read()).key).toBe(after.key)
  expect((await client.settings.read()).theme).toBe('dark')
})

const circle = [
  { from: 'gen-2.5-pro', to: 'gen-2.5-flash' },
  { from: 'gen-2.5-flash', to: 'gen-2.5-pro' },
]

const invalid = (path: readonly (string | number)[], message: RegExp, code = 'INVALID_ARGUMENT') => ({
  code,
  data: { issues: [{ path, message: expect.stringMatching(message) }] },
})

// The first is rejected by its schema, the others only by the complete settings.
test.each([
  [service('ftp://example.com'), invalid(['services', 0, 'baseUrl'], /^must start with /, 'BAD_REQUEST')],
  [service('https://host.example/?key=canary'), invalid(['services', '0', 'baseUrl'], /\?/)],
  [
    { vendor: { ...defaultVendorAddresses, geminiUrl: 'https://host.example/#x' } },
    invalid(['vendor', 'geminiUrl'], /#/),
  ],
  [{ aliases: circle }, invalid(['aliases', '0', 'to'], /^creates a loop: /)],
])('rejects invalid settings with the field, and changes nothing: %j', async (changes, error) => {
  const before = await client.settings.read()
  await expect(client.settings.update(changes)).rejects.toMatchObject(error)
  expect(await client.settings.read()).toEqual(before)
})

test.each([
  ['service', 'first\nsecond', 'must be a single line; the pasted key contains a line break'],
  ['gemini', '   ', 'is required'],
  ['openai', 'two words', 'must contain only printable characters, with no spaces'],
  ['proxy', 'no-colon', 'must be username:password on one line'],
])('as the key of %s, rejects %j with its field, and stores nothing', async (slot, key, message) => {
  await expect(client.keys.set({ slot, key })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: `key: ${message}`,
    data: { issues: [{ path: ['key'], message }] },
  })
  expect((await client.keys.status({ slot })).state).toBe('absent')
})

test('removing a profile deletes its key, and no other', async () => {
  const profiles = ['service', 'service-b', 'service-c'].map((id) => {
    return { id, name: id, baseUrl: 'http://127.0.0.1:9' }
  })
  await client.settings.update({ services: profiles })
  for (const { id } of profiles) await client.keys.set({ slot: id, key: `key-of-${id}` })
  await client.keys.set({ slot: 'gemini', key: 'key-of-gemini' })
  const topics: string[] = []
  const changes = await client.application.changes()
  await client.settings.update({ services: profiles.filter(({ id }) => id !== 'service-b') })
  for await (const item of changes) {
    topics.push(...item.topics)
    if (topics.includes('keys')) break
  }
  const readState = async (slot: string) => (await client.keys.status({ slot })).state
  const states = () => Promise.all(['service', 'service-b', 'service-c', 'gemini'].map(readState))
  expect(await states()).toEqual(['ready', 'absent', 'ready', 'ready'])
  await close()
  await open()
  expect(await states()).toEqual(['ready', 'absent', 'ready', 'ready'])
})

test('tests an upstream with the present settings and keys', async () => {
  expect(await client.upstreams.check({ upstream: 'demo' })).toMatchObject({
    parts: [{ part: 'demo', verdict: 'working' }],
    models: [],
  })
  await client.settings.update({ services: service('http://127.0.0.1:9').services })
  const verdicts = async () =>
    (await client.upstreams.check({ upstream: 'service' })).parts.map(({ verdict }) => verdict)
  expect(new Set(await verdicts())).toEqual(new Set(['no-key']))
  await client.keys.set({ slot: 'service', key: 'canary' })
  expect(new Set(await verdicts())).toEqual(new Set(['base-url']))
  await expect(client.upstreams.check({ upstream: 'service-9' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('uses a key that cannot be written until the application quits, and the error says so', async () => {
  await client.settings.update({ services: service('http://127.0.0.1:9').services })
  const blocker = join(folder, 'vault.json.tmp')
  await mkdir(blocker)
  await expect(client.keys.set({ slot: 'service', key: 'canary' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: `Couldn’t save the key file ${join(folder, 'vault.json')}: it is a folder. The change applies until you quit Gen Playground. To keep it, fix this and save it again.`,
  })
  const { parts } = await client.upstreams.check({ upstream: 'service' })
  expect(new Set(parts.map(({ verdict }) => verdict))).toEqual(new Set(['base-url']))
  await rmdir(blocker)
})

test('canceling a test aborts its requests', async () => {
  const controller = new AbortController()
  const closed: Promise<void>[] = []
  const silent = await openServer((incoming) => {
    closed.push(new Promise((resolve) => incoming.socket.on('close', () => resolve())))
    if (closed.length === 2) controller.abort()
  })
  await client.settings.update({ services: service(`http://127.0.0.1:${silent.port}`).services })
  await client.keys.set({ slot: 'service', key: 'canary' })
  const { signal } = controller
  await expect(client.upstreams.check({ upstream: 'service' }, { signal })).rejects.toThrow()
  await Promise.all(closed)
  await silent.close()
})

test('lists models, also custom ones, with their vendor IDs, and publishes changes of the list', async () => {
  const topics: string[] = []
  const changes = await client.application.changes()
  await client.settings.update({
    models: [{ id: 'gen-9', displayName: 'Nine', kind: 'image', thinks: false, aspectRatios: ['1:1'] }],
    aliases: [{ from: 'gen-2.5-pro', to: 'gemini-3.1-pro-preview' }],
  })
  for await (const item of changes) {
    topics.push(...item.topics)
    if (topics.includes('models') && topics.includes('settings')) break
  }
  const { models } = await client.models.list()
  const find = (id: string) => models.find((model) => model.id === id)
  expect(find('gen-2.5-pro')).toMatchObject({ vendorId: 'gemini-3.1-pro-preview', vendorIdBy: 'alias' })
  expect(find('gen-2.5-flash-image')).toMatchObject({
    ...{ custom: false, vendorId: 'gemini-3.1-flash-image', vendorIdBy: 'retirement', retires: '2026-10-02' },
  })
  expect(find('gen-9')).toMatchObject({
    ...{ displayName: 'Nine', kind: 'image', thinks: false, aspectRatios: ['1:1'], imageSizes: [] },
    ...{ custom: true, isServed: false, vendorId: 'gemini-9', vendorIdBy: 'family', retires: null },
  })
})

test('reads only certificates files that the user has chosen or set', async () => {
  const file = join(folder, 'other.pem')
  await writeFile(file, extraCertificate)
  const { network } = await client.settings.read()
  await expect(client.network.readCertificates({ file })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  await expect(
    client.settings.update({ network: { ...network, certificatesFile: file } }),
  ).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    data: { issues: [{ path: ['network', 'certificatesFile'], message: 'must be chosen in the dialog' }] },
  })
  expect(await client.network.chooseCertificates()).toBeNull()
  user.dialogResult = file
  const chosen = await client.network.chooseCertificates()
  expect(chosen).toEqual({
    file,
    certificates: [{ subject: 'Extra authority', validTo: expect.any(Number) }],
  })
  await client.settings.update({ network: { ...network, certificatesFile: file } })
  await close()
  await open()
  expect(await client.network.readCertificates({ file })).toEqual(chosen)
  await client.settings.update({ network: { ...network, certificatesFile: file, connectSeconds: 20 } })
  await client.settings.update({ network })
  user.dialogResult = file
  await writeFile(file, 'nothing of the kind')
  await expect(client.network.chooseCertificates()).rejects.toMatchObject({
    code: 'FAILED_PRECONDITION',
    message: expect.stringContaining('other.pem'),
  })
})

test('returns the system’s proxy for a URL only', async () => {
  expect(await client.network.systemProxy({ url: 'https://models.example' })).toEqual({
    proxy: 'PROXY for https://models.example/',
  })
  await expect(client.network.systemProxy({ url: 'models' })).rejects.toMatchObject({
    data: { issues: [{ path: ['url'], message: 'must be a valid URL' }] },
  })
})

/** The chats of this application in the files with this id. */
async function readFiles(id: string) {
  const imported = []
  for await (const reading of await client.imports.read({ id })) imported.push(...(reading.imported ?? []))
  return imported
}

async function importFromDialog(): Promise<string> {
  const files = await client.imports.choose()
  const [imported] = await readFiles(files?.id ?? '')
  return imported?.id ?? ''
}

test('exports a conversation to a chosen file, and imports it from there and from text', async () => {
  const { conversationId, turns } = await ask('Hello: there?')
  user.suggested.length = 0
  user.dialogResult = null
  expect(await client.conversations.export({ conversationId, format: 'json' })).toEqual({ path: null })
  expect(await client.imports.choose()).toBeNull()
  for (const [format, name] of [
    ['markdown', 'a.md'],
    ['html', 'a.html'],
    ['json', 'a.json'],
  ] as const) {
    user.dialogResult = join(folder, name)
    expect(await client.conversations.export({ conversationId, format })).toEqual({ path: user.dialogResult })
  }
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  expect([await read('a.md'), await read('a.html')]).toEqual([
    expect.stringMatching(/^# Hello: there\?\n\n## User\n/),
    expect.stringMatching(/^<!doctype html>/),
  ])
  const imported = await importFromDialog()
  const again = await client.conversations.importText({ text: await read('a.json') })
  const parts = async (id: string) => (await followToTheEnd(id)).map((turn) => turn.parts)
  expect(await parts(imported)).toEqual(turns.map((turn) => turn.parts))
  expect(await parts(again.id)).toEqual(turns.map((turn) => turn.parts))
  expect(user.suggested).toEqual([
    'Hello there.genplayground.json (json)',
    'open (json,zip)',
    'Hello there.md (md)',
    'Hello there.html (html)',
    'Hello there.genplayground.json (json)',
    'open (json,zip)',
  ])
  await expect(client.conversations.importText({ text: '{"kind":"x"' })).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining('Not valid JSON at line 1, column 12'),
  })
  expect(await client.conversations.list()).toHaveLength(3)
})

test('saves text with the extension of the suggested name', async () => {
  user.suggested.length = 0
  user.dialogResult = join(folder, 'code.py')
  const text = 'print("ü")'
  const saved = await client.application.saveText({ suggestedName: 'answer.py', text })
  expect([saved, user.suggested]).toEqual([{ path: user.dialogResult }, ['answer.py (py)']])
  expect(await readFile(user.dialogResult, 'utf8')).toBe(text)
})

test('a call that needs a missing file of the app says so, without its path, and later calls work', async () => {
  const load = createRequire(import.meta.url)
  user.openedLinks.push = () => load('./missing-part.cjs')
  await expect(client.application.openLink({ url: 'https://example.com/' })).rejects.toMatchObject({
    code: 'INTERNAL',
    message: 'A file of the app is missing. Reinstall Gen Playground. Your data isn’t affected.',
  })
  expect((await client.application.status()).version).toBe('0.0.0')
})

test('imports an export that the user has opened with the application, and no other file', async () => {
  const { conversationId } = await ask('What is 6 times 7?')
  const path = join(folder, 'My chat.genplayground.json')
  user.dialogResult = path
  await client.conversations.export({ conversationId, format: 'json' })
  expect(user.suggested.at(-1)).toMatch(/^.+\.genplayground\.json \(json\)$/)
  await expect(readFiles(path)).rejects.toThrow('Choose or drop the files again.')

  user.openedFiles.put(path)
  for await (const { id } of await client.imports.opened()) {
    const [imported] = await readFiles(id)
    expect(imported?.id).not.toBe(conversationId)
    await expect(readFiles(id)).rejects.toThrow('Choose or drop the files again.')
    break
  }
  expect(await client.conversations.list()).toHaveLength(2)
})

test('the page that welcomes new users is due in an empty data folder, until it is left', async () => {
  expect(await client.application.welcome()).toMatchObject({ isDue: true })
  await client.settings.update({ theme: 'dark' })
  expect(await client.application.welcome()).toMatchObject({ isDue: true })
  await client.settings.update({ welcomeSeen: true })
  expect(await client.application.welcome()).toMatchObject({ isDue: false })
})

test.each<[string, () => Promise<unknown>]>([
  ['a chat in the trash', async () => client.conversations.delete(await ask('Hello'))],
  ['an API key', () => client.keys.set({ slot: 'openai', key: 'sk-1' })],
  ['a service', () => client.settings.update({ services: service('http://127.0.0.1:9').services })],
  ['a named key', () => client.namedKeys.create({ name: 'script' })],
])('no welcome is due for a user with %s', async (_, use) => {
  await use()
  expect(await client.application.welcome()).toMatchObject({ isDue: false })
})
