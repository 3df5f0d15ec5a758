// Whether the page that welcomes new users is due.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desktop, openDesktop } from './desktop.fixture'

let folder: string
let desktop: Desktop

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'welcome-'))
  desktop = await openDesktop(folder)
})

afterEach(async () => {
  await desktop.close()
  await rm(folder, { recursive: true, force: true })
})

const isDue = async () => (await desktop.client.application.welcome()).isDue

test('is due in an empty data folder, until the page is left', async () => {
  expect(await isDue()).toBe(true)
  await desktop.client.settings.update({ theme: 'dark' })
  expect(await isDue()).toBe(true)
  await desktop.client.settings.update({ welcomeSeen: true })
  expect(await isDue()).toBe(false)
})

const service = { id: 'service', name: 'One', baseUrl: 'http://127.0.0.1:9' }

test.each<[string, (client: Desktop['client']) => Promise<unknown>]>([
  [
    'a chat in the trash',
    async ({ chat, conversations }) => {
      const parameters = { model: 'gen-2.5-flash' }
      const sent = await chat.send({ conversationId: null, parts: [{ text: 'Hello' }], parameters })
      await conversations.delete(sent)
    },
  ],
  ['an API key', ({ keys }) => keys.set({ slot: 'openai', key: 'sk-1' })],
  ['a service', ({ settings }) => settings.update({ services: [service] })],
  ['a named key', ({ namedKeys }) => namedKeys.create({ name: 'script' })],
])('is not due for a user with %s', async (_, use) => {
  await use(desktop.client)
  expect(await isDue()).toBe(false)
})
