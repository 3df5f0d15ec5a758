// The upstream of the part `streams`: sends the events of each plan in random chunks.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { createRandom } from './part.mjs'
import { toText } from './stream-plan.mjs'

/** @typedef {import('./stream-plan.mjs').StreamPlan} StreamPlan */
/** @typedef {{ requests: number, sent: number, closed: Promise<void>, isAborted: boolean }} UpstreamStream `sent`: events; `isAborted`: closed by the gateway before its end */

/** The first `concurrent` streams start together, when all of them are open. @param {number} concurrent */
export async function openStreamUpstream(concurrent) {
  /** @type {Map<number, UpstreamStream>} */
  const streams = new Map()
  const stats = { open: 0, maxOpen: 0, events: 0, chunks: 0 }
  let release = () => {}
  /** @type {Promise<void>} */
  const allOpen = new Promise((resolve) => {
    release = resolve
  })
  const server = createServer(async (request, response) => {
    const plan = parsePlan(await text(request).catch(() => ''))
    if (!plan) {
      response.writeHead(400).end()
      return
    }
    const stream = track(streams, plan.id, response)
    stats.open += 1
    stats.maxOpen = Math.max(stats.maxOpen, stats.open)
    response.on('close', () => {
      stats.open -= 1
    })
    if (stats.open >= concurrent) release()
    await allOpen
    await sendStream(plan, response, (events) => {
      stream.sent += events
      stats.events += events
      stats.chunks += 1
    }).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    streams,
    stats,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** @param {Map<number, UpstreamStream>} streams @param {number} id @param {import('node:http').ServerResponse} response */
function track(streams, id, response) {
  const requests = (streams.get(id)?.requests ?? 0) + 1
  const closed = new Promise((resolve) => response.on('close', resolve))
  /** @type {UpstreamStream} */
  const stream = { requests, sent: 0, isAborted: false, closed: closed.then(() => {}) }
  response.on('close', () => {
    stream.isAborted = !response.writableFinished
  })
  streams.set(id, stream)
  return stream
}

/** Finds the plan in a JSON body or in a form. @param {string} body @returns {StreamPlan | undefined} */
function parsePlan(body) {
  const [, base64] = /PLAN\(([\w+/=]+)\)/.exec(body) ?? []
  return base64 && JSON.parse(Buffer.from(base64, 'base64').toString())
}

/** @param {StreamPlan} plan @param {import('node:http').ServerResponse} response @param {(events: number) => void} onSent */
async function sendStream(plan, response, onSent) {
  const random = createRandom(plan.seed)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const lineBreak = random.pick(['\n', '\r\n'])
  const end = plan.ending === 'abort' ? Number.POSITIVE_INFINITY : plan.events
  let rest = Buffer.alloc(0)
  for (let number = 0; number < end && !response.destroyed; ) {
    const count = Math.min(1 + random.integer(3), end - number)
    const added = Array.from({ length: count }, (_, index) => toEvent(plan, number + index, lineBreak))
    if (random.chance(0.1)) added.push(`: comment${lineBreak}${lineBreak}`)
    const bytes = Buffer.concat([rest, Buffer.from(added.join(''))])
    number += count
    // Splits within an event and within a character; the rest comes with the next chunk.
    const split = number < end && random.chance(0.7) ? random.integer(bytes.length) : bytes.length
    rest = bytes.subarray(split)
    await write(response, bytes.subarray(0, split))
    onSent(count)
    if (plan.pause > 0 && random.chance(0.8)) await pause(random.integer(plan.pause))
  }
  if (response.destroyed) return
  if (plan.ending === 'break') {
    // All bytes arrive, but not the end of the response.
    response.socket?.end()
    return
  }
  response.end(plan.ending === 'error' ? toError(plan, lineBreak) : '')
}

/** @param {import('node:http').ServerResponse} response @param {Buffer} bytes */
async function write(response, bytes) {
  if (response.write(bytes) || response.destroyed) return
  const settled = new AbortController()
  const { signal } = settled
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })])
  settled.abort()
}

/** @param {StreamPlan} plan @param {number} number @param {string} lineBreak */
function toEvent(plan, number, lineBreak) {
  const text = toText(plan, number)
  const document =
    plan.dialect === 'openai'
      ? { type: 'transcript.text.delta', delta: text }
      : { candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }] }
  return `data: ${JSON.stringify(document)}${lineBreak}${lineBreak}`
}

/** @param {StreamPlan} plan @param {string} lineBreak */
function toError({ id }, lineBreak) {
  const error = { code: 503, message: `The model of stream ${id} is overloaded.`, status: 'UNAVAILABLE' }
  return `data: ${JSON.stringify({ error })}${lineBreak}${lineBreak}`
}
