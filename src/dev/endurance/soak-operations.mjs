// Requests of the soak: all kinds that clients send to the gateway, including wrong and aborted ones.
import { Pool } from 'undici'
import { filePart, modelPart, toForm } from './hostile-targets.mjs'

/** @typedef {import('./part.mjs').Random} Random */
/** @typedef {{ pool: Pool, key: string, random: Random }} Client */
/** @typedef {(client: Client) => Promise<string | undefined>} Operation returns what is wrong */

const model = '/v1beta/models/gen-2.5-flash'
const words = 'river light paper window garden winter music stone letter morning'.split(' ')

/** @param {Random} random */
const toPrompt = (random) =>
  Array.from({ length: 3 + random.integer(40) }, () => random.pick(words)).join(' ')

/** @param {Random} random @param {object} [more] */
const toBody = (random, more) =>
  JSON.stringify({ contents: [{ parts: [{ text: toPrompt(random) }] }], ...more })

/** @typedef {{ method?: 'GET' | 'POST' | 'DELETE', body?: string | Buffer, type?: string, bearer?: boolean, status?: number, wrongKey?: boolean, headers?: Record<string, string> }} RequestOptions `status`: the expected one */

/** @param {Client} client @param {string} path @param {RequestOptions} options */
async function send({ pool, key }, path, options) {
  const { body, type = 'application/json', bearer = false, wrongKey = false } = options
  const sent = wrongKey ? 'wrong' : key
  return pool.request({
    path,
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(bearer ? { authorization: `Bearer ${sent}` } : { 'x-goog-api-key': sent }),
      ...(body === undefined ? {} : { 'content-type': type }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body }),
  })
}

/** Returns what is wrong. @param {Client} client @param {string} path @param {RequestOptions} [options] */
async function expectStatus(client, path, options = {}) {
  const { status = 200 } = options
  const response = await send(client, path, options)
  const text = await response.body.text()
  return response.statusCode === status
    ? undefined
    : `${path}: ${response.statusCode}, not ${status}: ${text.slice(0, 300)}`
}

/** @type {Operation} */
async function abortStream(client) {
  const options = { body: toBody(client.random), headers: { 'x-demo': 'tokens-per-second=200' } }
  const response = await send(client, `${model}:streamGenerateContent?alt=sse`, options)
  // Breaking off the loop aborts the request.
  for await (const _chunk of response.body) break
  return response.statusCode === 200 ? undefined : `an aborted stream: ${response.statusCode}`
}

/** @type {Operation} */
async function uploadFile(client) {
  const body = Buffer.alloc(1 + client.random.integer(200_000), toPrompt(client.random))
  const headers = { 'x-goog-upload-protocol': 'raw' }
  const response = await send(client, '/upload/v1beta/files', { body, type: 'text/plain', headers })
  const { file } = /** @type {{ file?: { name: string } }} */ (await response.body.json())
  if (response.statusCode !== 200 || !file) return `an upload: ${response.statusCode}`
  return (
    (await expectStatus(client, `/v1beta/${file.name}`)) ??
    (await expectStatus(client, `/v1beta/${file.name}`, { method: 'DELETE' }))
  )
}

/** @type {Operation} */
async function pollVideo(client) {
  const body = JSON.stringify({ instances: [{ prompt: toPrompt(client.random) }] })
  const path = '/v1beta/models/gen-video-3.1-fast-generate-preview:predictLongRunning'
  // It is polled once, long before it is complete.
  const headers = { 'x-demo': 'video=60s' }
  const response = await send(client, path, { body, bearer: true, headers })
  const { name } = /** @type {{ name?: string }} */ (await response.body.json())
  if (response.statusCode !== 200 || !name) return `a video: ${response.statusCode}`
  return await expectStatus(client, `/v1beta/${name}`)
}

const form = { body: toForm([modelPart, filePart]), type: 'multipart/form-data; boundary=form', bearer: true }
const embedding = '/v1beta/models/gen-embedding-001'

/** With how often it is sent. @type {readonly (readonly [number, Operation])[]} */
const operations = [
  [8, (client) => expectStatus(client, `${model}:generateContent`, { body: toBody(client.random) })],
  [
    8,
    (client) =>
      expectStatus(client, `${model}:streamGenerateContent?alt=sse`, { body: toBody(client.random) }),
  ],
  [4, (client) => expectStatus(client, `${model}:streamGenerateContent`, { body: toBody(client.random) })],
  [4, abortStream],
  [4, (client) => expectStatus(client, `${model}:countTokens`, { body: toBody(client.random) })],
  [
    4,
    (client) => {
      const content = { parts: [{ text: toPrompt(client.random) }] }
      return expectStatus(client, `${embedding}:embedContent`, {
        body: JSON.stringify({ content }),
        bearer: true,
      })
    },
  ],
  [
    2,
    (client) => {
      const requests = Array.from({ length: 10 }, () => ({
        content: { parts: [{ text: toPrompt(client.random) }] },
      }))
      return expectStatus(client, `${embedding}:batchEmbedContents`, { body: JSON.stringify({ requests }) })
    },
  ],
  [4, (client) => expectStatus(client, '/v1/audio/transcriptions', form)],
  [2, uploadFile],
  [2, pollVideo],
  [2, (client) => expectStatus(client, '/v1beta/models?pageSize=5')],
  [1, (client) => expectStatus(client, '/openapi.json')],
  [2, (client) => expectStatus(client, '/healthz')],
  [2, (client) => expectStatus(client, `${model}:generateContent`, { body: '{"contents":7}', status: 400 })],
  [2, (client) => expectStatus(client, `${model}:generateContent`, { body: '{"contents":', status: 400 })],
  [2, (client) => expectStatus(client, '/v1beta/unknown', { status: 404 })],
  [2, (client) => expectStatus(client, '/v1beta/models', { wrongKey: true, status: 401 })],
  // Long enough for the thread that validates large bodies.
  [
    1,
    (client) => {
      const more = { labels: { text: 'x'.repeat(600_000 + client.random.integer(100_000)) } }
      return expectStatus(client, `${model}:countTokens`, { body: toBody(client.random, more) })
    },
  ],
]

const weighted = operations.flatMap(([times, operation]) => Array.from({ length: times }, () => operation))

/**
 * Sends requests until `isOver`, `concurrency` at once. Returns what was wrong.
 * @param {{ url: string, key: string, random: Random, concurrency: number, isOver: () => boolean, onSent: () => void }} options
 * @returns {Promise<string[]>}
 */
export async function sendOperations({ url, key, random, concurrency, isOver, onSent }) {
  const pool = new Pool(url, { connections: concurrency })
  /** @type {string[]} */
  const problems = []
  const lane = async () => {
    while (!isOver()) {
      const operation = random.pick(weighted)
      const problem = await operation({ pool, key, random }).catch(String)
      if (problem) problems.push(problem)
      onSent()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  await pool.destroy()
  return problems
}
