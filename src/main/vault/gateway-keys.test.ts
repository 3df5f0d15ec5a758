// Checks that names that the gateway has sealed stay valid after the local key changes.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Application } from '../application'
import { openDesktop } from '../desktop-api/desktop.fixture'
import { openNamingKey } from './gateway-keys'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'naming-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Without secure storage, each start creates another local key. */
const cipher = {
  available: false,
  backend: 'none',
  encrypt: async () => Promise.reject(new Error('There is none.')),
  decrypt: async () => Promise.reject(new Error('There is none.')),
}

interface KeyRequest {
  readonly key: string
  readonly body?: object
}

async function ask(application: Application, path: string, { key, body }: KeyRequest): Promise<Response> {
  const { url } = await application.listening()
  const headers = { 'x-goog-api-key': key, 'content-type': 'application/json' }
  const post = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  return await fetch(`${url}/v1beta/${path}`, { headers, ...post })
}

test('finds an operation after the local key was changed, and after a start with another one', async () => {
  const folder = await makeFolder()
  const { application: first } = await openDesktop(folder, 'instant', cipher)
  const old = first.keys.local().key
  const path = 'models/gen-video-3.1-fast-generate-preview:predictLongRunning'
  const made = await ask(first, path, { key: old, body: { instances: [{ prompt: 'A boat.' }] } })
  const { name } = (await made.json()) as { name: string }
  await first.keys.rotateLocal()
  expect((await ask(first, name, { key: old })).status).toBe(401)
  expect((await ask(first, name, first.keys.local())).status).toBe(200)
  await first.close()
  const { application: second } = await openDesktop(folder, 'instant', cipher)
  onTestFinished(() => second.close())
  const { key } = second.keys.local()
  const naming = await readFile(join(folder, 'naming.key'), 'utf8')
  const requested = [key, old, naming].map(async (given) => (await ask(second, name, { key: given })).status)
  expect(await Promise.all(requested)).toEqual([200, 401, 401])
})

test('creates the key once, readable only by its owner, and replaces a damaged file as a whole', async () => {
  const folder = await makeFolder()
  const file = join(folder, 'naming.key')
  let key = await openNamingKey(file)
  expect([await openNamingKey(file), (await stat(file)).mode & 0o777]).toEqual([key, 0o600])
  for (const damaged of ['damaged', '', 'x'.repeat(42), '\0'.repeat(43)]) {
    await writeFile(file, damaged)
    const next = await openNamingKey(file)
    expect(next).toMatch(/^[\w-]{43}$/)
    expect([next === key, await readFile(file, 'utf8'), await readdir(folder)]).toEqual([
      false,
      next,
      ['naming.key'],
    ])
    key = next
  }
  await writeFile(file, `${key}\r\n`)
  expect(await openNamingKey(file)).toBe(key)
})

test('lasts for the session if it cannot be stored', async () => {
  const file = join(await makeFolder(), 'missing', 'naming.key')
  expect(await openNamingKey(file)).toMatch(/^[\w-]{43}$/)
})
