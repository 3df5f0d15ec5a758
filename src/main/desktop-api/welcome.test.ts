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

const uses: readonly [string, () => Promise<unknown>][] = [
  [
    'a chat in the trash',
    async () => {
      const { conversationId } = await desktop.client.chat.send({
        conversationId: null,
        parts: [{ text: 'Hello' }],
        parameters: { model: 'gen-2.5-flash' },
      })
      await desktop.client.conversations.delete({ conversationId })
    },
  ],
  ['an API key', () => desktop.client.keys.set({ slot: 'openai', key: 'sk-1' })],
  [
    'a service',
    () =>
      desktop.client.settings.update({
        services: [{ id: 'service', name: 'One', baseUrl: 'http://127.0.0.1:9' }],
      }),
  ],
  ['a named key', () => desktop.client.namedKeys.create({ name: 'script' })],
]

test.each(uses)('is not due for a user with %s', async (_, use) => {
  await use()
  expect(await isDue()).toBe(false)
})
