// The list of conversations, the settings, and notifications of changes.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ApiError } from '#shared/schemas/api-error'
import { Settings, type SettingsPatch } from '#shared/schemas/settings'
import { connect } from '../database/connection'
import { openTestWorkspace, read, startAnswer, watch } from '../workspace.fixture'

test('deleting a conversation stops its answer, its request and its events; restoring brings all back', async () => {
  const { app, workspace } = await openTestWorkspace()
  const { conversationId, request } = await startAnswer(workspace)
  const viewer = watch(app, conversationId)
  await request.sendText('One, ')
  app.conversations.delete({ conversationId })
  await viewer.ended
  expect([request.request.signal.aborted, app.countRunning()]).toEqual([true, 0])
  await expect(read(app, conversationId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(() => app.conversations.rename({ conversationId, title: 'x' })).toThrow('Chat not found.')
  app.conversations.restore({ conversationId })
  expect((await read(app, conversationId)).turns[1]).toMatchObject({
    state: 'stopped',
    parts: [{ text: 'One, ' }],
  })
})

const defaults = Settings.parse({})

test('settings start with defaults, are stored, and reject invalid values', async () => {
  const { app, folder } = await openTestWorkspace()
  expect(app.settings.read()).toEqual(defaults)
  const services = [{ id: 'service', name: 'Mine', baseUrl: 'http://127.0.0.1:9' }]
  const upstream = { kind: 'service', profile: 'service' } as const
  const expected = { ...defaults, theme: 'dark', services, upstream }
  expect(app.settings.update({ theme: 'dark', services, upstream })).toEqual(expected)
  expect(() => app.settings.update({ theme: 'light', gatewayPort: 70_000 })).toThrow(
    'gatewayPort: must be a port',
  )
  const last = { ...expected, upstream: { kind: 'demo' } }
  expect(app.settings.update({ upstream: { kind: 'demo' } })).toEqual(last)
  await app.close()
  expect((await openTestWorkspace({ folder })).app.settings.read()).toEqual(last)
})

test('inconsistent settings are rejected with their path, and none of the patch is stored', async () => {
  const { app } = await openTestWorkspace()
  const service = { id: 'service', name: 'X', baseUrl: 'http://a' }
  const price = { model: 'gen-2.5-pro', provider: null, from: null, rates: { input: 1.25 } }
  const rejected: [SettingsPatch, string][] = [
    [
      { services: [{ ...service, baseUrl: 'http://me:secret@host' }] },
      'services.0.baseUrl: must not contain credentials; enter keys separately',
    ],
    [{ services: [service, service] }, 'services.1.id: is already used by another service'],
    [
      { upstream: { kind: 'service', profile: 'service-gone' } },
      'upstream.profile: refers to a provider that doesn’t exist; choose another one first',
    ],
    [
      { aliases: [{ from: 'gen-9', to: 'gemini-9' }] },
      'aliases.0.from: gen-9 isn’t in the catalog or in your own models',
    ],
    [
      { models: [{ id: 'gemini-2.5-pro', displayName: '', kind: 'text', thinks: false }] },
      'models.0.id: already exists',
    ],
    [
      { prices: { currency: 'USD', entries: [price, price] } },
      'prices.entries.1.model: already has a price from this date',
    ],
    [{ network: { ...defaults.network, proxyMode: 'custom' } }, 'network.proxyUrl: must be a proxy URL'],
  ]
  for (const [patch, message] of rejected) {
    expect(() => app.settings.update({ theme: 'dark', ...patch })).toThrow(
      new ApiError('INVALID_ARGUMENT', message, { param: message.split(':')[0] ?? '' }),
    )
    expect(app.settings.read()).toEqual(defaults)
  }
})

test('deleting a custom model deletes its alias', async () => {
  const { app } = await openTestWorkspace()
  const models = [{ id: 'mine', displayName: '', kind: 'text', thinks: false } as const]
  app.settings.update({ models, aliases: [{ from: 'mine', to: 'gemini-mine' }] })
  expect(app.settings.update({ models: [] })).toMatchObject({ models: [], aliases: [] })
})

test('a damaged or unknown setting falls back to its default and affects no other', async () => {
  const { app, folder } = await openTestWorkspace()
  app.settings.update({ theme: 'dark', gatewayPort: 5000 })
  const direct = connect(join(folder, 'workspace.db'))
  direct.run("UPDATE settings SET value = '{dark' WHERE key = 'theme'")
  direct.run("INSERT INTO settings VALUES ('upstream', '{\"kind\":\"moon\"}'), ('novel', '1')")
  direct.close()
  expect(app.settings.read()).toEqual({ ...defaults, gatewayPort: 5000 })
})

test('a slow reader receives a changed topic once, and the stream ends with the workspace', async () => {
  const { app, workspace } = await openTestWorkspace()
  const reader = app.changes.watch()
  app.settings.update({ theme: 'dark' })
  app.settings.update({ theme: 'light' })
  app.chat.stop(await startAnswer(workspace))
  app.changes.emit('keys')
  await app.close()
  const items = []
  for await (const { topics } of reader) items.push(topics)
  expect(items).toEqual([['settings', 'library', 'conversations', 'status', 'keys']])
})
