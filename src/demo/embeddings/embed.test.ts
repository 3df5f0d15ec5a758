// The geometry of embeddings: length, truncation, nearness.
import { expect, test } from 'vitest'
import { readText } from '#shared/wire/read-body'
import { instant, makeRequest, postJson } from '../service.fixture'

async function embed(text: string, rest: object = {}): Promise<number[]> {
  const body = { content: { parts: [{ text }] }, ...rest }
  const answer = await instant(makeRequest('/v1beta/models/gen-embedding-001:embedContent', body))
  return JSON.parse(await readText(answer.body)).embedding.values
}

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
const length = (a: readonly number[]) => Math.sqrt(dot(a, a))
const cosine = (a: readonly number[], b: readonly number[]) => dot(a, b) / (length(a) * length(b))

test('a vector has 3072 numbers and length 1', async () => {
  const values = await embed('The quick brown fox jumps over the lazy dog.')
  expect([values.length, length(values).toFixed(5)]).toEqual([3072, '1.00000'])
})

test('a smaller one is the beginning of the whole, not normalized again', async () => {
  const whole = await embed('A lighthouse at dusk')
  for (const size of [768, 1536, 128]) {
    const short = await embed('A lighthouse at dusk', { outputDimensionality: size })
    expect(short).toEqual(whole.slice(0, size))
    expect(length(short)).toBeLessThan(0.999)
  }
})

const triples = [
  ['How do I bake sourdough bread?', 'Baking sourdough bread at home', 'The stock market fell sharply today'],
  [
    'The cat sleeps on the sofa',
    'A cat is sleeping on a couch or sofa',
    'Quarterly revenue grew by nine percent',
  ],
  ['lighthouse on a cliff', 'lighthouses and cliffs', 'a bowl of noodle soup'],
  ['reset my password', 'I forgot my password and need a reset', 'opening hours of the museum'],
  ['color theory', 'theory of colors', 'marathon training plan'],
] as const

test.each(triples)('“%s” is nearer to “%s” than to “%s”', async (text, near, far) => {
  for (const rest of [{}, { outputDimensionality: 768 }, { taskType: 'CLUSTERING' }]) {
    const [a, b, c] = [await embed(text, rest), await embed(near, rest), await embed(far, rest)]
    expect(cosine(a, b)).toBeGreaterThan(cosine(a, c) + 0.2)
  }
})

test('a query and a document differ a little and stay near', async () => {
  const [query, document] = [
    await embed('harbour lights', { taskType: 'RETRIEVAL_QUERY' }),
    await embed('harbour lights', { taskType: 'RETRIEVAL_DOCUMENT' }),
  ]
  expect(query).not.toEqual(document)
  expect(cosine(query, document)).toBeGreaterThan(0.9)
})

test('a batch answers in its order what single calls answer', async () => {
  const requests = ['one', 'two'].map((text) => ({
    model: 'models/gen-embedding-001',
    content: { parts: [{ text }] },
    outputDimensionality: 256,
  }))
  const { body } = await postJson('/v1beta/models/gen-embedding-001:batchEmbedContents', { requests })
  const singles = [
    await embed('one', { outputDimensionality: 256 }),
    await embed('two', { outputDimensionality: 256 }),
  ]
  expect(body).toEqual({ embeddings: singles.map((values) => ({ values })) })
})

test('a batch of none or of more than a hundred texts is refused', async () => {
  const request = { content: { parts: [{ text: 'a' }] } }
  for (const [count, message] of [
    [0, 'requests: must not be empty'],
    [101, 'requests: at most 100 requests can be in one batch'],
  ] as const) {
    const requests = Array.from({ length: count }, () => request)
    const { status, body } = await postJson('/v1beta/models/gen-embedding-001:batchEmbedContents', {
      requests,
    })
    expect([status, body.error?.message]).toEqual([400, message])
  }
})

test('signs and unknown scripts have vectors too', async () => {
  for (const text of ['?!', '日本語のテキスト', '🙂']) expect(length(await embed(text))).toBeCloseTo(1)
})

test.each([
  [{ content: { parts: [{ text: ' ' }] } }, 'content.parts: must hold some text'],
  [{ content: { parts: [{ text: 'a' }] }, taskType: 'GUESS' }, 'taskType: "GUESS" is none of'],
  [{ content: { parts: [{ text: 'a' }] }, title: 'T' }, 'title: goes only with taskType RETRIEVAL_DOCUMENT'],
  [
    { content: { parts: [{ text: 'a' }] }, outputDimensionality: 4000 },
    'outputDimensionality: must be a whole number from 1 to 3072',
  ],
])('%j is refused', async (body, message) => {
  const { status, body: refused } = await postJson('/v1beta/models/gen-embedding-001:embedContent', body)
  expect([status, refused.error?.message]).toEqual([400, expect.stringContaining(message)])
})
