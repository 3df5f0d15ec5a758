// Concurrent streams through the gateway: complete, slow, aborted, and broken ones.
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import { Pool } from 'undici'
import { findElectron } from '../electron-runtime.mjs'
import { sendPost, toPrompt } from '../http-client.mjs'
import { outFolder, root } from '../paths.mjs'
import { createRandom } from '../random.mjs'
import { openScriptedUpstream, sendEvent, serviceKey, textAnswer } from '../scripted-upstream.mjs'
import { startServer } from '../server-process.mjs'
import { waitUntil } from '../wait-until.mjs'

/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {import('../server-process.mjs').ServerProcess} ServerProcess */

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
/** Milliseconds until a stream without progress counts as lost, and until an aborted one must be aborted at the upstream. */
const maxSilence = 120_000
const maxAbort = 30_000
/** Seconds for which closed connections may need to disappear. */
const maxClosing = 30

/** @type {import('./run-parts.mjs').Part} */
export const part = {
  description: `${concurrent} concurrent streams for this many seconds`,
  amounts: { full: 60, ci: 3 },
  async run(options) {
    const upstream = await openStreamUpstream()
    const reporter = join(root, 'src', 'dev', 'endurance', 'report-process.cjs')
    const program = ['--require', reporter, join(outFolder, 'main', 'headless.cjs')]
    const args = [...program, '--port', '0', '--key-env', 'LOCAL_KEY', '--upstream', upstream.url]
    // The built gateway, in the application's version of Node.
    const gateway = await startServer(args, {
      env: { LOCAL_KEY: serviceKey, UPSTREAM_KEY: serviceKey, ELECTRON_RUN_AS_NODE: '1' },
      execPath: await findElectron(),
    })
    try {
      await runStreams(options, gateway, upstream)
    } finally {
      gateway.child.kill()
      upstream.close()
    }
  },
}

/** @param {import('./run-parts.mjs').PartOptions} options @param {ServerProcess} gateway @param {Awaited<ReturnType<typeof openStreamUpstream>>} upstream */
async function runStreams({ amount, seed, log, check }, gateway, upstream) {
  const random = createRandom(seed)
  const clients = new Pool(`http://127.0.0.1:${gateway.port}`, { headersTimeout: 0, bodyTimeout: maxSilence })
  const base = await countHandles(gateway)
  /** @type {Record<'wrong' | 'endings' | 'requests', string[]>} */
  const problems = { wrong: [], endings: [], requests: [] }
  let [streams, events] = [0, 0]
  const end = performance.now() + amount * 1000
  const lane = async () => {
    do {
      streams += 1
      const plan = planStream(random, streams)
      const where = `stream ${plan.id} (${plan.ending})`
      const { texts, ending } = await receiveStream(clients, plan)
      events += texts.length
      // Compares every event, so that a lost, repeated, reordered, changed or foreign one is found.
      const at = texts.findIndex((one, number) => one !== toText(plan, number))
      if (at >= 0) problems.wrong.push(`${where}: event ${at} is ${texts[at]?.slice(0, 60)}`)
      else if (texts.length < plan.events) problems.wrong.push(`${where}: ${texts.length} events`)
      if (!endings[plan.ending].test(ending)) problems.endings.push(`${where}: ${ending}`)
      const problem = await upstream.findProblem(plan)
      if (problem) problems.requests.push(`${where}: ${problem}`)
    } while (performance.now() < end && gateway.child.exitCode === null)
  }
  await Promise.all(Array.from({ length: concurrent }, lane))
  await clients.destroy()
  upstream.close()
  log(`${streams} streams with ${events} events`)
  check('no event is lost, repeated, reordered, changed, or in another stream', problems.wrong)
  check('every stream ends as its upstream ended it, a broken one with an error', problems.endings)
  check('no request is sent twice, and an aborted stream is aborted at its upstream', problems.requests)
  /** @type {string[]} */
  let left = []
  await waitUntil(maxClosing, async () => {
    const handles = Object.entries(await countHandles(gateway))
    const more = handles.filter(([name, value]) => value > (base[name] ?? 0))
    left = more.map(([name, value]) => `${base[name]} ${name} before, ${value} afterwards`)
    return left.length === 0
  })
  check('sockets, timers and files are released', left)
}

/** Open handles of the gateway. Rejects if it has ended. @param {ServerProcess} gateway @returns {Promise<Record<string, number>>} */
async function countHandles({ child, ended }) {
  const report = once(child, 'message')
  child.send('report', () => {})
  const [handles] = await Promise.race([report, ended])
  return handles
}

/** @param {import('../random.mjs').Random} random @param {number} id @returns {StreamPlan} */
function planStream(random, id) {
  const isSlow = random.next() < 0.05
  /** @type {StreamPlan['ending'][]} */
  const all = ['complete', 'complete', 'complete', 'abort', 'break', 'error']
  // The client discards what a slow reader has not read when the connection breaks.
  const ending = random.pick(isSlow ? all.slice(0, 4) : all)
  return { id, ending, events: 20 + random.integer(60), pause: isSlow ? 0 : random.integer(120), isSlow }
}

/** What a client sees. @type {Record<StreamPlan['ending'], RegExp>} */
const endings = {
  complete: /^complete, no error$/,
  abort: /^incomplete, no error$/,
  break: /^incomplete, The connection/,
  error: /^incomplete, The model is overloaded\.$/,
}

// Characters of one to four bytes, and some that JSON or server-sent events could change.
const padding = 'abc 123 "\\/ äöü \u2028\u2029 日本語 🙂🚀 \t\n\r data: [DONE] }{'.repeat(1000)

/** The text of an event: its stream, its number, and characters that follow from both. @param {StreamPlan} plan @param {number} number */
function toText({ id, isSlow }, number) {
  const max = isSlow ? padding.length : 2000
  return `${id}:${number}:${padding.slice(0, (id * 7919 + number * 104_729) % max)}`
}

/** Sends a plan. Returns the texts of its events, and how the stream ended. @param {Pool} clients @param {StreamPlan} plan */
async function receiveStream(clients, plan) {
  const prefix = plan.id % 2 === 0 ? '/v1beta' : '/v1/v1beta'
  const request = {
    path: `${prefix}/models/gen-2.5-flash:streamGenerateContent?alt=sse`,
    headers: { 'content-type': 'application/json', 'x-goog-api-key': serviceKey },
    body: toPrompt(JSON.stringify(plan)),
  }
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
  const received = sendPost(clients, request, (chunk, { resume, abort }) => {
    parser.feed(decoder.decode(chunk, { stream: true }))
    if (plan.ending === 'abort' && texts.length >= plan.events) abort()
    if (plan.isSlow) setTimeout(resume, 20)
    return !plan.isSlow
  })
  const ending = await received.then(
    () => 'complete',
    () => 'incomplete',
  )
  return { texts, ending: `${ending}, ${error}` }
}

/** Follows the plans. The first streams begin together, when all of them are open. */
async function openStreamUpstream() {
  /** By the stream's ID. @type {Map<number, ServerResponse>} */
  const streams = new Map()
  const repeated = new Set()
  let release = () => {}
  /** @type {Promise<void>} */
  const allOpen = new Promise((resolve) => {
    release = resolve
  })
  const { url, close } = await openScriptedUpstream(async (incoming, outgoing) => {
    /** @type {StreamPlan} */
    const plan = JSON.parse(JSON.parse(await text(incoming)).contents[0].parts[0].text)
    if (streams.has(plan.id)) repeated.add(plan.id)
    streams.set(plan.id, outgoing)
    if (streams.size >= concurrent) release()
    await allOpen
    await sendStream(plan, outgoing)
  })
  /** @param {StreamPlan} plan */
  const findProblem = async ({ id, ending }) => {
    const response = streams.get(id)
    if (!response || repeated.has(id)) return `sent ${response ? 'twice' : 'never'}`
    if (ending !== 'abort' || response.destroyed) return undefined
    const closed = once(response, 'close').then(() => undefined)
    return await Promise.race([closed, pause(maxAbort, 'still being sent', { ref: false })])
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
  const error = { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' }
  if (plan.ending === 'error') sendEvent(outgoing, { error })
  // In a break, all bytes arrive, but not the end of the response.
  if (plan.ending === 'break') outgoing.socket?.end()
  else outgoing.end()
}
