// The soak of the gateway without a window: mixed requests to the demo and to a service, and its memory meanwhile.
import { key, withGatewayProcess } from './gateway-process.mjs'
import { openHostileUpstream } from './hostile-upstream.mjs'
import { describeTrend, findGrowth } from './memory-trend.mjs'
import { createRandom } from './part.mjs'
import { sendOperations } from './soak-operations.mjs'

const minutes = 60
const samples = 30
/** A number instead of a time, because the memory of a slow machine's gateway needs as many requests to become steady. */
const warmUpRequests = 3000
const concurrency = 8

/** @type {import('./part.mjs').Part} */
export const part = {
  name: 'soak-gateway',
  description: 'mixed requests to two gateways for an hour',
  ciShare: 1 / 90,
  minutes,
  async run(options) {
    const upstream = await openHostileUpstream()
    try {
      await withGatewayProcess(['--upstream', upstream.url], (service) =>
        withGatewayProcess(['--upstream', 'demo'], (demo) => soak({ service, demo }, options)),
      )
    } finally {
      upstream.close()
    }
  },
}

/** @param {Record<string, import('./gateway-process.mjs').GatewayProcess>} gateways @param {import('./part.mjs').PartOptions} options */
async function soak(gateways, { seed, share, count, check, log }) {
  const random = createRandom(seed)
  /** @type {Map<string, import('./memory-trend.mjs').Sample[]>} */
  const trends = new Map()
  /** @type {string[]} */
  const problems = []
  let sent = 0
  const sendUntil = async (/** @type {() => boolean} */ isOver) => {
    const onSent = () => {
      sent += 1
    }
    const all = Object.values(gateways).map(({ url }) =>
      sendOperations({ url, key, random, concurrency, isOver, onSent }),
    )
    problems.push(...(await Promise.all(all)).flat())
  }
  await sendUntil(() => sent >= warmUpRequests)
  const began = performance.now()
  const stepMs = (minutes * 60_000 * share) / samples
  for (let step = 1; step <= samples; step += 1) {
    await sendUntil(() => performance.now() - began > step * stepMs)
    const seconds = (performance.now() - began) / 1000
    for (const [name, gateway] of Object.entries(gateways)) {
      // Nothing is in flight, so that only what is retained is measured.
      const usage = await gateway.measure()
      for (const kind of /** @type {const} */ (['heap', 'external', 'rss'])) {
        const trend = `${name}, ${kind}`
        trends.set(trend, [...(trends.get(trend) ?? []), { seconds, bytes: usage[kind] }])
      }
    }
    if (step % 5 === 0) log(`${Math.round(seconds)} s: ${sent} requests; ${describeLast(trends)}`)
  }
  count('requests', sent)
  for (const [name, values] of trends) log(describeTrend(name, values))
  check('every request gets its response', problems)
  check(
    'no gateway ends',
    Object.values(gateways).flatMap((gateway) => gateway.end() ?? []),
  )
  check(
    'memory stays flat within 10 %',
    [...trends].flatMap(([name, values]) => findGrowth(name, values)),
  )
}

/** @param {ReadonlyMap<string, readonly import('./memory-trend.mjs').Sample[]>} trends */
function describeLast(trends) {
  return [...trends]
    .map(([name, values]) => `${name} ${((values.at(-1)?.bytes ?? 0) / 2 ** 20).toFixed(1)} MB`)
    .join(', ')
}
