// The soak of the gateway: mixed requests to the demo and to a service for long, and its memory meanwhile.
import { Pool } from 'undici'
import { openScriptedUpstream, sendEvent, sendJson, textAnswer } from '../scripted-upstream.mjs'
import { key, withGatewayProcess } from './gateway-process.mjs'
import { createRandom } from './part.mjs'

const minutes = 60
const samples = 30
/** A number instead of a time, because the memory of a slow machine's gateway needs as many requests to become steady. */
const warmUpRequests = 3000
const concurrency = 8
/** Allowed increase of the last ten samples over the first ten, by their medians. */
const maxGrowth = 0.1

/** @type {import('./part.mjs').Part} */
export const part = {
  name: 'soak-gateway',
  description: 'mixed requests to two gateways for an hour',
  // Its warm-up alone takes too long.
  ciShare: 0,
  minutes,
  async run(options) {
    const upstream = await openScriptedUpstream({
      isRecorded: false,
      answer: async (incoming, outgoing) => {
        await incoming.resume().toArray()
        if (!incoming.url?.includes(':stream')) return sendJson(outgoing, textAnswer('Hello'))
        sendEvent(outgoing, textAnswer('Hello'))
        outgoing.end()
      },
    })
    try {
      await withGatewayProcess(upstream.url, (service) =>
        withGatewayProcess('demo', (demo) => soak({ service, demo }, options)),
      )
    } finally {
      upstream.close()
    }
  },
}

/** @param {Record<string, import('./gateway-process.mjs').GatewayProcess>} gateways @param {import('./part.mjs').PartOptions} options */
async function soak(gateways, { seed, share, count, check, log }) {
  const random = createRandom(seed)
  /** @type {Map<string, number[]>} */
  const sizes = new Map()
  /** @type {string[]} */
  const problems = []
  let sent = 0
  const sendUntil = async (/** @type {() => boolean} */ isOver) => {
    const lane = async (/** @type {Pool} */ pool) => {
      while (!isOver()) {
        const problem = await send(pool, random).catch(String)
        if (problem) problems.push(problem)
        sent += 1
      }
    }
    const pools = Object.values(gateways).map(({ url }) => new Pool(url, { connections: concurrency }))
    const lanes = pools.flatMap((pool) => Array.from({ length: concurrency }, () => lane(pool)))
    await Promise.all(lanes)
    for (const pool of pools) await pool.destroy()
  }
  await sendUntil(() => sent >= warmUpRequests)
  const began = performance.now()
  const stepMs = (minutes * 60_000 * share) / samples
  for (let step = 1; step <= samples; step += 1) {
    await sendUntil(() => performance.now() - began > step * stepMs)
    // Nothing is in flight, so that only what is retained is measured.
    for (const [name, gateway] of Object.entries(gateways)) {
      const usage = await gateway.measure()
      for (const kind of /** @type {const} */ (['heap', 'external', 'rss'])) {
        const trend = `${name} ${kind}`
        sizes.set(trend, [...(sizes.get(trend) ?? []), usage[kind] / 2 ** 20])
      }
    }
    if (step % 5 === 0) log(`${Math.round((performance.now() - began) / 1000)} s: ${sent} requests`)
  }
  const growth = [...sizes].map(([name, values]) => {
    const [first, last] = [median(values.slice(0, 10)), median(values.slice(-10))]
    return {
      isTooLarge: last > first * (1 + maxGrowth),
      text: `${name}: ${first.toFixed(1)} MB, then ${last.toFixed(1)} MB`,
    }
  })
  count('requests', sent)
  for (const { text } of growth) log(text)
  check('every request gets its response', problems)
  check(
    'memory stays flat within 10 %',
    growth.filter(({ isTooLarge }) => isTooLarge).map(({ text }) => text),
  )
}

/** @param {readonly number[]} values */
function median(values) {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0
}

const model = '/v1beta/models/gen-2.5-flash'
const headers = { 'content-type': 'application/json', 'x-goog-api-key': key }
const fields = ['model"\r\n\r\ngen-4o-transcribe', 'file"; filename="a.wav"\r\n\r\nRIFF']
const form = fields.map((field) => `--form\r\nContent-Disposition: form-data; name="${field}\r\n`).join('')

/** Path, expected status, body and other headers. @type {readonly (readonly [path: string, status: number, body?: ((text: string) => string) | undefined, headers?: Record<string, string>])[]} */
const operations = [
  [`${model}:generateContent`, 200, toBody],
  [`${model}:streamGenerateContent?alt=sse`, 200, toBody],
  [`${model}:streamGenerateContent`, 200, toBody],
  [`${model}:countTokens`, 200, toBody],
  // Long enough for the thread that validates large bodies.
  [`${model}:countTokens`, 200, (text) => toBody(text.repeat(10_000))],
  [`${model}:generateContent`, 400, () => '{"contents":7}'],
  [`${model}:generateContent`, 400, () => '{"contents":'],
  ['/v1beta/models?pageSize=5', 200],
  ['/healthz', 200],
  ['/v1beta/unknown', 404],
  ['/v1beta/models', 401, undefined, { 'x-goog-api-key': 'wrong' }],
  [
    '/v1/audio/transcriptions',
    400,
    () => `${form}--form--\r\n`,
    { 'content-type': 'multipart/form-data; boundary=form', 'x-goog-api-key': key },
  ],
]

/** @param {string} text */
function toBody(text) {
  return JSON.stringify({ contents: [{ parts: [{ text }] }] })
}

/** Sends one of the requests; a third of the streams are aborted. Returns what is wrong. @param {Pool} pool @param {import('./part.mjs').Random} random */
async function send(pool, random) {
  const [path, status, write, more] = random.pick(operations)
  const text = Array.from({ length: 3 + random.integer(40) }, () =>
    random.pick(['river', 'light', 'paper']),
  ).join(' ')
  const response = await pool.request({
    path,
    method: write ? 'POST' : 'GET',
    headers: { ...headers, ...more },
    body: write?.(text) ?? null,
  })
  const isAborted = path.includes(':stream') && random.chance(0.3)
  // Breaking off the loop aborts the request.
  if (isAborted) for await (const _chunk of response.body) break
  const body = isAborted ? '' : await response.body.text()
  return response.statusCode === status
    ? undefined
    : `${path}: ${response.statusCode}, not ${status}: ${body.slice(0, 300)}`
}
