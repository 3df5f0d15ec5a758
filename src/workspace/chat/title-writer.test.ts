// The titles that the model writes: when they are requested, and which titles they replace.
import { expect, test } from 'vitest'
import type { PendingRequest } from '../scripted-service.fixture'
import {
  openTestWorkspace,
  parameters,
  type TestWorkspace,
  waitUntil,
  waitUntilIdle,
  watch,
} from '../workspace.fixture'
import { titleInstruction, toPlainTitle } from './title-writer'

interface Sent {
  readonly conversationId: string
  readonly turnId: string
}

async function complete(request: PendingRequest, text: string, upstream = 'service'): Promise<void> {
  request.respond(200, { 'x-upstream': upstream })
  await request.complete({ text })
}

const openWithTitles = (options: { folder?: string } = {}) =>
  openTestWorkspace({ ...options, settings: { chatTitles: true } })

/** Sends a prompt, and completes its answer by this upstream. */
async function ask(
  { app, service }: TestWorkspace,
  text: string,
  { upstream = 'service', ...options }: { upstream?: string; conversationId?: string; model?: string } = {},
): Promise<Sent> {
  const { conversationId = null, model = parameters.model } = options
  const sent = app.chat.send({ conversationId, parts: [{ text }], parameters: { model } })
  await complete(await service.next(), 'Light bends in drops.', upstream)
  await waitUntilIdle(app, sent.conversationId)
  return sent
}

const isTitleRequest = ({ body }: PendingRequest) =>
  JSON.stringify(body.systemInstruction ?? '').includes(titleInstruction.slice(0, 30))

const titleOf = ({ app }: TestWorkspace, { conversationId }: Sent) =>
  app.conversations.list().find(({ id }) => id === conversationId)?.title

test('the title is requested once, from the same model, after the first response only', async () => {
  const workspace = await openWithTitles()
  const { app, service } = workspace
  const sent = await ask(workspace, 'Why are rainbows round?')
  const request = await service.next()
  expect(isTitleRequest(request)).toBe(true)
  expect(request.request.path).toMatch(/models\/gen-2\.5-pro:generateContent$/)
  expect(JSON.stringify(request.body.contents)).toContain('Why are rainbows round?')
  expect(JSON.stringify(request.body.contents)).toContain('Light bends in drops.')
  // It blocks nothing: the chat is idle, and can go on.
  expect(app.countRunning()).toBe(0)
  await ask(workspace, 'And why colored?', sent)
  expect(titleOf(workspace, sent)).toBe('Why are rainbows round?')
  const viewer = watch(app, sent.conversationId)
  await complete(request, '“Round Rainbows”.\n')
  await waitUntil(viewer, ({ conversation }) => conversation.title === 'Round Rainbows')

  app.chat.regenerate({ ...sent, turnId: sent.turnId })
  const next = await service.next()
  expect(isTitleRequest(next)).toBe(false)
  await complete(next, 'Again.')
  await waitUntilIdle(app, sent.conversationId)
  // The next request is that of another chat, so no second title was requested.
  await ask(workspace, 'Another chat?')
  expect(isTitleRequest(await service.next())).toBe(true)
})

test('the request has a small limit, and as little thinking as the model allows', async () => {
  const workspace = await openWithTitles()
  const configOf = async (model: string) => {
    await ask(workspace, model, { model })
    return (await workspace.service.next()).body.generationConfig
  }
  const expected = {
    'gemini-2.5-flash': { maxOutputTokens: 64, thinkingConfig: { thinkingBudget: 0 } },
    'gen-2.5-pro': { maxOutputTokens: 1024, thinkingConfig: { thinkingBudget: 128 } },
    'gen-3.1-pro-preview': { maxOutputTokens: 1024, thinkingConfig: { thinkingLevel: 'LOW' } },
    'local-model': { maxOutputTokens: 1024 },
  }
  for (const [model, config] of Object.entries(expected)) expect(await configOf(model)).toEqual(config)
  const profile = {
    id: 'openai-test',
    name: 'Ollama',
    baseUrl: 'http://127.0.0.1:9003/v1',
    server: 'ollama' as const,
    countsTokens: false,
    defaults: { text: 'llama3.2' },
    kinds: {},
    aliases: [],
  }
  const upstream = { kind: 'openai' as const, profile: profile.id }
  workspace.app.settings.update({ openAiProfiles: [profile], upstream })
  expect(await configOf('gen-2.5-pro')).toEqual({ maxOutputTokens: 1024 })
})

const services = [
  { id: 'service', name: 'Local', baseUrl: 'http://127.0.0.1:9001' },
  { id: 'service-2', name: 'Other', baseUrl: 'http://127.0.0.1:9002' },
]

test('no title is requested from a provider that was selected, or moved to another URL, meanwhile', async () => {
  const workspace = await openWithTitles()
  const { app, service } = workspace
  app.settings.update({ services, upstream: { kind: 'service', profile: 'service' } })
  const send = async (text: string, change: () => void) => {
    const sent = app.chat.send({ conversationId: null, parts: [{ text }], parameters })
    const request = await service.next()
    request.respond(200, { 'x-upstream': 'service' })
    await request.sendText('Private.')
    change()
    await request.complete()
    await waitUntilIdle(app, sent.conversationId)
  }
  await send('Switched?', () => app.settings.update({ upstream: { kind: 'service', profile: 'service-2' } }))
  await send('To the vendor?', () => app.settings.update({ upstream: { kind: 'vendor' } }))
  app.settings.update({ upstream: { kind: 'service', profile: 'service' } })
  const moved = services.map((service) => ({ ...service, baseUrl: 'http://127.0.0.1:9003' }))
  await send('Moved?', () => app.settings.update({ services: moved }))
  // The next request is that of another chat, so no title was requested before.
  await ask(workspace, 'Same?')
  const request = await service.next()
  expect([isTitleRequest(request), JSON.stringify(request.body.contents).includes('Same?')]).toEqual([
    true,
    true,
  ])
})

test('a title that the user writes meanwhile stays, and a failed request leaves the prompt’s', async () => {
  const workspace = await openWithTitles()
  const { app, service } = workspace
  const renamed = await ask(workspace, 'First?')
  const request = await service.next()
  app.conversations.rename({ conversationId: renamed.conversationId, title: 'Mine' })
  await complete(request, 'The model’s')
  const failed = await ask(workspace, 'Second?')
  const failing = await service.next()
  failing.respond(429)
  failing.end()
  // A title that is requested later has been saved, so the two before were handled.
  const third = await ask(workspace, 'Third?')
  await complete(await service.next(), 'A title')
  await expect.poll(() => titleOf(workspace, third)).toBe('A title')
  expect([titleOf(workspace, renamed), titleOf(workspace, failed)]).toEqual(['Mine', 'Second?'])
})

test('no title is requested from the demo, from an image model, if it is off, or after a rename', async () => {
  const workspace = await openWithTitles()
  const { app, service } = workspace
  await ask(workspace, 'Demo?', { upstream: 'demo' })
  await ask(workspace, 'Draw!', { model: 'gen-3-pro-image-preview' })
  const sent = app.chat.send({ conversationId: null, parts: [{ text: 'Renamed?' }], parameters })
  app.conversations.rename({ conversationId: sent.conversationId, title: 'Mine' })
  await complete(await service.next(), 'Yes.')
  await waitUntilIdle(app, sent.conversationId)
  app.settings.update({ chatTitles: false })
  await ask(workspace, 'Off?')
  app.settings.update({ chatTitles: true })
  await ask(workspace, 'On?')
  const request = await service.next()
  expect(JSON.stringify(request.body.contents)).toContain('On?')
})

test('closing the workspace aborts the request, and it is not sent again', async () => {
  const workspace = await openWithTitles()
  const sent = await ask(workspace, 'Why?')
  const request = await workspace.service.next()
  await workspace.app.close()
  expect(request.request.signal.aborted).toBe(true)
  const again = await openWithTitles({ folder: workspace.folder })
  expect(titleOf(again, sent)).toBe('Why?')
  again.app.chat.regenerate(sent)
  await complete(await again.service.next(), 'Again.')
  await waitUntilIdle(again.app, sent.conversationId)
  await ask(again, 'New?')
  expect(JSON.stringify((await again.service.next()).body.contents)).toContain('New?')
})

test.each([
  ['Round rainbows', 'Round rainbows'],
  ['\n**“Round rainbows.”**\nMore text', 'Round rainbows'],
  ['# Title: Round rainbows', 'Round rainbows'],
  ['C++ or C#', 'C++ or C#'],
  ['¿Por qué?', '¿Por qué?'],
  ['***', undefined],
  ['', undefined],
  ['x'.repeat(300), 'x'.repeat(80)],
  [`**Boats** ${'*'.repeat(1_000_000)}x`, 'Boats'],
])('the title of an answer is its first line in plain text (%#)', (text, expected) => {
  expect(toPlainTitle(text)).toBe(expected)
})
