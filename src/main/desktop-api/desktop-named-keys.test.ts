// Checks named keys over the desktop contract, with the real gateway: issued once, stored as hashes, counted, revoked.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desktop, openDesktop } from './desktop.fixture'

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

test('no file has a key: neither its text nor what a request has echoed', async () => {
  const { key } = await client.namedKeys.create({ name: 'canary' })
  const { url } = await desktop.application.listening()
  const response = await fetch(`${url}/v1beta/models/gen-2.5-flash:generateContent`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'x-goog-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ contents: [{ parts: [{ text: `My key is ${key}` }] }] }),
  })
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('candidates')])
  await expect.poll(clients).toEqual(['canary'])
  await desktop.close()
  const names = await readdir(folder, { recursive: true })
  const found: string[] = []
  for (const name of names) {
    // Folders have no content.
    const content = await readFile(join(folder, name)).catch(() => Buffer.alloc(0))
    if (content.includes(key)) found.push(name)
  }
  expect([found, names]).toEqual([[], expect.arrayContaining(['workspace.db', 'exchanges.db'])])
  await open()
})

test('names are unique and not the window’s, whatever their case', async () => {
  await client.namedKeys.create({ name: 'Build' })
  const create = (name: string) => client.namedKeys.create({ name })
  await expect(create('build')).rejects.toMatchObject({ message: 'name: already exists' })
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
