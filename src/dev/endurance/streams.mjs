// Concurrent streams through the gateway: complete, slow, aborted, and broken ones, in both dialects.
import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { withGatewayProcess } from './gateway-process.mjs'
import { createRandom } from './part.mjs'
import { findFaults, receiveStream } from './stream-client.mjs'
import { planStream } from './stream-plan.mjs'
import { openStreamUpstream } from './stream-upstream.mjs'

/** @typedef {import('./stream-plan.mjs').StreamPlan} StreamPlan */

const concurrent = 200
const seconds = 60
/** Seconds in which an aborted request must be aborted at the upstream. */
const maxAbortSeconds = 30

/** @type {import('./part.mjs').Part} */
export const part = {
  name: 'streams',
  description: `${concurrent} concurrent streams for a minute`,
  ciShare: 8 / seconds,
  minutes: seconds / 60,
  async run(options) {
    const upstream = await openStreamUpstream(concurrent)
    try {
      await withGatewayProcess(['--upstream', upstream.url], (gateway) =>
        runStreams(options, gateway, upstream),
      )
    } finally {
      upstream.close()
    }
  },
}

/** Problems by the statement that they contradict. */
function createProblems() {
  return {
    lost: /** @type {string[]} */ ([]),
    'repeated or reordered': /** @type {string[]} */ ([]),
    'from another stream': /** @type {string[]} */ ([]),
    changed: /** @type {string[]} */ ([]),
    ending: /** @type {string[]} */ ([]),
    abort: /** @type {string[]} */ ([]),
    twice: /** @type {string[]} */ ([]),
  }
}

/**
 * @param {import('./part.mjs').PartOptions} options
 * @param {import('./gateway-process.mjs').GatewayProcess} gateway
 * @param {Awaited<ReturnType<typeof openStreamUpstream>>} upstream
 */
async function runStreams({ share, seed, count, check }, gateway, upstream) {
  const random = createRandom(seed)
  const agent = new http.Agent({ keepAlive: true })
  const base = await gateway.measure()
  const problems = createProblems()
  const ended = { complete: 0, break: 0, error: 0, abort: 0 }
  let streams = 0
  let events = 0
  const lane = async () => {
    do {
      streams += 1
      const plan = planStream(random, streams)
      const received = await runStream({
        plan,
        gateway,
        upstream,
        problems,
        agent: random.chance(0.5) && agent,
      })
      events += received
      ended[plan.ending] += 1
    } while (performance.now() < end && !gateway.end())
  }
  const end = performance.now() + seconds * 1000 * share
  await Promise.all(Array.from({ length: concurrent }, lane))
  agent.destroy()
  upstream.close()
  const last = gateway.end() ? base : await gateway.measureWhenIdle(base)

  count('streams', streams)
  count('streams at once', upstream.stats.maxOpen)
  count('events received', events)
  count('chunks sent by the upstream', upstream.stats.chunks)
  for (const [ending, streamsWithIt] of Object.entries(ended)) count(`ended by: ${ending}`, streamsWithIt)
  check('no event is lost', problems.lost)
  check('no event is repeated or reordered', problems['repeated or reordered'])
  check('no event is in another stream', problems['from another stream'])
  check('no event is changed', problems.changed)
  check('every stream ends as its upstream ended it, a broken one with an error', problems.ending)
  check('an aborted stream is aborted at its upstream', problems.abort)
  check('no request is sent twice', problems.twice)
  check('the gateway still runs', [gateway.end() ?? []].flat())
  checkUsage({ base, last, count, check })
}

/**
 * @param {object} options
 * @param {StreamPlan} options.plan
 * @param {import('./gateway-process.mjs').GatewayProcess} options.gateway
 * @param {Awaited<ReturnType<typeof openStreamUpstream>>} options.upstream
 * @param {ReturnType<typeof createProblems>} options.problems
 * @param {http.Agent | false} options.agent
 * @returns {Promise<number>} received events
 */
async function runStream({ plan, gateway, upstream, problems, agent }) {
  const where = `stream ${plan.id} (${plan.dialect}, ${plan.ending})`
  try {
    const received = await receiveStream(gateway.port, plan, agent)
    for (const { fault, description } of findFaults(plan, received.events)) problems[fault].push(description)
    const expected = describeEnding(plan)
    const ending = `${received.status}${received.isTruncated ? ', truncated' : ''}, ${received.error ?? 'no error'}`
    if (!expected.test(ending)) problems.ending.push(`${where}: ended with ${ending}`)
    const sent = upstream.streams.get(plan.id)
    if (sent?.requests !== 1) problems.twice.push(`${where}: sent ${sent?.requests ?? 0} times`)
    if (plan.ending === 'abort' && sent) {
      const timeout = new AbortController()
      const limit = pause(maxAbortSeconds * 1000, undefined, { signal: timeout.signal }).catch(() => {})
      await Promise.race([sent.closed, limit])
      timeout.abort()
      if (!sent.isAborted) problems.abort.push(`${where}: is still being sent`)
    }
    return received.events.length
  } catch (error) {
    problems.lost.push(`${where}: ${error instanceof Error ? error.message : error}`)
    return 0
  } finally {
    upstream.streams.delete(plan.id)
  }
}

/** @param {StreamPlan} plan */
function describeEnding({ id, dialect, ending }) {
  // The gateway passes the stream of a transcription unchanged, so a break has no event.
  if (ending === 'break') {
    if (dialect === 'openai') return /^200, truncated, no error$/
    return dialect === 'array' ? /^200, The connection/ : /^200, truncated, The connection/
  }
  if (ending === 'error') {
    const cut = dialect === 'sse' ? ', truncated' : ''
    return new RegExp(`^200${cut}, The model of stream ${id} is overloaded\\.$`)
  }
  return /^200, no error$/
}

/** @param {Pick<import('./part.mjs').PartOptions, 'count' | 'check'> & Record<'base' | 'last', import('./gateway-process.mjs').Usage>} options */
function checkUsage({ base, last, count, check }) {
  count('MB of heap before', base.heap / 2 ** 20)
  count('MB of heap afterwards', last.heap / 2 ** 20)
  const left = /** @type {const} */ (['sockets', 'timers', 'files'])
    .filter((name) => last[name] > base[name])
    .map((name) => `${base[name]} ${name} before, ${last[name]} afterwards`)
  check('sockets, timers and files are released', left)
}
