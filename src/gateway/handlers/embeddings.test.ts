// Tests batches of embeddings: order, concurrency and errors.
import { afterEach, expect, test } from 'vitest'
import type { HttpRequest } from '#shared/wire/http'
import { openTestGateway, type TestGateway } from '../testing/test-gateway.fixture'

let gateway: TestGateway | undefined
afterEach(() => gateway?.close())

const path = '/v1/v1beta/models/gen-embedding-001:batchEmbedContents'
const batch = (count: number) => ({
  body: JSON.stringify({
    requests: Array.from({ length: count }, (_, index) => ({
      content: { parts: [{ text: String(index) }] },
    })),
  }),
})

const textOf = (request: HttpRequest) =>
  (
    JSON.parse(Buffer.from(request.body as Uint8Array).toString()) as {
      content: { parts: { text: string }[] }
    }
  ).content.parts[0]?.text

test('returns results in the order of the requests, with limited concurrency', async () => {
  let active = 0
  let maxConcurrent = 0
  const paths = new Set<string>()
  const buffered: (() => void)[] = []
  gateway = await openTestGateway({
    upstream: {
      id: 'demo',
      kind: 'demo',
      send: async (request) => {
        active += 1
        paths.add(request.path)
        maxConcurrent = Math.max(maxConcurrent, active)
        // Every second request waits for the one after it.
        if (Number(textOf(request)) % 2 === 0) await new Promise<void>((resolve) => buffered.push(resolve))
        else buffered.shift()?.()
        active -= 1
        const body = Buffer.from(JSON.stringify({ embedding: { values: [Number(textOf(request))] } }))
        return { status: 200, headers: {}, body }
      },
    },
  })
  const response = await gateway.send(path, batch(20))
  expect(response.json).toEqual({
    embeddings: Array.from({ length: 20 }, (_, index) => ({ values: [index] })),
  })
  expect(maxConcurrent).toBeLessThanOrEqual(4)
  expect([...paths]).toEqual(['/v1/v1beta/models/gen-embedding-001:embedContent'])
})

test('returns the first error response, aborts running requests and starts no others', async () => {
  const calls: HttpRequest[] = []
  gateway = await openTestGateway({
    upstream: {
      id: 'demo',
      kind: 'demo',
      send: async (request) => {
        calls.push(request)
        if (textOf(request) !== '2') {
          return await new Promise((_, reject) =>
            request.signal.addEventListener('abort', () => reject(new Error('gone'))),
          )
        }
        const body = Buffer.from(
          '{"error":{"code":429,"message":"Slow down.","status":"RESOURCE_EXHAUSTED"}}',
        )
        return { status: 429, headers: {}, body }
      },
    },
  })
  const response = await gateway.send(path, batch(50))
  expect([response.status, response.json]).toEqual([
    429,
    { error: { code: 429, message: 'Slow down.', status: 'RESOURCE_EXHAUSTED' } },
  ])
  expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true, true, true])
})

test.each(['{no JSON}', '{"embedding":{"values":["a"]}}'])(
  'an upstream that returns %s instead of an embedding is a 502',
  async (text) => {
    const send = async () => ({ status: 200, headers: {}, body: Buffer.from(text) })
    gateway = await openTestGateway({ upstream: { id: 'demo', kind: 'demo', send } })
    expect(await gateway.send(path, batch(2))).toMatchObject({
      status: 502,
      json: {
        error: {
          message:
            "The provider returned a response that isn't an embedding. Check the base URL and the model.",
        },
      },
    })
  },
)

test('rejects more than a hundred requests, an invalid one, and one of another model', async () => {
  gateway = await openTestGateway({})
  expect((await gateway.send(path, batch(101))).text).toContain('a batch can have up to 100 requests')
  const text = { parts: [{}] }
  for (const [request, message] of [
    [{ content: {} }, 'requests[1].content.parts: must be an array of parts'],
    [{ content: text, model: 'models/other' }, 'requests[1].model: must be the model of the URL'],
  ] as const) {
    const body = JSON.stringify({ requests: [{ content: text }, request] })
    expect((await gateway.send(path, { body })).text).toContain(message)
  }
})
