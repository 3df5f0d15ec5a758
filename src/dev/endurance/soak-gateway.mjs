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
/** Allowed increase from the first ten samples to the last ten, by their medians. */
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
      for (; !isOver(); sent += 1)
        problems.push(...(await send(pool, random).catch((error) => [String(error)])))
    }
    const pools = Object.values(gateways).map(({ url }) => new Pool(url, { connections: concurrency }))
    await Promise.all(pools.flatMap((pool) => Array.from({ length: concurrency }, () => lane(pool))))
    for (const pool of pools) await pool.destroy()
  }
  await sendUntil(() => sent >= warmUpRequests)
  const began = performance.now()
  for (let step = 1; step <= samples; step += 1) {
    await sendUntil(() => performance.now() - began > (step * minutes * 60_000 * share) / samples)
    // Nothing is in flight, so that only what is retained is measured.
    for (const [name, gateway] of Object.entries(gateways)) {
      const usage = await gateway.measure()
      for (const kind of /** @type {const} */ (['heap', 'external', 'rss']))
        sizes.set(`${name} ${kind}`, [...(sizes.get(`${name} ${kind}`) ?? []), usage[kind] / 2 ** 20])
    }
  }
  count('requests', sent)
  const growing = [...sizes].flatMap(([name, values]) => {
    const [first, last] = [median(values.slice(0, 10)), median(values.slice(-10))]
    const line = `${name}: ${first.toFixed(1)} MB, then ${last.toFixed(1)} MB`
    log(line)
    return last > first * (1 + maxGrowth) ? [line] : []
  })
  check('every request gets its response', problems)
  check('memory stays flat within 10 %', growing)
}

/** @param {readonly number[]} values */
function median(values) {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0
}

const model = '/v1beta/models/gen-2.5-flash'
const prompt = (/** @type {string} */ text) => JSON.stringify({ contents: [{ parts: [{ text }] }] })

/** Path, expected status, body and key. @type {readonly (readonly [path: string, status: number, body?: ((text: string) => string) | undefined, key?: string])[]} */
const operations = [
  [`${model}:generateContent`, 200, prompt],
  [`${model}:streamGenerateContent?alt=sse`, 200, prompt],
  [`${model}:streamGenerateContent`, 200, prompt],
  [`${model}:countTokens`, 200, prompt],
  // Long enough for the thread that validates large bodies.
  [`${model}:countTokens`, 200, (text) => prompt(text.repeat(10_000))],
  [`${model}:generateContent`, 400, () => '{"contents":7}'],
  [`${model}:generateContent`, 400, () => '{"contents":'],
  ['/healthz', 200],
  ['/v1beta/unknown', 404],
  ['/v1beta/models', 401, undefined, 'wrong'],
]

/** Sends one of the requests; a third of the streams are aborted. Returns what is wrong. @param {Pool} pool @param {import('./part.mjs').Random} random */
async function send(pool, random) {
  const [path, status, write, usedKey = key] = random.pick(operations)
  const text = 'river light paper '.repeat(1 + random.integer(10))
  const headers = { 'content-type': 'application/json', 'x-goog-api-key': usedKey }
  const method = write ? 'POST' : 'GET'
  const response = await pool.request({ path, method, headers, body: write?.(text) ?? null })
  const isAborted = path.includes(':stream') && random.chance(0.3)
  // Breaking off the loop aborts the request.
  if (isAborted) for await (const _chunk of response.body) break
  const body = isAborted ? '' : await response.body.text()
  return response.statusCode === status ? [] : [`${path}: ${response.statusCode}: ${body.slice(0, 300)}`]
}
