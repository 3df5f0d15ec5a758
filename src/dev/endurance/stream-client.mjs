// A client of the part `streams`: sends a plan, and compares what it receives with it.
import http from 'node:http'
import { createParser } from 'eventsource-parser'
import { key } from './gateway-process.mjs'
import { toText } from './stream-plan.mjs'

/** @typedef {import('./stream-plan.mjs').StreamPlan} StreamPlan */
/** @typedef {{ events: readonly string[], error: string | undefined, isTruncated: boolean, status: number }} Received `events`: their texts; `isTruncated`: the connection closed before the end */
/** @typedef {'lost' | 'repeated or reordered' | 'from another stream' | 'changed'} Fault */

/** Milliseconds without progress after which a stream counts as lost. */
const maxSilence = 120_000

/** @param {number} port @param {StreamPlan} plan @param {http.Agent | false} agent @returns {Promise<Received>} */
export async function receiveStream(port, plan, agent) {
  const incoming = await sendPlan(port, plan, agent)
  const reader = plan.dialect === 'array' ? readArray() : readServerSentEvents()
  const isTruncated = await read(incoming, plan, reader)
  /** @type {string[]} */
  const events = []
  let error
  for (const document of reader.documents) {
    if (document.error) error = document.error.message
    else events.push(document.delta ?? document.candidates?.[0]?.content.parts[0].text ?? '')
  }
  return { events, error, isTruncated, status: incoming.statusCode ?? 0 }
}

/**
 * Resolves when the stream has ended: true if the connection closed before that. Handles every chunk at once, because
 * Node discards unread ones when the connection breaks.
 * @param {http.IncomingMessage} incoming @param {StreamPlan} plan @param {Reader} reader @returns {Promise<boolean>}
 */
function read(incoming, plan, reader) {
  return new Promise((resolve) => {
    incoming.on('data', (chunk) => {
      reader.add(chunk)
      if (plan.ending === 'abort' && reader.documents.length >= plan.events) incoming.destroy()
      if (!plan.isSlow) return
      incoming.pause()
      setTimeout(() => incoming.resume(), 20)
    })
    incoming.on('error', () => resolve(true))
    incoming.on('close', () => resolve(false))
  })
}

/** @param {number} port @param {StreamPlan} plan @param {http.Agent | false} agent @returns {Promise<http.IncomingMessage>} */
function sendPlan(port, plan, agent) {
  const encoded = `PLAN(${Buffer.from(JSON.stringify(plan)).toString('base64')})`
  const { path, headers, body } = plan.dialect === 'openai' ? toForm(encoded) : toPrompt(plan, encoded)
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method: 'POST', headers, agent, timeout: maxSilence }
    const outgoing = http.request(options, resolve)
    outgoing.on('timeout', () => outgoing.destroy(new Error(`Nothing arrived for ${maxSilence / 1000} s.`)))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** @param {StreamPlan} plan @param {string} text */
function toPrompt({ id, dialect }, text) {
  const prefix = id % 2 === 0 ? '/v1beta' : '/v1/v1beta'
  const query = dialect === 'sse' ? '?alt=sse' : ''
  return {
    path: `${prefix}/models/gen-2.5-flash:streamGenerateContent${query}`,
    headers: { 'content-type': 'application/json', 'x-goog-api-key': key },
    body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text }] }] }),
  }
}

/** @param {string} prompt */
function toForm(prompt) {
  const fields = { model: 'gen-4o-transcribe', stream: 'true', prompt }
  const parts = Object.entries(fields).map(
    ([name, value]) => `--form\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = 'Content-Disposition: form-data; name="file"; filename="a.wav"\r\nContent-Type: audio/wav'
  return {
    path: '/v1/audio/transcriptions',
    headers: { 'content-type': 'multipart/form-data; boundary=form', authorization: `Bearer ${key}` },
    body: `${parts.join('')}--form\r\n${file}\r\n\r\nRIFF\r\n--form--\r\n`,
  }
}

/** @typedef {{ documents: readonly StreamDocument[], add: (chunk: Buffer) => void }} Reader */
/** @typedef {{ candidates?: any[], delta?: string, error?: { message: string } }} StreamDocument */

function readServerSentEvents() {
  /** @type {StreamDocument[]} */
  const documents = []
  const decoder = new TextDecoder()
  const parser = createParser({ onEvent: ({ data }) => documents.push(JSON.parse(data)) })
  return {
    documents,
    add: (/** @type {Buffer} */ chunk) => parser.feed(decoder.decode(chunk, { stream: true })),
  }
}

/** Every element is on a line of its own, because the gateway separates them by a line break. */
function readArray() {
  /** @type {StreamDocument[]} */
  const documents = []
  const decoder = new TextDecoder()
  let rest = ''
  const add = (/** @type {Buffer} */ chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) documents.push(JSON.parse(line.replace(/^\[/, '').replace(/,$/, '')))
    if (rest.endsWith(']') && isJson(rest.replace(/^\[/, '').slice(0, -1))) {
      documents.push(JSON.parse(rest.replace(/^\[/, '').slice(0, -1)))
      rest = ''
    }
  }
  return { documents, add }
}

/** @param {string} text */
function isJson(text) {
  try {
    return Boolean(JSON.parse(text))
  } catch {
    return false
  }
}

/** Returns what is wrong with the events of a stream. @param {StreamPlan} plan @param {readonly string[]} events @returns {{ fault: Fault, description: string }[]} */
export function findFaults(plan, events) {
  /** @type {{ fault: Fault, description: string }[]} */
  const faults = []
  const seen = new Set()
  const where = `stream ${plan.id} (${plan.dialect}, ${plan.ending})`
  for (const [index, text] of events.entries()) {
    const [id, number] = text.split(':', 2).map(Number)
    if (id !== plan.id)
      faults.push({ fault: 'from another stream', description: `${where}: has an event of ${id}` })
    else if (number !== index)
      faults.push({ fault: 'repeated or reordered', description: `${where}: has ${number} at ${index}` })
    else if (text !== toText(plan, index))
      faults.push({ fault: 'changed', description: `${where}: event ${index} has another text` })
    if (id === plan.id) seen.add(number)
  }
  for (let number = 0; number < plan.events; number += 1) {
    if (!seen.has(number)) faults.push({ fault: 'lost', description: `${where}: has no event ${number}` })
  }
  return faults
}
