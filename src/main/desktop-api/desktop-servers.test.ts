// Checks OpenAI-compatible servers over the desktop contract: their models, keys, and detection, with fakes of two servers.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { FakeServerName } from '#gateway/testing/fake-openai-servers/deviations.fixture'
import {
  type FakeOpenAiServer,
  openFakeServer,
} from '#gateway/testing/fake-openai-servers/fake-server.fixture'
import { openServer } from '#gateway/testing/loopback-servers.fixture'
import type { OpenAiProfile } from '#shared/schemas/upstream'
import { detectServers } from '../gateway-host/detect-servers'
import { openTemporaryDesktop, type TemporaryDesktop } from './temporary-desktop.fixture'

let desktop: TemporaryDesktop
let client: TemporaryDesktop['client']

beforeEach(async () => {
  desktop = await openTemporaryDesktop()
  client = desktop.client
})

const upstream = { kind: 'openai', profile: 'openai-test' } as const

async function openFake(
  name: FakeServerName,
  options?: Parameters<typeof openFakeServer>[1],
): Promise<FakeOpenAiServer> {
  const server = await openFakeServer(name, options)
  onTestFinished(server.close)
  return server
}

/** Selects the server, with the default settings of a profile. */
async function use({ baseUrl }: { readonly baseUrl: string }, changes: Partial<OpenAiProfile> = {}) {
  const profile = { id: 'openai-test', name: 'Test', baseUrl, server: 'ollama', ...changes } as OpenAiProfile
  await client.settings.update({ openAiProfiles: [profile], upstream })
}

async function listIds() {
  return (await client.models.list()).models.map(({ id, kind, isServed, vendorId }) =>
    isServed ? `${id}: ${kind}` : `${id} -> ${vendorId}`,
  )
}

async function readState() {
  return (await client.models.list()).server
}

test('lists the models of the server, and the catalog’s that are sent as one of them', async () => {
  const server = await openFake('ollama')
  await use(server, {
    defaults: { image: 'z-image' },
    aliases: [{ from: 'gen-2.5-pro', to: 'big:70b' }],
    kinds: { [server.models.text]: 'text', 'z-image': 'image' },
  })
  const ids = await listIds()
  expect(ids).toEqual(
    expect.arrayContaining([
      `${server.models.text}: text`,
      `${server.models.embedding}: embedding`,
      // The user has added this one, because the server does not list it.
      'z-image: image',
      'gen-2.5-pro -> big:70b',
      'gen-2.5-flash-image -> z-image',
      `gen-embedding-001 -> ${server.models.embedding}`,
    ]),
  )
  expect(ids.some((id) => id.startsWith('gen-video'))).toBe(false)
  expect(await readState()).toMatchObject({ profile: 'openai-test', problem: null })
})

test('requests the list once, again on demand, and again after a change of the server or its key', async () => {
  const server = await openFake('ollama')
  const countLists = () => server.requests.filter(({ url }) => url === '/v1/models').length
  await use(server)
  await Promise.all([client.models.list(), client.models.list()])
  expect(countLists()).toBe(1)
  server.listModels({ data: [{ id: 'new:1b' }] })
  await client.models.refresh()
  expect(await listIds()).toContain('new:1b: text')
  expect(countLists()).toBe(2)
  server.listModels({ data: [{ id: 'tested:1b' }] })
  await client.upstreams.check({ upstream: 'openai-test' })
  await expect.poll(listIds).toContain('tested:1b: text')
  server.listModels({ data: [{ id: 'new:1b' }] })
  await client.models.refresh()
  const counted = countLists()
  await use(server, { kinds: { 'new:1b': 'embedding' } })
  expect(await listIds()).toContain('new:1b: embedding')
  expect(countLists()).toBe(counted)
  await client.keys.set({ slot: 'openai-test', key: 'sk-test' })
  await client.models.list()
  expect(countLists()).toBe(counted + 1)
  expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer sk-test')
  await client.settings.update({ upstream: { kind: 'demo' } })
  expect((await client.models.list()).models.every(({ isServed }) => !isServed)).toBe(true)
  expect(await readState()).toBeNull()
})

test('keeps the last list and says what is wrong when the server stops answering', async () => {
  const server = await openFake('ollama')
  await use(server)
  const before = await listIds()
  server.listModels('<html>')
  await expect(client.models.refresh()).rejects.toThrow(/list of models/)
  expect(await listIds()).toEqual(before)
  expect((await readState())?.problem).toMatch(/list of models/)
  await server.close()
  await expect(client.models.refresh()).rejects.toThrow()
  expect((await readState())?.listedAt).not.toBeNull()
  expect(await listIds()).toEqual(before)
  // Changes of kinds, defaults and added models need no answer of the server.
  const changes = { kinds: { [server.models.text]: 'embedding', mine: 'text' }, defaults: { image: 'flux' } }
  await use(server, changes as Partial<OpenAiProfile>)
  expect(await listIds()).toEqual(
    expect.arrayContaining([
      ...[`${server.models.text}: embedding`, 'mine: text'],
      ...['gen-2.5-pro -> mine', 'gen-2.5-flash-image -> flux'],
    ]),
  )
  await use(server)
  expect(await listIds()).toEqual(before)
})

test('a refresh that is canceled leaves the list as it was, and closes its connection', async () => {
  const server = await openFake('ollama')
  await use(server)
  const before = [await listIds(), await readState()]
  server.silenceList()
  const abort = new AbortController()
  const refreshed = client.models.refresh(undefined, { signal: abort.signal })
  const request = await server.waitForRequest(server.requests.length)
  // It waits for the refresh.
  const waiting = listIds()
  abort.abort()
  await expect(refreshed).rejects.toThrow()
  await request.aborted
  expect([await waiting, await readState()]).toEqual(before)
  expect(await listIds()).toEqual(before[0])
  // A list that a new key has outdated is requested with the next call.
  await client.keys.set({ slot: 'openai-test', key: 'sk-test' })
  const again = new AbortController()
  const outdated = client.models.refresh(undefined, { signal: again.signal })
  await server.waitForRequest(server.requests.length)
  again.abort()
  await expect(outdated).rejects.toThrow()
  server.listModels({ data: [{ id: 'new:1b' }] })
  expect(await listIds()).toContain('new:1b: text')
})

test('a server that lists nothing still offers the models that the user has added', async () => {
  const page = await openServer((_, response) => response.end('<html>'))
  onTestFinished(page.close)
  await use({ baseUrl: `http://127.0.0.1:${page.port}/v1` }, { kinds: { mine: 'text' } })
  expect(await listIds()).toEqual(['mine: text'])
  const server = await openFake('ollama')
  // As Ollama without models responds.
  server.listModels({ object: 'list', data: null })
  await use(server, { kinds: {} })
  expect(await listIds()).toEqual([])
  expect((await readState())?.problem).toBeNull()
})

test('a list is that of the selected server, also if another one was selected before it was complete', async () => {
  const slow = await openServer(() => {})
  onTestFinished(slow.close)
  await use({ baseUrl: `http://127.0.0.1:${slow.port}/v1` })
  const first = client.models.list()
  await expect.poll(() => slow.connections()).toBe(1)
  await client.settings.update({ upstream: { kind: 'demo' } })
  expect((await first).server).toBeNull()
  expect((await first).models.length).toBeGreaterThan(0)
  await client.settings.update({ upstream })
  const second = client.models.list()
  const server = await openFake('ollama')
  const other = {
    id: 'openai-other',
    name: 'Other',
    baseUrl: server.baseUrl,
    server: 'ollama',
  } as OpenAiProfile
  const { openAiProfiles } = await client.settings.read()
  await client.settings.update({
    openAiProfiles: [...openAiProfiles, other],
    upstream: { kind: 'openai', profile: other.id },
  })
  expect((await second).server).toMatchObject({ profile: other.id, problem: null })
  // Nothing of another server is kept under the same profile.
  await client.settings.update({ openAiProfiles: [{ ...other, baseUrl: 'http://127.0.0.1:9/v1' }] })
  expect(await listIds()).toEqual([])
  expect(await readState()).toMatchObject({ listedAt: null, problem: expect.any(String) })
})

test('the key of a profile is encrypted, bound to its URL, and deleted with it', async () => {
  const server = await openFake('openai', { key: 'sk-secret-of-the-server' })
  await use(server, { server: 'openai' })
  expect((await readState())?.problem).toMatch(/key/i)
  await client.keys.set({ slot: 'openai-test', key: 'sk-secret-of-the-server' })
  expect(await listIds()).toContain(`${server.models.text}: text`)
  expect(await readFile(join(desktop.folder, 'vault.json'), 'utf8')).not.toContain('sk-secret')
  expect(await client.keys.status({ slot: 'openai-test' })).toMatchObject({ origins: [server.origin] })
  const other = await openFake('ollama')
  await use(other)
  expect((await readState())?.problem).toMatch(/entered for another URL/)
  expect(other.requests).toHaveLength(0)
  await client.settings.update({ openAiProfiles: [], upstream: { kind: 'demo' } })
  await expect.poll(async () => (await client.keys.status({ slot: 'openai-test' })).state).toBe('absent')
})

test('finds the servers that answer on this computer, with or without a key, and nothing else', async () => {
  const open = await openFake('ollama')
  const locked = await openFake('llama-cpp', { key: 'secret' })
  const page = await openServer((_, response) => response.end('<html>'))
  const json = await openServer((_, response) => response.end('{"data":"no list"}'))
  const silent = await openServer(() => {})
  const empty = await openServer((_, response) => response.end('{"object":"list","data":null}'))
  const vllm = await openServer((_, response) => response.end('{"data":[{"id":"a/b","owned_by":"vllm"}]}'))
  for (const { close } of [page, json, silent, empty, vllm]) onTestFinished(close)
  const found = await detectServers([
    { server: 'ollama', baseUrl: open.baseUrl },
    { server: 'lm-studio', baseUrl: locked.baseUrl },
    ...[page, json, silent].map(({ port }) => ({
      server: 'other' as const,
      baseUrl: `http://127.0.0.1:${port}/v1`,
    })),
    { server: 'llama-cpp', baseUrl: `http://127.0.0.1:${vllm.port}/v1` },
    { server: 'ollama', baseUrl: `http://127.0.0.1:${empty.port}/v1` },
    // Nothing listens there.
    { server: 'other', baseUrl: 'http://127.0.0.1:9/v1' },
  ])
  expect(found.map(({ server, models, needsKey }) => [server, models.length, needsKey])).toEqual([
    ['ollama', 2 + open.models.others.length, false],
    ['lm-studio', 0, true],
    ['vllm', 1, false],
    ['ollama', 0, false],
  ])
})

test('a set follows the model that the server gets: the gateway and the application find the same one', async () => {
  const server = await openFake('ollama', { changes: { ignoresModel: true } })
  const list = (...ids: string[]) => server.listModels({ data: ids.map((id) => ({ id })) })
  list('nomic-embed-text:latest')
  await use(server)
  const { embeddings } = client
  const settings = { model: 'gen-embedding-001', taskType: null, outputDimensionality: null }
  const { id } = await embeddings.create({ name: 'Texts', settings, columns: [] })
  await embeddings.insertRows({ id, rows: [{ text: 'One' }] })
  const waitFor = async (model: string, done: number) => {
    for await (const { set } of await embeddings.watch({ id }))
      if (!set.running && set.upstream?.model === model && set.counts.done === done) return set
    return undefined
  }
  await embeddings.run({ id })
  await waitFor('nomic-embed-text:latest', 1)
  // Without a default, the server has to have one such model.
  list('nomic-embed-text:latest', 'mxbai-embed-large')
  await use(server, { defaults: { embedding: 'mxbai-embed-large' } })
  const changed = await waitFor('mxbai-embed-large', 0)
  expect(changed?.upstream?.previous).toContain('nomic-embed-text:latest')
  await embeddings.run({ id })
  await waitFor('mxbai-embed-large', 1)
  await use(server, { defaults: { embedding: 'nomic-embed-text:latest' } })
  expect((await waitFor('nomic-embed-text:latest', 1))?.counts.cached).toBe(1)
  expect(server.requests.filter(({ url }) => url === '/v1/embeddings')).toHaveLength(2)
})
