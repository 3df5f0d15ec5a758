// The amounts of a request that are billed, by its route.
import { expect, test } from 'vitest'
import { routeList } from '#shared/endpoints/routes'
import type { Exchange } from '#shared/schemas/exchange'
import { toBilledItem } from './billed-items'
import { makeExchange } from './exchange.fixture'

const usage = { promptTokenCount: 10, candidatesTokenCount: 5 }

function bill(change: Partial<Exchange>) {
  return toBilledItem({ ...makeExchange('1', 0), upstream: 'vendor', usage, ...change })
}

const free = ['countTokens']

// A route that is forgotten is free: no cost, and no warning of the budget.
test('every route that calls a model is billed', () => {
  const calls = routeList.filter(
    ([, { method, body, path, dialect }]) =>
      method === 'POST' && body !== 'none' && (path.includes('{model}') || dialect === 'openai'),
  )
  expect(calls.length).toBeGreaterThan(8)
  const unbilled = calls.filter(([route]) => bill({ route }) === null).map(([route]) => route)
  expect(unbilled).toEqual(free)
})

test('requests of OpenAI clients have the tokens, and the model that has responded', () => {
  const chunk = (model: string) => JSON.stringify({ object: 'chat.completion.chunk', model, choices: [] })
  const responseBody = [chunk('gen-2.5-pro-001'), chunk('gen-2.5-pro-002')].join('\n')
  expect(bill({ route: 'createChatCompletion', responseBody })).toMatchObject({
    kind: 'answer',
    model: 'gen-2.5-pro',
    version: 'gen-2.5-pro-002',
    prompt: 10,
    output: 5,
    images: 0,
  })
  // In a text, it names no model.
  const quoted = JSON.stringify({ model: 'own', text: '{"model":"other"}' })
  expect(bill({ route: 'createEmbeddings', responseBody: quoted })).toMatchObject({ version: 'own' })
})

test.each([
  ['gen-3-pro-image-preview', '1024x1024', '1K'],
  ['gen-3-pro-image-preview', '3840x2160', '4K'],
  ['gen-3-pro-image-preview', 'auto', undefined],
  ['gen-2.5-flash-image', '1024x1024', undefined],
  ['gpt-image-1', '2048x2048', '2K'],
])('images of %s of the size %s are billed as %s', (model, size, expected) => {
  const item = bill({
    route: 'createImages',
    model,
    requestBody: JSON.stringify({ model, prompt: 'A boat', size }),
    responseBody: JSON.stringify({ data: [{ b64_json: '<9 characters of Base64>' }] }),
    media: { images: 2, videos: 0, audios: 0 },
  })
  expect(item).toMatchObject({ images: 2, imageOutput: 5 })
  expect(item?.size).toBe(expected)
})
