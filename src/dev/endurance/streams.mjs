// Concurrent streams through the gateway: complete, slow, aborted, and broken ones.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import { findElectron } from '../electron-runtime.mjs'
import { outFolder, root } from '../paths.mjs'
import { openScriptedUpstream, sendEvent, textAnswer } from '../scripted-upstream.mjs'
import { createRandom, waitUntil } from './part.mjs'

/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {{ port: number, measure: () => Promise<Record<string, number>>, output: () => string, hasEnded: () => boolean }} GatewayProcess `measure` counts open handles */

/**
 * What a client sends as its prompt, and the upstream follows.
 * @typedef {object} StreamPlan
 * @property {number} id
 * @property {'complete' | 'break' | 'error' | 'abort'} ending the upstream completes it, breaks the connection, or sends an error; or the client aborts
 * @property {number} events before the ending; an aborted stream has no end
 * @property {number} pause milliseconds before an event
 * @property {boolean} isSlow the client reads more slowly than the upstream sends
 */

const concurrent = 200
/** Seconds until a stream without progress counts as lost, and until an aborted one must be aborted at the upstream. */
const maxSilence = 120
const maxAbort = 30
/** Seconds for which closed connections may need to disappear. */
const maxClosing = 30

/** The key of the gateway, and of the service behind it. */
const key = 'endurance-key'

/** @type {import('./part.mjs').Part} */
export const part = {
  description: `${concurrent} concurrent streams for this many seconds`,
  amounts: { full: 60, ci: 3 },
  async run(options) {
    const upstream = await openStreamUpstream()
    try {
      await withGatewayProcess(upstream.url, (gateway) => runStreams(options, gateway, upstream))
    } finally {
      upstream.close()
    }
  },
}

/** Runs the built gateway in its own process, in the application's version of Node. @param {string} upstream @param {(gateway: GatewayProcess) => Promise<void>} work */
async function withGatewayProcess(upstream, work) {
  const reporter = join(root, 'src', 'dev', 'endurance', 'report-process.cjs')
  const program = ['--require', reporter, join(outFolder, 'main', 'headless.cjs')]
  const args = [...program, '--port', '0', '--key-env', 'LOCAL_KEY', '--upstream', upstream]
  const child = spawn(await findElectron(), args, {
    env: { ...process.env, LOCAL_KEY: key, UPSTREAM_KEY: key, ELECTRON_RUN_AS_NODE: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk) => {
    output = (output + chunk).slice(-2000)
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The gateway ended: ${output}`)
  })
  ended.catch(() => {})
  try {
    const lines = createInterface({ input: /** @type {import('node:stream').Readable} */ (child.stdout) })
    const [line] = await Promise.race([once(lines, 'line'), ended])
    await work({
      port: Number(new URL(JSON.parse(line).url).port),
      measure: async () => {
        const report = once(child, 'message')
        child.send('report')
        const [handles] = await Promise.race([report, ended])
        return handles
      },
      output: () => output,
      hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    })
  } finally {
    child.kill()
  }
}

/** @param {import('./part.mjs').PartOptions} options @param {GatewayProcess} gateway @param {Awaited<ReturnType<typeof openStreamUpstream>>} upstream */
async function runStreams({ amount, seed, log, check }, gateway, upstream) {
  const random = createRandom(seed)
  const agent = new http.Agent({ keepAlive: true })
  const base = await gateway.measure()
  /** @type {Record<'wrong' | 'endings' | 'requests', string[]>} */
  const problems = { wrong: [], endings: [], requests: [] }
  let [streams, events] = [0, 0]
  const end = performance.now() + amount * 1000
  const lane = async () => {
    do {
      streams += 1
      const plan = planStream(random, streams)
      const where = `stream ${plan.id} (${plan.ending})`
      try {
        const { texts, ending } = await receiveStream(gateway.port, plan, random.chance(0.5) && agent)
        events += texts.length
        // Compares every event, so that a lost, repeated, reordered, changed or foreign one is found.
        const at = texts.findIndex((one, number) => one !== toText(plan, number))
        if (at >= 0) problems.wrong.push(`${where}: event ${at} is ${texts[at]?.slice(0, 60)}`)
        else if (texts.length < plan.events) problems.wrong.push(`${where}: ${texts.length} events`)
        if (!toEnding(plan).test(ending)) problems.endings.push(`${where}: ended with ${ending}`)
        const problem = await upstream.findProblem(plan)
        if (problem) problems.requests.push(`${where}: ${problem}`)
      } catch (error) {
        problems.wrong.push(`${where}: ${error instanceof Error ? error.message : error}`)
      }
    } while (performance.now() < end && !gateway.hasEnded())
  }
  await Promise.all(Array.from({ length: concurrent }, lane))
  agent.destroy()
  upstream.close()
  log(`${streams} streams with ${events} events`)
  check('no event is lost, repeated, reordered, changed, or in another stream', problems.wrong)
  check('every stream ends as its upstream ended it, a broken one with an error', problems.endings)
  check('no request is sent twice, and an aborted stream is aborted at its upstream', problems.requests)
  check('the gateway still runs', gateway.hasEnded() ? [gateway.output()] : [])
  if (gateway.hasEnded()) return
  /** @type {string[]} */
  let left = []
  await waitUntil(maxClosing, async () => {
    const handles = Object.entries(await gateway.measure())
    const more = handles.filter(([name, value]) => value > (base[name] ?? 0))
    left = more.map(([name, value]) => `${base[name]} ${name} before, ${value} afterwards`)
    return left.length === 0
  })
  check('sockets, timers and files are released', left)
}

/** @param {import('./part.mjs').Random} random @param {number} id @returns {StreamPlan} */
function planStream(random, id) {
  const isSlow = random.chance(0.05)
  /** @type {StreamPlan['ending'][]} */
  const endings = ['complete', 'complete', 'complete', 'abort', 'break', 'error']
  // Node's client discards what a slow reader has not read when the connection breaks.
  const ending = random.pick(isSlow ? endings.slice(0, 4) : endings)
  return { id, ending, events: 20 + random.integer(60), pause: isSlow ? 0 : random.integer(120), isSlow }
}

// Characters of one to four bytes, and some that JSON or server-sent events could change.
const padding = 'abc 123 "\\/ äöü \u2028\u2029 日本語 🙂🚀 \t\n\r data: [DONE] }{'.repeat(1000)

/** The text of an event: its stream, its number, and characters that follow from both. @param {StreamPlan} plan @param {number} number */
function toText({ id, isSlow }, number) {
  const max = isSlow ? padding.length : 2000
  return `${id}:${number}:${padding.slice(0, (id * 7919 + number * 104_729) % max)}`
}

/** @param {StreamPlan} plan */
function toEnding({ id, ending }) {
  if (ending === 'break') return /^truncated, The connection/
  return ending === 'error'
    ? new RegExp(`^truncated, The model of stream ${id} is overloaded\\.$`)
    : /^no error$/
}

/** Sends a plan. Returns the texts of its events, and how the stream ended. @param {number} port @param {StreamPlan} plan @param {http.Agent | false} agent */
async function receiveStream(port, plan, agent) {
  const prefix = plan.id % 2 === 0 ? '/v1beta' : '/v1/v1beta'
  const outgoing = http.request({
    ...{ host: '127.0.0.1', port, method: 'POST', agent, timeout: maxSilence * 1000 },
    path: `${prefix}/models/gen-2.5-flash:streamGenerateContent?alt=sse`,
    headers: { 'content-type': 'application/json', 'x-goog-api-key': key },
  })
  outgoing.on('timeout', () => outgoing.destroy(new Error(`Nothing arrived for ${maxSilence} s.`)))
  const prompt = `PLAN(${Buffer.from(JSON.stringify(plan)).toString('base64')})`
  outgoing.end(JSON.stringify({ contents: [{ parts: [{ text: prompt }] }] }))
  /** @type {http.IncomingMessage[]} */
  const [incoming] = await once(outgoing, 'response')
  if (incoming?.statusCode !== 200) throw new Error(`The status is ${incoming?.statusCode}.`)
  /** @type {string[]} */
  const texts = []
  let error = 'no error'
  const decoder = new TextDecoder()
  const parser = createParser({
    onEvent: ({ data }) => {
      const document = JSON.parse(data)
      if (document.error) error = document.error.message
      else texts.push(document.candidates[0].content.parts[0].text)
    },
  })
  /** Handles every chunk at once, because Node discards unread ones when the connection breaks. @type {boolean} */
  const isTruncated = await new Promise((resolve) => {
    incoming.on('data', (chunk) => {
      parser.feed(decoder.decode(chunk, { stream: true }))
      if (plan.ending === 'abort' && texts.length >= plan.events) incoming.destroy()
      if (!plan.isSlow) return
      incoming.pause()
      setTimeout(() => incoming.resume(), 20)
    })
    incoming.on('error', () => resolve(true))
    incoming.on('close', () => resolve(false))
  })
  return { texts, ending: isTruncated ? `truncated, ${error}` : error }
}

/** Follows the plans. The first streams begin together, when all of them are open. */
async function openStreamUpstream() {
  /** By the stream's ID. @type {Map<number, ServerResponse[]>} */
  const streams = new Map()
  let release = () => {}
  /** @type {Promise<void>} */
  const allOpen = new Promise((resolve) => {
    release = resolve
  })
  const { url, close } = await openScriptedUpstream(async (incoming, outgoing) => {
    const [, base64 = ''] = /PLAN\(([\w+/=]+)\)/.exec(await text(incoming)) ?? []
    /** @type {StreamPlan} */
    const plan = JSON.parse(Buffer.from(base64, 'base64').toString())
    streams.set(plan.id, [...(streams.get(plan.id) ?? []), outgoing])
    if (streams.size >= concurrent) release()
    await allOpen
    await sendStream(plan, outgoing)
  })
  /** @param {StreamPlan} plan */
  const findProblem = async ({ id, ending }) => {
    const [sent, again] = streams.get(id) ?? []
    // Kept without its response: the first streams count as open.
    streams.set(id, [])
    if (!sent || again) return `sent ${again ? 'twice' : 'never'}`
    if (ending !== 'abort' || sent.destroyed) return undefined
    const closed = once(sent, 'close').then(() => undefined)
    return await Promise.race([closed, pause(maxAbort * 1000, 'still being sent', { ref: false })])
  }
  return { url, close, findProblem }
}

/** @param {StreamPlan} plan @param {ServerResponse} outgoing */
async function sendStream(plan, outgoing) {
  outgoing.setMaxListeners(0)
  const end = plan.ending === 'abort' ? Number.POSITIVE_INFINITY : plan.events
  for (let number = 0; number < end && !outgoing.destroyed; number += 1) {
    const isFull = !sendEvent(outgoing, textAnswer(toText(plan, number), null))
    if (isFull && !outgoing.destroyed)
      await new Promise((resolve) => outgoing.once('drain', resolve).once('close', resolve))
    if (plan.pause > 0) await pause(plan.pause)
  }
  if (outgoing.destroyed) return
  const message = `The model of stream ${plan.id} is overloaded.`
  if (plan.ending === 'error') sendEvent(outgoing, { error: { code: 503, message, status: 'UNAVAILABLE' } })
  // In a break, all bytes arrive, but not the end of the response.
  if (plan.ending === 'break') outgoing.socket?.end()
  else outgoing.end()
}
