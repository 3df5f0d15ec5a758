// The geometry of embeddings: length, truncation, similarity.
import { expect, test } from 'vitest'
import { readText } from '#shared/wire/read-body'
import { instant, makeRequest, postJson } from '../service.fixture'

async function embed(text: string, rest: object = {}): Promise<number[]> {
  const body = { content: { parts: [{ text }] }, ...rest }
  const response = await instant(makeRequest('/v1beta/models/gen-embedding-001:embedContent', body))
  return JSON.parse(await readText(response.body)).embedding.values
}

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
const length = (a: readonly number[]) => Math.sqrt(dot(a, a))
const cosine = (a: readonly number[], b: readonly number[]) => dot(a, b) / (length(a) * length(b))

test('a vector has 3072 numbers and length 1; a shorter one is its start, not normalized again', async () => {
  const full = await embed('A lighthouse at dusk')
  expect([full.length, length(full).toFixed(5)]).toEqual([3072, '1.00000'])
  for (const size of [768, 1536, 128]) {
    const short = await embed('A lighthouse at dusk', { outputDimensionality: size })
    expect(short).toEqual(full.slice(0, size))
    expect(length(short)).toBeLessThan(0.999)
  }
  for (const text of ['?!', '日本語のテキスト', '🙂']) expect(length(await embed(text))).toBeCloseTo(1)
})

test.each([
  ['How do I bake sourdough bread?', 'Baking sourdough bread at home', 'The stock market fell sharply today'],
  ['The cat sleeps on the sofa', 'A cat is sleeping on a couch or sofa', 'Revenue grew by nine percent'],
  ['reset my password', 'I forgot my password and need a reset', 'opening hours of the museum'],
  ['color theory', 'theory of colors', 'marathon training plan'],
])('“%s” is more similar to “%s” than to “%s”', async (text, near, far) => {
  for (const rest of [{}, { outputDimensionality: 768 }, { taskType: 'CLUSTERING' }]) {
    const [a, b, c] = [await embed(text, rest), await embed(near, rest), await embed(far, rest)]
    expect(cosine(a, b)).toBeGreaterThan(cosine(a, c) + 0.2)
  }
})

test('a batch of 1 to 100 texts returns the embeddings of single requests, in order', async () => {
  const postBatch = (texts: readonly string[]) =>
    postJson('/v1beta/models/gen-embedding-001:batchEmbedContents', {
      requests: texts.map((text) => ({ content: { parts: [{ text }] }, outputDimensionality: 256 })),
    })
  const singles = ['one', 'two'].map((text) => embed(text, { outputDimensionality: 256 }))
  expect((await postBatch(['one', 'two'])).body).toEqual({
    embeddings: (await Promise.all(singles)).map((values) => ({ values })),
  })
  for (const [count, message] of [
    [0, 'requests: must not be empty'],
    [101, 'requests: at most 100 requests can be in one batch'],
  ] as const)
    expect(await postBatch(Array(count).fill('a'))).toMatchObject({
      status: 400,
      body: { error: { message } },
    })
})

test.each([
  [{ content: { parts: [{ text: ' ' }] } }, 'content.parts: must contain text'],
  [{ content: { parts: [{ text: 'a' }] }, taskType: 'GUESS' }, 'taskType: must be one of'],
  [
    { content: { parts: [{ text: 'a' }] }, title: 'T' },
    'title: is only allowed with taskType RETRIEVAL_DOCUMENT',
  ],
  [
    { content: { parts: [{ text: 'a' }] }, outputDimensionality: 4000 },
    'outputDimensionality: must be a whole number from 1 to 3072',
  ],
])('%j is rejected', async (body, message) => {
  const { status, body: response } = await postJson('/v1beta/models/gen-embedding-001:embedContent', body)
  expect([status, response.error?.message]).toEqual([400, expect.stringContaining(message)])
})
