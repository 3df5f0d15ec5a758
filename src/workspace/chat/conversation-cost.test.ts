// The cost of a conversation: all branches, by the price of each provider, and the number of unknown costs.
import { expect, test } from 'vitest'
import type { Part } from '#shared/schemas/content'
import type { PriceRates } from '#shared/schemas/prices'
import type { ScriptedService } from '../scripted-service.fixture'
import {
  onDisk,
  openTestWorkspace,
  parameters,
  type TestWorkspace,
  waitUntilIdle,
} from '../workspace.fixture'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg=='

interface Answer {
  readonly upstream: 'demo' | 'service' | 'vendor'
  readonly parts?: readonly Part[]
  readonly usageMetadata?: object
  readonly modelVersion?: string
}

async function respond(service: ScriptedService, { upstream, parts, ...chunk }: Answer) {
  const request = await service.next()
  request.respond(200, { 'x-upstream': upstream })
  const content = { role: 'model', parts: parts ?? [{ text: 'Yes.' }] }
  await request.sendChunk({ candidates: [{ content, finishReason: 'STOP', index: 0 }], ...chunk })
  request.end()
}

async function send({ app, service }: TestWorkspace, answer: Answer, conversationId: string | null = null) {
  const sent = app.chat.send({ conversationId, parts: [{ text: 'Really?' }], parameters })
  await respond(service, answer)
  await waitUntilIdle(app, sent.conversationId)
  return sent
}

const entry = (model: string, rates: PriceRates) => ({ model, provider: null, from: null, rates })
const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 }

test('all branches count, the demo is free, and an answer without a price is never 0', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  app.settings.update({ chatTitles: false })
  const cost = (conversationId: string) => app.chat.cost({ conversationId })
  const first = await send(workspace, { upstream: 'vendor', usageMetadata })
  const { conversationId } = first
  app.chat.regenerate({ conversationId, turnId: first.turnId })
  await respond(service, { upstream: 'service', usageMetadata, modelVersion: 'gen-next-001' })
  await waitUntilIdle(app, conversationId)
  const last = await send(workspace, { upstream: 'demo', usageMetadata }, conversationId)
  await app.chat.deleteTurn({ conversationId, turnId: last.turnId })
  expect(cost(conversationId)).toEqual({ nanos: null, unknown: 0 })

  const entries = [entry('gen-next*', { input: 1, output: 2 })]
  app.settings.update({ prices: { currency: 'EUR', entries } })
  expect(cost(conversationId)).toEqual({ nanos: 120_000, unknown: 1 })
  const withPro = [...entries, entry('gemini-2.5-pro', { input: 10, output: 0 })]
  app.settings.update({ prices: { currency: 'EUR', entries: withPro } })
  expect(cost(conversationId)).toEqual({ nanos: 1_120_000, unknown: 0 })
  await app.chat.deleteTurn({ conversationId, turnId: first.turnId })
  expect(cost(conversationId)).toEqual({ nanos: 1_120_000, unknown: 0 })
})

test('images count by their number, not those of thoughts, and a damaged answer is unknown', async () => {
  const { app, workspace } = await openTestWorkspace()
  const image = { inlineData: { mimeType: 'image/png', data: pixel } }
  const parts = [{ ...image, thought: true }, { text: 'Here:' }, image, { inline_data: image.inlineData }]
  const { conversationId } = await send(workspace, { upstream: 'service', parts })
  app.settings.update({
    prices: { currency: 'USD', entries: [entry('gen-2.5-pro', { image: 0.04 })] },
  })
  expect(app.chat.cost({ conversationId })).toEqual({ nanos: 80_000_000, unknown: 0 })
  onDisk(workspace.folder, ({ run }) =>
    run("UPDATE turns SET parts = '[{', parameters = '{' WHERE role = 'model'", []),
  )
  expect(app.chat.cost({ conversationId })).toEqual({ nanos: null, unknown: 1 })
})
